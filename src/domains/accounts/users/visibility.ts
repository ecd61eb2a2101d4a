// Decides which of an account's organizations a viewer may see: all of them, or only those that the viewer belongs to,
// too.
import { type SqlBool, sql } from 'kysely';
import type { Actor } from '../../../kernel/actor.ts';
import { emailProof } from './email-proof.ts';

/** The viewer of accounts, as query parameters. */
export interface UserView {
  readonly seesAll: number;
  readonly viewer: string;
  readonly viewingOrganization: string;
}

const nobody: UserView = { seesAll: 0, viewer: '', viewingOrganization: '' };

/**
 * Returns the viewer. Site administrators and the operator may see every organization. People may see the organizations
 * that they belong to. A team or organization token may see only its own organization.
 */
export function userViewOf({ identity }: Pick<Actor, 'identity'>): UserView {
  switch (identity.kind) {
    case 'user':
      return { ...nobody, seesAll: identity.isAdmin ? 1 : 0, viewer: identity.id };
    case 'team':
      return { ...nobody, viewingOrganization: identity.organizationId };
    case 'organization':
      return { ...nobody, viewingOrganization: identity.id };
    case 'system':
      return { ...nobody, seesAll: 1 };
    case 'audit-trails':
    case 'anonymous':
      return nobody;
  }
}

/** SQL expression for the pending address. Null unless the viewer is the owner or may see everything. */
export function wantedAddress({ seesAll, viewer }: UserView) {
  return sql<string | null>`case when ${seesAll} = 1 or users.id = ${viewer} then users.unconfirmed_email end`;
}

/** SQL expression that is 1 if the address is confirmed. Null unless the viewer is the owner or may see everything. */
export function isAddressConfirmed({ seesAll, viewer }: UserView) {
  return sql<number | null>`case when ${seesAll} = 1 or users.id = ${viewer}
    then case when ${emailProof} is null then 0 else 1 end end`;
}

/** SQL expression for the inviter and the organization. Null unless the viewer may see everything. */
export function inviter({ seesAll }: UserView) {
  return sql<string | null>`case when ${seesAll} = 1 then users.invited_by end`;
}

/**
 * SQL condition on `memberships`: the viewer may see the organization. People may see the organizations in which their
 * own membership is active.
 */
export function isSharedWith({ seesAll, viewer, viewingOrganization }: UserView) {
  return sql<SqlBool>`(${seesAll} = 1 or memberships.organization_id = ${viewingOrganization} or exists (
    select 1 from memberships as own
    where own.user_id = ${viewer} and own.organization_id = memberships.organization_id and own.awaited_address is null))`;
}
