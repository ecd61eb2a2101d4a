import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { AuditEntry } from '../../../lib/audit-entry.ts';
import { totpStep } from '../../../lib/totp.ts';
import { keyOf } from '../../../runtime/attempts.ts';
import type { FailureLimit } from '../../../runtime/failure-limit.ts';
import { entryFor } from './entry.ts';
import { secretPlace } from './places.ts';
import { deleteRecoveryCodes, takeRecoveryCode } from './recovery-codes.ts';
import { holdTwoFactor, type TwoFactorRow } from './store.ts';
import { phoneOf, takeTextCode } from './text-codes.ts';

/** Wrong codes a minute that an account stands, wherever they are tried. */
const mostWrongCodes = 5;

/** The limits of an attempt at an account's one-time code. */
export const codeLimits = (userId: string): readonly FailureLimit[] => [
  { key: keyOf('code', userId), most: mostWrongCodes },
];

/**
 * Whether an account needs a one-time code beside its password. A secret that no code has confirmed yet does not count.
 */
export const isTwoFactorOn = (row: Pick<TwoFactorRow, 'two_factor_confirmed_at'>): boolean =>
  row.two_factor_confirmed_at !== null;

/** Uses up a code of the authenticator: none is taken twice, nor one from before the last that was. */
const takeTotp = async (
  tx: Transaction,
  { clock, vault }: Context,
  { userId, sealed }: { readonly userId: string; readonly sealed: string },
  code: string,
): Promise<boolean> => {
  const step = totpStep(vault.open(secretPlace(userId), sealed), code, clock.now());
  if (step === undefined) return false;
  const taken = await tx.run((db) =>
    db
      .updateTable('users')
      .set({ two_factor_step: step })
      .where('id', '=', userId)
      .where(({ eb, or }) => or([eb('two_factor_step', 'is', null), eb('two_factor_step', '<', step)])),
  );
  return taken === 1;
};

/** Uses up a code of the account's second factor, be that an authenticator or a phone. The account is held. */
export const takeFactorCode = async (
  tx: Transaction,
  context: Context,
  { userId, row }: { readonly userId: string; readonly row: TwoFactorRow },
  code: string,
): Promise<boolean> => {
  const phoned = phoneOf(userId, row);
  if (phoned !== undefined) return takeTextCode(tx, context, phoned, code);
  const sealed = row.two_factor_secret;
  return sealed !== null && takeTotp(tx, context, { userId, sealed }, code);
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
  const row = await holdTwoFactor(tx, userId);
  if (!isTwoFactorOn(row)) return undefined;
  const typed = code.trim();
  if (await takeFactorCode(tx, context, { userId, row }, typed)) return [];
  return (await takeRecoveryCode(tx, userId, typed)) ? [entryFor(userId, 'use-recovery-code')] : undefined;
};

/**
 * Turns an account's two-factor authentication off, or drops an enrolment; false when there was neither. True for one of
 * several callers at once.
 */
export const disableTwoFactor = async (tx: Transaction, userId: string): Promise<boolean> => {
  const disabled = await tx.run((db) =>
    db
      .updateTable('users')
      .set({ two_factor_secret: null, two_factor_confirmed_at: null, two_factor_step: null, two_factor_phone: null })
      .where('id', '=', userId)
      .where('two_factor_secret', 'is not', null),
  );
  if (disabled === 1) await deleteRecoveryCodes(tx, userId);
  return disabled === 1;
};
