import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { AuditEntry } from '../../../lib/audit-entry.ts';
import { totpStep } from '../../../lib/totp.ts';
import { keyOf } from '../../../runtime/attempts.ts';
import type { FailureLimit } from '../../../runtime/failure-limit.ts';
import { type Credentials, updateUser } from '../users/store.ts';
import { lockCredentials } from '../users/users.ts';
import { entryFor } from './entry.ts';
import { twoFactorSecretPlace } from './places.ts';
import { takeRecoveryCode } from './recovery-codes.ts';
import { deleteRecoveryCodes } from './store.ts';
import { phoneOf, takeTextCode } from './text-codes.ts';

/** Wrong codes a minute that an account stands, wherever they are tried. */
const maxWrongCodes = 5;

/** The limits of an attempt at an account's one-time code. */
export const codeLimits = (userId: string): readonly FailureLimit[] => [
  { key: keyOf('code', userId), max: maxWrongCodes },
];

/**
 * Whether an account needs a one-time code beside its password. A secret that no code has confirmed yet does not count.
 */
export const isTwoFactorOn = (row: Pick<Credentials, 'two_factor_confirmed_at'>): boolean =>
  row.two_factor_confirmed_at !== null;

/** Uses up a code of the authenticator: none is taken twice, nor one from before the last that was. */
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

/** Uses up a code of the account's second factor, be that an authenticator or a phone. The account is held. */
export const takeFactorCode = async (
  tx: Transaction,
  context: Context,
  account: Credentials,
  code: string,
): Promise<boolean> => {
  const phoned = phoneOf(account);
  return phoned === undefined ? takeTotp(tx, context, account, code) : takeTextCode(tx, context, phoned, code);
};

/**
 * Uses up a one-time code of an account whose two-factor authentication is on, be it the second factor's or a
 * recovery code; the account is held from here on (404 when it has gone). Answers what the audit record is to say of
 * it, which may be nothing; undefined when the code is wrong or was used before. Attempts are to be limited by
 * `codeLimits`.
 */
export const takeOneTimeCode = async (
  tx: Transaction,
  context: Context,
  userId: string,
  code: string,
): Promise<readonly AuditEntry[] | undefined> => {
  const account = await lockCredentials(tx, userId);
  if (!isTwoFactorOn(account)) return undefined;
  const typed = code.trim();
  if (await takeFactorCode(tx, context, account, typed)) return [];
  return (await takeRecoveryCode(tx, userId, typed)) ? [entryFor(userId, 'use-recovery-code')] : undefined;
};

/** The columns of an account without a second factor. */
export const noTwoFactor = {
  two_factor_secret: null,
  two_factor_confirmed_at: null,
  two_factor_step: null,
  two_factor_phone: null,
} as const;

/** Turns an account's two-factor authentication off, or drops an enrolment; false when there is neither. */
export const disableTwoFactor = async (tx: Transaction, userId: string): Promise<boolean> => {
  const account = await lockCredentials(tx, userId);
  if (account.two_factor_secret === null) return false;
  await updateUser(tx, userId, noTwoFactor);
  await deleteRecoveryCodes(tx, userId);
  return true;
};
