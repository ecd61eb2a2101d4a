// The account that work counts for where accounts share something, such as the policy engine.
import type { Reader } from '../../db/database.ts';
import { query } from '../../db/query.ts';
import type { Identity } from '../../kernel/actor.ts';

const organizationCreator = query<{ id: string }>()((db, { id }) =>
  db.selectFrom('organizations').select('creator_id').where('id', '=', id),
);

/**
 * Account that the work of an identity counts for. A person's work counts for their own account. Work of other identities, such
 * as a team token or a run platform, and background work count for the account that created the organization, or for the
 * organization itself if that has no creator. So several organizations of one creator share one account.
 */
export async function accountFor(reader: Reader, organization: string, identity?: Identity): Promise<string> {
  if (identity?.kind === 'user') return identity.id;
  return (await reader.first(organizationCreator, { id: organization }))?.creator_id ?? organization;
}
