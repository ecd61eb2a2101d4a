import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { keyOf } from '../../../runtime/limits/attempts.ts';
import type { FailureLimit } from '../../../runtime/limits/failure-limit.ts';
import { type StoredCredentials, updateUser } from '../users/store.ts';
import { lockCredentials } from '../users/users.ts';
import { entryFor } from './entry.ts';
import { twoFactorSecretPlace } from './places.ts';
import { takeRecoveryCode } from './recovery-codes.ts';
import { deleteRecoveryCodes } from './store.ts';
import { phoneOf, takeTextCode } from './text-codes.ts';
import { totpStep } from './totp.ts';

const minute = 60_000;

/**
 * Limits for wrong codes per account, over all routes that accept codes. Every five further wrong codes block the
 * account for a longer time.
 */
const wrongCodes = [
  { max: 5, window: minute },
  { max: 10, window: 10 * minute },
  { max: 15, window: 60 * minute },
] as const;

/** Column values of an account without a second factor. */
export const noTwoFactor = {
  two_factor_secret: null,
  two_factor_confirmed_at: null,
  two_factor_step: null,
  two_factor_phone: null,
} as const;

/** Limits for one-time code attempts on an account. */
export function codeLimits(userId: string): readonly FailureLimit[] {
  return wrongCodes.map(({ max, window }) => ({ key: keyOf('code', String(max), userId), max, window }));
}

/**
 * Locks an account with two-factor authentication and uses up a second factor code or a recovery code. Returns the
 * audit entries, or undefined if the code is wrong or used. 404 if the account was deleted. The caller must limit
 * attempts with `codeLimits`.
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

/** Turns off two-factor authentication or cancels an enrolment. Returns false if the account has neither. */
export async function disableTwoFactor(tx: Transaction, userId: string): Promise<boolean> {
  const account = await lockCredentials(tx, userId);
  if (account.two_factor_secret === null) return false;
  await updateUser(tx, userId, noTwoFactor);
  await deleteRecoveryCodes(tx, userId);
  return true;
}

/** Whether a sign-in requires a one-time code. An unconfirmed enrolment does not count. */
export function isTwoFactorOn(row: Pick<StoredCredentials, 'two_factor_confirmed_at'>): boolean {
  return row.two_factor_confirmed_at !== null;
}

/**
 * Uses up a second factor code of an account, whose row the transaction must have locked. Returns false if the code is
 * wrong or used.
 */
export async function takeFactorCode(
  tx: Transaction,
  context: Context,
  account: StoredCredentials,
  code: string,
): Promise<boolean> {
  const withPhone = phoneOf(account);
  return withPhone === undefined ? takeTotp(tx, context, account, code) : takeTextCode(tx, context, withPhone, code);
}

/** Uses up an authenticator code. Only codes that are newer than the last accepted code are accepted. */
const takeTotp = async (
  tx: Transaction,
  { clock, vault }: Context,
  { id, two_factor_secret: sealed, two_factor_step: last }: StoredCredentials,
  code: string,
): Promise<boolean> => {
  const step = sealed === null ? undefined : totpStep(vault.open(twoFactorSecretPlace(id), sealed), code, clock.now());
  if (step === undefined || (last !== null && step <= last)) return false;
  await updateUser(tx, id, { two_factor_step: step });
  return true;
};
