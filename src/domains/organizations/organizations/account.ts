// The account that work in an organization counts for where accounts share something, such as the policy engine.
import type { Reader } from '../../../db/database.ts';
import type { Identity } from '../../../kernel/actor.ts';
import { organizationCreator } from './store.ts';

/**
 * The account of a person. Work of any other identity, such as a token of a team or a run platform, and work that nobody in
 * particular asked for count for the account that created the organization, so that several organizations of one creator are one
 * account; without a creator, for the organization.
 */
export async function accountFor(reader: Reader, organization: string, identity?: Identity): Promise<string> {
  if (identity?.kind === 'user') return identity.id;
  return (await reader.first(organizationCreator, { id: organization }))?.creator_id ?? organization;
}
