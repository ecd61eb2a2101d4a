import type { Context } from '../../../context.ts';
import type { Reader } from '../../../db/database.ts';
import type { Query, RowsOf } from '../../../db/query.ts';
import { existing, halfAuthorized, notFound, type Problem } from '../../../jsonapi/errors.ts';
import type { Actor, Person } from '../../../kernel/actor.ts';
import { allPermissions, hasPermission, type Permission } from '../../../kernel/permissions.ts';
import { folded } from '../../../lib/text/text.ts';
import { generalSettings } from '../../instance/index.ts';
import {
  type OrganizationRow,
  organizationById,
  organizationByKey,
  type Refusal,
  teamsOfMember,
  teamsOfMemberIn,
  type Visitor,
  withTeamRights,
} from './store.ts';

/** Rights of an actor in one organization. */
export interface Rights {
  readonly isOwner: boolean;
  /** One bit for each permission. */
  readonly permissions: number;
}

export interface OrganizationAccess {
  readonly organization: OrganizationRow;
  readonly rights: Rights;
}

/** Finds the organization for its members and for the tokens of its teams and of itself; 404 for everybody else. */
export async function requireMember({ database }: Context, actor: Actor, name: string): Promise<OrganizationAccess> {
  const { row: organization, rights } = existing(await readOrganization(database, actor, { key: folded(name) }));
  return { organization, rights };
}

/** Finds the organization for its owners; 404 for everybody else. */
export async function requireOwner(context: Context, actor: Actor, name: string): Promise<OrganizationAccess> {
  const access = await requireMember(context, actor, name);
  if (!access.rights.isOwner) throw notFound();
  return access;
}

/** Finds the organization for actors that have one of these permissions in it; 404 for everybody else. */
export const requirePermission =
  (...permissions: readonly Permission[]) =>
  async (context: Context, actor: Actor, name: string): Promise<OrganizationAccess> => {
    const access = await requireMember(context, actor, name);
    if (!hasOrganizationPermission(access.rights, ...permissions)) throw notFound();
    return access;
  };

/** A record of an organization, and the actor's rights there. */
export interface RecordAccess<Row> {
  readonly row: Row;
  readonly rights: Rights;
}

/** Actors with one of these permissions; or those of an organization that a rule lets in. */
type Permitted<Row> = readonly Permission[] | ((access: RecordAccess<Row>, actor: Actor) => boolean);

/** Finds a record and the actor's rights for actors that are permitted; 404 for everybody else. */
export const requireAccessTo = <Row extends { readonly organization_id: string }>(
  permitted: Permitted<Row>,
  byId: Query<{ id: string }, Row>,
) => {
  const read = readerWithRights(byId, 'organization_id');
  return async ({ database }: Context, actor: Actor, id: string): Promise<RecordAccess<Row>> => {
    const access = existing(await read(database, actor, { id }));
    const may =
      typeof permitted === 'function'
        ? permitted(access, actor)
        : hasOrganizationPermission(access.rights, ...permitted);
    if (!may) throw notFound();
    return access;
  };
};

/** Finds a record by its name for actors that `required` lets into the organization; 404 for everybody else. */
export const accessByName =
  <Row>(byName: Query<{ organization: string; name: string }, Row>) =>
  async (
    context: Context,
    actor: Actor,
    required: ReturnType<typeof requirePermission>,
    [organizationName, name]: readonly [organizationName: string, name: string],
  ): Promise<RecordAccess<Row>> => {
    const { organization, rights } = await required(context, actor, organizationName);
    return { row: existing(await context.database.first(byName, { organization: organization.id, name })), rights };
  };

/** Finds a record of an organization for actors that have a permission there, or for all of it; 404 for everybody else. */
export const requirePermissionOn = <Row extends { readonly organization_id: string }>(
  permission: Permission | 'none',
  byId: Query<{ id: string }, Row>,
) => {
  const find = requireAccessTo(permission === 'none' ? () => true : [permission], byId);
  return async (context: Context, actor: Actor, id: string): Promise<Row> => (await find(context, actor, id)).row;
};

/** Every person may create organizations, unless the settings of the instance leave it to its administrators. */
export async function requireOrganizationCreator(context: Context, { identity }: Actor): Promise<void> {
  if (identity.kind === 'system') return;
  const isLimited = generalSettings(context)['limit-user-organization-creation'];
  const mayCreate = identity.kind === 'user' && (identity.isAdmin || !isLimited);
  if (!mayCreate) throw notFound();
}

/** True if these rights include one of some permissions; an owner has all of them. */
export function hasOrganizationPermission(rights: Rights | undefined, ...some: readonly Permission[]): boolean {
  if (rights === undefined) return false;
  return rights.isOwner || some.some((permission) => hasPermission(rights.permissions, permission));
}

/** Reads rows of several organizations by the actor's rights in each; an organization without rights gives no rows. */
export async function readAcrossOrganizations<Row>(
  { database }: Context,
  actor: Actor,
  organizationIds: readonly string[],
  read: (organizationId: string, rights: Rights) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const rightsIn = await findRightsIn(database, actor, [...new Set(organizationIds)]);
  return (await Promise.all([...rightsIn].map(([id, rights]) => read(id, rights)))).flat();
}

/** The rows that an actor may read by its rights in their organizations, each with these rights. */
export function readableRows<Row extends { readonly organization_id: string }>(
  context: Context,
  actor: Actor,
  rows: readonly Row[],
  canRead: (rights: Rights) => boolean,
): Promise<readonly (Row & { readonly rights: Rights })[]> {
  const organizations = rows.map(({ organization_id }) => organization_id);
  return readAcrossOrganizations(context, actor, organizations, async (organization, rights) =>
    canRead(rights)
      ? rows.filter((row) => row.organization_id === organization).map((row) => ({ ...row, rights }))
      : [],
  );
}

/**
 * Reads a row and the actor's rights in the organization whose identifier is in a column: with one query, where the actor is a
 * person. Undefined without a row, and if the actor does not belong to the organization; 401 if that refuses the actor.
 */
const readerWithRights = <Arguments, Row, Column extends keyof Row & string>(
  source: Query<Arguments, Row & Readonly<Record<Column, string>>>,
  column: Column,
) => {
  const withRights = withTeamRights(source, column);
  return async (reader: Reader, actor: Actor, values: Arguments): Promise<RecordAccess<Row> | undefined> => {
    const { identity } = actor;
    if (identity.kind === 'user') {
      const row = await reader.first(withRights, { ...values, ...visitorOf(actor, identity) });
      const rights = row && admitted(rightsIn(row.team_rights));
      return rights && { row, rights };
    }
    const row = await reader.first(source, values);
    const rights = row && (await findRights(reader, actor, row[column]));
    return rights && { row, rights };
  };
};

const readOrganization = readerWithRights<{ key: string }, OrganizationRow, 'id'>(organizationByKey, 'id');

/** The rights of an owner. */
export const owner: Rights = { isOwner: true, permissions: allPermissions };

/** The actor's rights in an organization; undefined where the actor does not belong to it, or is refused. */
export async function findRights(reader: Reader, actor: Actor, organization: string): Promise<Rights | undefined> {
  const admission = await findAdmission(reader, actor, organization);
  return isRefusal(admission) ? undefined : admission;
}

/** The actor's rights in an organization; 404 if the actor does not belong to it, 401 with the reason if it refuses the actor. */
export async function requireRights(reader: Reader, actor: Actor, organization: string): Promise<Rights> {
  return existing(admitted(await findAdmission(reader, actor, organization)));
}

/** The answer of an organization to an actor: its rights, the reason why it is refused, or nothing to a stranger. */
type Admission = Rights | Refusal | undefined;

async function findAdmission(reader: Reader, actor: Actor, organization: string): Promise<Admission> {
  const { identity } = actor;
  if (identity.kind === 'system') return (await reader.first(organizationById, { id: organization })) && owner;
  if (identity.kind !== 'user') return rightsOfGroup(actor, organization);
  return rightsOfTeams(await reader.rows(teamsOfMember, { organization, ...visitorOf(actor, identity) }));
}

const refusals: Readonly<Record<Refusal, Problem>> = {
  'user-tokens': {
    code: 'user-tokens-disabled',
    detail:
      'This organization does not accept the tokens of users (user-tokens-enabled is false): sign in, or use a token of a team or of the organization.',
  },
  'two-factor': {
    code: 'two-factor-required',
    detail:
      'This organization requires two-factor authentication: turn it on with POST /api/v2/account/two-factor to get access.',
  },
};

const isRefusal = (admission: Admission): admission is Refusal => typeof admission === 'string';

/**
 * The rights; 401 with the reason for a member who came in a way that the organization does not accept. Its members know
 * that it exists, and released clients take a 404 for a record that is gone, and forget what they manage.
 */
function admitted(admission: Admission): Rights | undefined {
  if (!isRefusal(admission)) return admission;
  const { code, detail } = refusals[admission];
  throw halfAuthorized(code, detail);
}

/** The teams of an actor that have a permission, by identifier. A token of an organization has none. */
export async function teamsWithPermission(
  reader: Reader,
  actor: Actor,
  organization: string,
  permission: Permission,
): Promise<readonly string[]> {
  const { identity } = actor;
  if (identity.kind === 'team') {
    const isOf = identity.organizationId === organization && hasPermission(identity.permissions, permission);
    return isOf ? [identity.id] : [];
  }
  if (identity.kind !== 'user') return [];
  const teams = await reader.rows(teamsOfMember, { organization, ...visitorOf(actor, identity) });
  return teams.flatMap(({ team_id, permissions, refusal }) =>
    team_id !== null && refusal === null && hasPermission(permissions ?? 0, permission) ? [team_id] : [],
  );
}

/** The actor's rights in several organizations, by identifier, without those that the actor does not belong to. */
export async function findRightsIn(
  reader: Reader,
  actor: Actor,
  organizations: readonly string[],
): Promise<ReadonlyMap<string, Rights>> {
  const { identity } = actor;
  const teamsIn =
    identity.kind === 'user'
      ? Map.groupBy(
          await reader.rows(teamsOfMemberIn, {
            organizations: JSON.stringify(organizations),
            ...visitorOf(actor, identity),
          }),
          ({ organization_id }) => organization_id,
        )
      : undefined;
  return new Map(
    organizations.flatMap((id) => {
      const rights = teamsIn === undefined ? rightsOfGroup(actor, id) : rightsOfTeams(teamsIn.get(id) ?? []);
      return rights === undefined || isRefusal(rights) ? [] : [[id, rights] as const];
    }),
  );
}

/** Facts that decide if an organization lets a person in. */
export const visitorOf = ({ session }: Actor, { id, lacksTwoFactor }: Person): Visitor => ({
  user: id,
  bySession: session === undefined ? 0 : 1,
  lacksTwoFactor: lacksTwoFactor === true ? 1 : 0,
});

/** The rights of an actor that is no person. */
function rightsOfGroup({ identity }: Actor, organizationId: string): Rights | undefined {
  switch (identity.kind) {
    case 'team':
      if (identity.organizationId !== organizationId) return undefined;
      return identity.isOwners ? owner : { isOwner: false, permissions: identity.permissions };
    case 'organization':
      return identity.id === organizationId ? { isOwner: false, permissions: allPermissions } : undefined;
    case 'system':
      return owner;
    case 'user':
    case 'audit-trails':
    case 'anonymous':
      return undefined;
  }
}

/** The columns that `withTeamRights` reads. */
function rightsIn(teams: string | null): Admission {
  if (teams === null) return undefined;
  const each = teams.split(' ');
  if (each[0] === 'user-tokens' || each[0] === 'two-factor') return each[0];
  if (each.includes('+')) return owner;
  return { isOwner: false, permissions: each.reduce((bits, permissions) => bits | Number(permissions), 0) };
}

type TeamColumns = Pick<RowsOf<typeof teamsOfMember>, 'is_owners' | 'permissions' | 'refusal'>;

/** The rights that teams give together; undefined without rows, because even a member without teams has one. */
function rightsOfTeams(teams: readonly TeamColumns[]): Admission {
  const [first] = teams;
  if (first === undefined || first.refusal !== null) return first?.refusal ?? undefined;
  if (teams.some((team) => team.is_owners === 1)) return owner;
  return { isOwner: false, permissions: teams.reduce((bits, team) => bits | (team.permissions ?? 0), 0) };
}
