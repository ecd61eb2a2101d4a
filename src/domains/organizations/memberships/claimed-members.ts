// Memberships of accounts whose e-mail address has not been confirmed.
import type { Fact } from '../../../db/fact.ts';
import { claimingInSeveral } from './store.ts';

const maxNamed = 20;

/**
 * Some accounts with an unconfirmed e-mail address that are members of several organizations. `hasMore` says whether
 * there are more such accounts.
 */
export interface ClaimedMembers {
  readonly usernames: readonly string[];
  readonly hasMore: boolean;
}

export const claimedMembers: Fact<ClaimedMembers> = {
  table: 'memberships',
  read: async (reader) => {
    const rows = await reader.rows(claimingInSeveral, { limit: maxNamed + 1 });
    const usernames = rows.slice(0, maxNamed).map(({ username }) => username);
    return { usernames, hasMore: rows.length > maxNamed };
  },
};
