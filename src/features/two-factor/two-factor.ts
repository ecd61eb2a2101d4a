import type { Context } from '../../context.ts';
import type { Transaction } from '../../db/database.ts';
import type { FailureLimit } from '../../effects/failure-limit.ts';
import type { SecretPlace } from '../../lib/secrets.ts';
import { totpStep } from '../../lib/totp.ts';
import { keyOf } from '../attempts.ts';
import type { AuditEntry } from '../audit/audit.ts';
import { deleteRecoveryCodes, takeRecoveryCode } from './recovery-codes.ts';
import { holdTwoFactor, type TwoFactorRow } from './store.ts';

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

/** Where an account's secret is sealed for. */
export const secretPlace = (userId: string): SecretPlace => ({
  table: 'users',
  column: 'two_factor_secret',
  id: userId,
});

/** What is said of an account in the audit record. */
export const entryFor = (userId: string, action: string): AuditEntry => ({
  action: `user.${action}`,
  type: 'users',
  id: userId,
});

/** Uses up a code of the authenticator: none is taken twice, nor one from before the last that was. */
export const takeTotp = async (
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

/**
 * Uses up a one-time code of an account whose two-factor authentication is on, be it the authenticator's or a
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
  if (row.two_factor_secret === null || !isTwoFactorOn(row)) return undefined;
  const typed = code.trim();
  if (await takeTotp(tx, context, { userId, sealed: row.two_factor_secret }, typed)) return [];
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
      .set({ two_factor_secret: null, two_factor_confirmed_at: null, two_factor_step: null })
      .where('id', '=', userId)
      .where('two_factor_secret', 'is not', null),
  );
  if (disabled === 1) await deleteRecoveryCodes(tx, userId);
  return disabled === 1;
};
