// Which organizations of an account somebody sees: all, or those that both are of.
import { type SqlBool, sql } from 'kysely';
import type { Actor } from '../../../lib/actor.ts';

/** Who looks at accounts, as arguments of a query. */
export interface UserView {
  readonly seesAll: number;
  readonly viewer: string;
  readonly viewingOrganization: string;
}

const nobody: UserView = { seesAll: 0, viewer: '', viewingOrganization: '' };

/** Site administrators and the operator see every organization, people their own, a team's or organization's token its one. */
export const userViewOf = ({ identity }: Pick<Actor, 'identity'>): UserView => {
  switch (identity.kind) {
    case 'user':
      return { ...nobody, seesAll: identity.isAdmin ? 1 : 0, viewer: identity.id };
    case 'team':
      return { ...nobody, viewingOrganization: identity.organizationId };
    case 'organization':
      return { ...nobody, viewingOrganization: identity.id };
    case 'system':
      return { ...nobody, seesAll: 1 };
    case 'anonymous':
      return nobody;
  }
};

/** Whether the organization of the row of `memberships` at hand is seen. */
export const isSharedWith = ({ seesAll, viewer, viewingOrganization }: UserView) =>
  sql<SqlBool>`(${seesAll} = 1 or memberships.organization_id = ${viewingOrganization} or exists (
    select 1 from memberships as own
    where own.user_id = ${viewer} and own.organization_id = memberships.organization_id))`;
