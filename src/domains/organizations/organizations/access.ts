import type { Context } from '../../../context.ts';
import type { Reader } from '../../../db/database.ts';
import type { Query } from '../../../db/query.ts';
import { notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../lib/actor.ts';
import { allPermissions, hasPermission, type Permission } from '../../../lib/permissions.ts';
import { folded } from '../../../lib/text.ts';
import { generalSettings } from '../../instance/groups/general.ts';
import { type OrganizationRow, organizationByKey, teamsOfMember } from './store.ts';

/** What somebody may do in one organization. */
export interface Rights {
  readonly isOwner: boolean;
  /** One bit for each permission. */
  readonly permissions: number;
}

const owner: Rights = { isOwner: true, permissions: allPermissions };

/** Sums up teams; undefined when there is no row, not even that of a member without teams. */
const rightsOfTeams = (
  teams: readonly { readonly is_owners: number | null; readonly permissions: number | null }[],
): Rights | undefined => {
  if (teams.length === 0) return undefined;
  if (teams.some((team) => team.is_owners === 1)) return owner;
  return { isOwner: false, permissions: teams.reduce((bits, team) => bits | (team.permissions ?? 0), 0) };
};

/** The actor's rights in an organization; undefined for who is not of it. */
export const findRights = async (
  reader: Reader,
  { identity }: Actor,
  organizationId: string,
): Promise<Rights | undefined> => {
  switch (identity.kind) {
    case 'user':
      return rightsOfTeams(await reader.rows(teamsOfMember, { organization: organizationId, user: identity.id }));
    case 'team':
      if (identity.organizationId !== organizationId) return undefined;
      return identity.isOwners ? owner : { isOwner: false, permissions: identity.permissions };
    case 'organization':
      return identity.id === organizationId ? { isOwner: false, permissions: allPermissions } : undefined;
    case 'system':
      return owner;
    case 'anonymous':
      return undefined;
  }
};

/** An organization that the actor is of, and the actor's rights in it. */
export interface Standing {
  readonly organization: OrganizationRow;
  readonly rights: Rights;
}

/** Finds the organization for anybody who is of it; 404 for everybody else. */
export const memberOf = async ({ database }: Context, actor: Actor, name: string): Promise<Standing> => {
  const organization = await database.first(organizationByKey, { key: folded(name) });
  const rights = organization && (await findRights(database, actor, organization.id));
  if (organization === undefined || rights === undefined) throw notFound();
  return { organization, rights };
};

/** Reads from several organizations by the actor's rights in each; those that the actor is not of give nothing. */
export const readInEach = async <Row>(
  { database }: Context,
  actor: Actor,
  organizationIds: readonly string[],
  read: (organizationId: string, rights: Rights) => Promise<readonly Row[]>,
): Promise<readonly Row[]> => {
  const found = await Promise.all(
    [...new Set(organizationIds)].map(async (id) => {
      const rights = await findRights(database, actor, id);
      return rights === undefined ? [] : read(id, rights);
    }),
  );
  return found.flat();
};

/** Whether these rights hold a permission; an owner's hold all. */
export const mayInOrganization = (rights: Rights | undefined, permission: Permission): boolean =>
  rights !== undefined && (rights.isOwner || hasPermission(rights.permissions, permission));

/** Finds the organization for who holds a permission in it; 404 for everybody else. */
export const permittedIn =
  (permission: Permission) =>
  async (context: Context, actor: Actor, name: string): Promise<Standing> => {
    const standing = await memberOf(context, actor, name);
    if (!mayInOrganization(standing.rights, permission)) throw notFound();
    return standing;
  };

/** Finds a record of an organization for who holds a permission there; 404 for everybody else. */
export const permittedOn =
  <Row extends { readonly organization_id: string }>(permission: Permission, byId: Query<{ id: string }, Row>) =>
  async ({ database }: Context, actor: Actor, id: string): Promise<Row> => {
    const row = await database.first(byId, { id });
    const rights = row && (await findRights(database, actor, row.organization_id));
    if (row === undefined || !mayInOrganization(rights, permission)) throw notFound();
    return row;
  };

/** Finds the organization for its owners; 404 for everybody else. */
export const ownerOf = async (context: Context, actor: Actor, name: string): Promise<Standing> => {
  const standing = await memberOf(context, actor, name);
  if (!standing.rights.isOwner) throw notFound();
  return standing;
};

/** Anybody with an account may create organizations, unless the instance leaves that to its administrators. */
export const organizationCreator = async (context: Context, { identity }: Actor): Promise<void> => {
  if (identity.kind === 'system') return;
  const isLimited = generalSettings(context)['limit-user-organization-creation'];
  const mayCreate = identity.kind === 'user' && (identity.isAdmin || !isLimited);
  if (!mayCreate) throw notFound();
};
