import type { Context } from '../../context.ts';
import type { Actor } from '../../lib/actor.ts';
import { folded } from '../../lib/text.ts';
import { accountByEmail } from './store.ts';

/**
 * Takes note that somebody has forgotten a password. As long as the service sends no mail, the operator reads of it
 * in the log, and hands out a link.
 */
export const requestPasswordReset = async (
  { database, log }: Context,
  { requestId, address }: Actor,
  email: string,
): Promise<void> => {
  const account = await database.first(accountByEmail, { key: folded(email) });
  if (account === undefined) return;
  log.warn(
    { request: requestId, address, user: account.id },
    'a forgotten password, and no mail to send a link with: "reeve admin reset-password" makes one',
  );
};
