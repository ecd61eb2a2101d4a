// Which organizations of an account the viewer sees: all, or the common ones.
import { type SqlBool, sql } from 'kysely';
import type { Actor } from '../../../kernel/actor.ts';
import { emailProof } from './email-proof.ts';

/** The viewer of accounts, as parameters of a query. */
export interface UserView {
  readonly seesAll: number;
  readonly viewer: string;
  readonly viewingOrganization: string;
}

const nobody: UserView = { seesAll: 0, viewer: '', viewingOrganization: '' };

/** Site administrators and the operator see every organization, people their own, a token of a team or an organization one. */
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

/** The address that an account wants, where the viewer is its owner or sees all. */
export function wantedAddress({ seesAll, viewer }: UserView) {
  return sql<string | null>`case when ${seesAll} = 1 or users.id = ${viewer} then users.unconfirmed_email end`;
}

/** 1 if somebody vouches for the address of an account, for its owner and for viewers who see all. */
export function isAddressConfirmed({ seesAll, viewer }: UserView) {
  return sql<number | null>`case when ${seesAll} = 1 or users.id = ${viewer}
    then case when ${emailProof} is null then 0 else 1 end end`;
}

/** Name of the first inviter of an account, and the organization, for viewers who see all. */
export function inviter({ seesAll }: UserView) {
  return sql<string | null>`case when ${seesAll} = 1 then users.invited_by end`;
}

/** SQL condition that the viewer sees the organization of a row of `memberships`: one where the viewer's own has started. */
export function isSharedWith({ seesAll, viewer, viewingOrganization }: UserView) {
  return sql<SqlBool>`(${seesAll} = 1 or memberships.organization_id = ${viewingOrganization} or exists (
    select 1 from memberships as own
    where own.user_id = ${viewer} and own.organization_id = memberships.organization_id and own.awaited_address is null))`;
}
