import type { Context } from '../../../context.ts';
import type { Reader } from '../../../db/database.ts';
import type { Query, RowsOf } from '../../../db/query.ts';
import { halfAuthorized, notFound, type Problem } from '../../../jsonapi/errors.ts';
import type { Actor, Person } from '../../../kernel/actor.ts';
import { allPermissions, hasPermission, type Permission } from '../../../kernel/permissions.ts';
import type { Standing } from '../../../kernel/rights.ts';
import {
  type OrganizationRow,
  organizationById,
  type RefusalFacts,
  type RefusalReason,
  teamsOfMember,
  teamsOfMemberIn,
  withTeamRights,
} from './store.ts';

/** An actor's rights in one organization. */
export interface Rights {
  readonly isOwner: boolean;
  /** Bit set with one bit for each permission. */
  readonly permissions: number;
}

export interface OrganizationAccess {
  readonly organization: OrganizationRow;
  readonly rights: Rights;
}

/** Rights of a caller who does not belong to the organization, for example because it shares its modules. */
export const outsider: Rights = { isOwner: false, permissions: 0 };

/**
 * Whether these rights include a standing, which is `member`, `owner` or a permission. An owner has every permission.
 */
export const has = (rights: Rights, standing: Standing): boolean =>
  standing === 'member'
    ? rights !== outsider
    : rights.isOwner || (standing !== 'owner' && hasPermission(rights.permissions, standing));

/**
 * Whether a caller with these rights may do what `right` allows. `right` lists standings, of which the caller needs
 * one. False if the rights are undefined.
 */
export const may =
  (right: readonly Standing[]) =>
  ({ rights }: { readonly rights: Rights | undefined }): boolean =>
    rights !== undefined && right.some((standing) => has(rights, standing));

/**
 * Reads rows from the organizations of the given records, and adds the actor's rights in the organization to each row.
 * Skips organizations in which the actor has no rights.
 */
export async function readAcrossOrganizations<Row>(
  { database }: Context,
  actor: Actor,
  records: readonly { readonly organization_id: string }[],
  read: (organizationId: string, rights: Rights) => Promise<readonly Row[]>,
): Promise<readonly (Row & { readonly rights: Rights })[]> {
  const ids = new Set(records.map(({ organization_id }) => organization_id));
  const rightsIn = await findRightsIn(database, actor, [...ids]);
  const readIn = async ([id, rights]: readonly [string, Rights]) =>
    (await read(id, rights)).map((row) => ({ ...row, rights }));
  return (await Promise.all([...rightsIn].map(readIn))).flat();
}

/** A record, and the result of checking the actor's access to the record's organization. */
export interface Found<Row> {
  readonly row: Row;
  readonly admission: Admission;
}

/**
 * Returns a function that reads a row and checks the actor's access to the row's organization. `column` contains the
 * organization's identifier. For a person, a single query does both.
 */
export const withAdmission = <Arguments, Row, Column extends keyof Row & string>(
  source: Query<Arguments, Row & Readonly<Record<Column, string>>>,
  column: Column,
) => {
  const withRights = withTeamRights(source, column);
  return async (reader: Reader, actor: Actor, values: Arguments): Promise<Found<Row> | undefined> => {
    const { identity } = actor;
    if (identity.kind === 'user') {
      const row = await reader.first(withRights, { ...values, ...visitorOf(actor, identity) });
      return row && { row, admission: rightsIn(row.team_rights) };
    }
    const row = await reader.first(source, values);
    return row && { row, admission: await findAdmission(reader, actor, row[column]) };
  };
};

export const owner: Rights = { isOwner: true, permissions: allPermissions };

/**
 * Throws 404 if the actor does not have the right in an organization. If the organization refuses the actor, throws 401
 * with the reason.
 */
export async function requireRight(
  right: readonly Standing[],
  reader: Reader,
  actor: Actor,
  organization: string,
): Promise<void> {
  if (!may(right)({ rights: admitted(await findAdmission(reader, actor, organization)) })) throw notFound();
}

/**
 * Result of checking an actor's access to an organization: either the actor's rights or the reason of a refusal.
 * Undefined if the actor does not belong to the organization.
 */
export type Admission = Rights | RefusalReason | undefined;

async function findAdmission(reader: Reader, actor: Actor, organization: string): Promise<Admission> {
  const { identity } = actor;
  if (identity.kind === 'system') return (await reader.first(organizationById, { id: organization })) && owner;
  if (identity.kind !== 'user') return rightsOfGroup(actor, organization);
  return rightsOfTeams(await reader.rows(teamsOfMember, { organization, ...visitorOf(actor, identity) }));
}

const refusals: Readonly<Record<RefusalReason, Problem>> = {
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

export const isRefusal = (admission: Admission): admission is RefusalReason => typeof admission === 'string';

/**
 * Returns the rights of an actor whose access was checked. Throws 401 with the reason if the organization refuses the
 * actor because of the way in which the actor signed in. A 404 would be wrong: members know that the organization
 * exists, and released clients treat a 404 as a deleted record and remove it from their state.
 */
export function admitted(admission: Admission): Rights | undefined {
  if (!isRefusal(admission)) return admission;
  const { code, detail } = refusals[admission];
  throw halfAuthorized(code, detail);
}

/**
 * Returns the identifiers of the actor's teams in several organizations. If a permission is given, only the teams that
 * have the permission are returned. The result is empty for an organization token.
 */
export async function teamsAcross(
  reader: Reader,
  actor: Actor,
  organizations: readonly string[],
  permission?: Permission,
): Promise<readonly string[]> {
  const { identity } = actor;
  const isWanted = (bits: number) => permission === undefined || hasPermission(bits, permission);
  if (identity.kind === 'team') {
    return organizations.includes(identity.organizationId) && isWanted(identity.permissions) ? [identity.id] : [];
  }
  if (identity.kind !== 'user') return [];
  const teams = await reader.rows(teamsOfMemberIn, {
    organizations: JSON.stringify(organizations),
    ...visitorOf(actor, identity),
  });
  return teams.flatMap(({ team_id, permissions, refusal }) =>
    team_id !== null && refusal === null && isWanted(permissions ?? 0) ? [team_id] : [],
  );
}

/** Returns the identifiers of the actor's teams in an organization. See `teamsAcross`. */
export const teamsOf = (
  reader: Reader,
  actor: Actor,
  organization: string,
  permission?: Permission,
): Promise<readonly string[]> => teamsAcross(reader, actor, [organization], permission);

/**
 * Returns the actor's rights in several organizations. The keys are organization identifiers. There is no entry for an
 * organization that refuses the actor or to which the actor does not belong.
 */
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

/** Returns the facts about a person from which an organization decides whether to refuse the person. */
export const visitorOf = ({ session }: Actor, { id, lacksTwoFactor }: Person): RefusalFacts => ({
  user: id,
  bySession: session === undefined ? 0 : 1,
  lacksTwoFactor: lacksTwoFactor === true ? 1 : 0,
});

/** Returns the rights of an actor that is not a person. */
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

/** Decodes the column `team_rights`, which `withTeamRights` adds to a query. */
function rightsIn(teams: string | null): Admission {
  if (teams === null) return undefined;
  const each = teams.split(' ');
  if (each[0] === 'user-tokens' || each[0] === 'two-factor') return each[0];
  if (each.includes('+')) return owner;
  return { isOwner: false, permissions: each.reduce((bits, permissions) => bits | Number(permissions), 0) };
}

type TeamColumns = Pick<RowsOf<typeof teamsOfMember>, 'is_owners' | 'permissions' | 'refusal'>;

/**
 * Returns the combined rights of a person's teams. `teams` is empty if the person is not a member, and the result is
 * then undefined. A member without teams has one row.
 */
function rightsOfTeams(teams: readonly TeamColumns[]): Admission {
  const [first] = teams;
  if (first === undefined || first.refusal !== null) return first?.refusal ?? undefined;
  if (teams.some((team) => team.is_owners === 1)) return owner;
  return { isOwner: false, permissions: teams.reduce((bits, team) => bits | (team.permissions ?? 0), 0) };
}
