// The account that work in an organization counts for where accounts share something, such as the policy engine.
import type { Reader } from '../../../db/database.ts';
import type { Identity } from '../../../kernel/actor.ts';
import { organizationCreator } from './store.ts';

/**
 * The account of a person. Work of any other identity, such as a token of a team or a run platform, counts for the account that
 * created the organization, so that several organizations are no several accounts; without one, for the organization.
 */
export const accountFor = async (reader: Reader, identity: Identity, organization: string): Promise<string> =>
  identity.kind === 'user' ? identity.id : accountOfOrganization(reader, organization);

export const accountOfOrganization = async (reader: Reader, id: string): Promise<string> =>
  (await reader.first(organizationCreator, { id }))?.creator_id ?? id;
