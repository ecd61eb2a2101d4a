import { table, text, time } from '../../../kernel/columns.ts';

/** Networks from which people have signed in with a password. The key is a hash of the account and the network. */
export const knownAddresses = table('known_addresses', {
  key: text(),
  user_id: text(),
  expires_at: time(),
});
