import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { keyOf } from '../../../runtime/limits/attempts.ts';
import type { FailureLimit } from '../../../runtime/limits/failure-limit.ts';
import { type Credentials, updateUser } from '../users/store.ts';
import { lockCredentials } from '../users/users.ts';
import { entryFor } from './entry.ts';
import { twoFactorSecretPlace } from './places.ts';
import { takeRecoveryCode } from './recovery-codes.ts';
import { deleteRecoveryCodes } from './store.ts';
import { phoneOf, takeTextCode } from './text-codes.ts';
import { totpStep } from './totp.ts';

const minute = 60_000;

/** Wrong codes for one account, over all the routes that take codes: each further five close it for longer. */
const wrongCodes = [
  { max: 5, window: minute },
  { max: 10, window: 10 * minute },
  { max: 15, window: 60 * minute },
] as const;

/** The columns of an account without a second factor. */
export const noTwoFactor = {
  two_factor_secret: null,
  two_factor_confirmed_at: null,
  two_factor_step: null,
  two_factor_phone: null,
} as const;

/** The limit of attempts at the one-time codes of an account. */
export function codeLimits(userId: string): readonly FailureLimit[] {
  return wrongCodes.map(({ max, window }) => ({ key: keyOf('code', String(max), userId), max, window }));
}

/**
 * Locks an account whose two-factor authentication is on (404 when it was deleted), and uses up a code of its second
 * factor or a recovery code. Answers the audit entries, or undefined when the code is wrong or was used before. The caller
 * limits the attempts by `codeLimits`.
 */
export async function takeOneTimeCode(
  tx: Transaction,
  context: Context,
  userId: string,
  code: string,
): Promise<readonly AuditEntry[] | undefined> {
  const account = await lockCredentials(tx, userId);
  if (!isTwoFactorOn(account)) return undefined;
  const typed = code.trim();
  if (await takeFactorCode(tx, context, account, typed)) return [];
  return (await takeRecoveryCode(tx, userId, typed)) ? [entryFor(userId, 'use-recovery-code')] : undefined;
}

/** Turns two-factor authentication off, or cancels an enrolment; false when there is neither. */
export async function disableTwoFactor(tx: Transaction, userId: string): Promise<boolean> {
  const account = await lockCredentials(tx, userId);
  if (account.two_factor_secret === null) return false;
  await updateUser(tx, userId, noTwoFactor);
  await deleteRecoveryCodes(tx, userId);
  return true;
}

/** True if a sign-in takes a one-time code. An enrolment that was not confirmed does not count. */
export function isTwoFactorOn(row: Pick<Credentials, 'two_factor_confirmed_at'>): boolean {
  return row.two_factor_confirmed_at !== null;
}

/** Uses up a code of the second factor of a locked account. */
export async function takeFactorCode(
  tx: Transaction,
  context: Context,
  account: Credentials,
  code: string,
): Promise<boolean> {
  const withPhone = phoneOf(account);
  return withPhone === undefined ? takeTotp(tx, context, account, code) : takeTextCode(tx, context, withPhone, code);
}

/** Uses up a code of the authenticator. No code is accepted twice, nor one older than the last accepted code. */
const takeTotp = async (
  tx: Transaction,
  { clock, vault }: Context,
  { id, two_factor_secret: sealed, two_factor_step: last }: Credentials,
  code: string,
): Promise<boolean> => {
  const step = sealed === null ? undefined : totpStep(vault.open(twoFactorSecretPlace(id), sealed), code, clock.now());
  if (step === undefined || (last !== null && step <= last)) return false;
  await updateUser(tx, id, { two_factor_step: step });
  return true;
};
