// The account that work counts for where accounts share something, such as the policy engine.
import type { Reader } from '../../db/database.ts';
import { query } from '../../db/query.ts';
import type { Identity } from '../../kernel/actor.ts';

const organizationCreator = query<{ id: string }>()((db, { id }) =>
  db.selectFrom('organizations').select('creator_id').where('id', '=', id),
);

/**
 * The account of a person. Work of any other identity, such as a token of a team or a run platform, and work that nobody in
 * particular asked for count for the account that created the organization, so that several organizations of one creator are one
 * account; without a creator, for the organization.
 */
export async function accountFor(reader: Reader, organization: string, identity?: Identity): Promise<string> {
  if (identity?.kind === 'user') return identity.id;
  return (await reader.first(organizationCreator, { id: organization }))?.creator_id ?? organization;
}
