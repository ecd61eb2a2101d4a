// Determines the account to which work in shared resources, such as the policy engine, is charged.
import type { Reader } from '../../db/database.ts';
import { query } from '../../db/query.ts';
import type { Identity } from '../../kernel/actor.ts';

const organizationCreator = query<{ id: string }>()((db, { id }) =>
  db.selectFrom('organizations').select('creator_id').where('id', '=', id),
);

/**
 * Returns the account to which an identity's work is charged. A user's work is charged to the user's own account.
 * Background work and the work of other identities, such as a team token or a run platform, is charged to the account
 * that created the organization, or to the organization if it has no creator. As a result, all organizations with the
 * same creator share one account.
 */
export async function accountFor(reader: Reader, organization: string, identity?: Identity): Promise<string> {
  if (identity?.kind === 'user') return identity.id;
  return (await reader.first(organizationCreator, { id: organization }))?.creator_id ?? organization;
}
