import type { Transaction } from '../../../db/database.ts';
import { timestamp } from '../../../lib/clock.ts';
import { tokenHash } from '../../../lib/tokens.ts';
import { SamlError } from '../../../protocols/saml/error.ts';
import { insertUsedMessage } from './store.ts';

/**
 * Marks a message of the provider as used. Throws `replayed` when any instance has used it before. The parts identify
 * the message; `expiresAt` is the time from which it is refused anyway, in milliseconds since 1970.
 */
export async function requireFirstUse(tx: Transaction, parts: readonly string[], expiresAt: number): Promise<void> {
  const row = { hash: tokenHash(JSON.stringify(parts)), expires_at: timestamp(expiresAt) };
  if ((await insertUsedMessage(tx, row)) === 0) throw new SamlError('replayed');
}
