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
export interface OrganizationAccess {
  readonly organization: OrganizationRow;
  readonly rights: Rights;
}

/** Finds the organization for anybody who is of it; 404 for everybody else. */
export const requireMember = async ({ database }: Context, actor: Actor, name: string): Promise<OrganizationAccess> => {
  const organization = await database.first(organizationByKey, { key: folded(name) });
  const rights = organization && (await findRights(database, actor, organization.id));
  if (organization === undefined || rights === undefined) throw notFound();
  return { organization, rights };
};

/** Reads from several organizations by the actor's rights in each; those that the actor is not of give nothing. */
export const readAcrossOrganizations = async <Row>(
  { database }: Context,
  actor: Actor,
  organizationIds: readonly string[],
  read: (organizationId: string, rights: Rights) => Promise<readonly Row[]>,
): Promise<readonly Row[]> => {
  const lists = await Promise.all(
    [...new Set(organizationIds)].map(async (id) => {
      const rights = await findRights(database, actor, id);
      return rights === undefined ? [] : read(id, rights);
    }),
  );
  return lists.flat();
};

/** Whether these rights hold a permission; an owner's hold all. */
export const hasOrganizationPermission = (rights: Rights | undefined, permission: Permission): boolean =>
  rights !== undefined && (rights.isOwner || hasPermission(rights.permissions, permission));

/** Finds the organization for who holds a permission in it; 404 for everybody else. */
export const requirePermission =
  (permission: Permission) =>
  async (context: Context, actor: Actor, name: string): Promise<OrganizationAccess> => {
    const access = await requireMember(context, actor, name);
    if (!hasOrganizationPermission(access.rights, permission)) throw notFound();
    return access;
  };

/** Finds a record of an organization for who holds a permission there; 404 for everybody else. */
export const requirePermissionOn =
  <Row extends { readonly organization_id: string }>(permission: Permission, byId: Query<{ id: string }, Row>) =>
  async ({ database }: Context, actor: Actor, id: string): Promise<Row> => {
    const row = await database.first(byId, { id });
    const rights = row && (await findRights(database, actor, row.organization_id));
    if (row === undefined || !hasOrganizationPermission(rights, permission)) throw notFound();
    return row;
  };

/** Finds the organization for its owners; 404 for everybody else. */
export const requireOwner = async (context: Context, actor: Actor, name: string): Promise<OrganizationAccess> => {
  const access = await requireMember(context, actor, name);
  if (!access.rights.isOwner) throw notFound();
  return access;
};

/** Anybody with an account may create organizations, unless the instance leaves that to its administrators. */
export const requireOrganizationCreator = async (context: Context, { identity }: Actor): Promise<void> => {
  if (identity.kind === 'system') return;
  const isLimited = generalSettings(context)['limit-user-organization-creation'];
  const mayCreate = identity.kind === 'user' && (identity.isAdmin || !isLimited);
  if (!mayCreate) throw notFound();
};
