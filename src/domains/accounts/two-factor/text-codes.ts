// One-time codes sent by text message. Each code is derived from the account's secret and a counter (RFC 4226), so that
// codes need not be stored. Only the last code is valid, once and for ten minutes.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { timestamp } from '../../../kernel/clock.ts';
import type { StoredCredentials } from '../users/store.ts';
import { twoFactorPhonePlace, twoFactorSecretPlace } from './places.ts';
import { closeTextCode, setTextCode, type TextCodeRow, textCodeOf } from './store.ts';
import { hotpCode, isCodeForm } from './totp.ts';

const hour = 3_600_000;
const lifetime = 10 * 60_000;
/** Minimum time between two codes, in milliseconds. */
const betweenCodes = 30_000;
const maxPerHour = 10;

/**
 * A code to send, or the reason why none is sent: the last code was sent too recently, or the hourly limit is reached.
 * `wait` is in milliseconds.
 */
export type Issued =
  | { readonly kind: 'code'; readonly code: string; readonly phone: string; readonly number: number }
  | { readonly kind: 'recent'; readonly wait: number }
  | { readonly kind: 'exhausted'; readonly wait: number };

/** An account whose second factor is a phone. */
interface PhoneAccount {
  readonly userId: string;
  readonly secret: string;
  readonly phone: string;
}

type TwoFactorColumns = Pick<StoredCredentials, 'id' | 'two_factor_secret' | 'two_factor_phone'>;

/** Returns the account's phone. Undefined if the phone is not the second factor. */
export function phoneOf(account: TwoFactorColumns): PhoneAccount | undefined {
  const { id: userId, two_factor_secret: secret, two_factor_phone: phone } = account;
  return phone === null || secret === null ? undefined : { userId, secret, phone };
}

/**
 * Issues an account's next code and invalidates its earlier codes. The transaction must have locked the account's row.
 * `isNew` means that the secret or phone is new, so that the minimum time between codes does not apply.
 */
export async function issueTextCode(
  tx: Transaction,
  { clock, vault }: Context,
  { userId, secret, phone }: PhoneAccount,
  isNew: boolean,
): Promise<Issued> {
  const now = clock.now();
  const before = (await tx.first(textCodeOf, { id: userId })) ?? unsent(now);
  const refusal = waitOf(before, now, isNew);
  if (refusal !== undefined) return refusal;
  const isSameHour = isWithin(before.counted_since, hour, now);
  const row = {
    number: before.number + 1,
    is_active: 1,
    sent_at: timestamp(now),
    sent_count: isSameHour ? before.sent_count + 1 : 1,
    counted_since: isSameHour ? before.counted_since : timestamp(now),
  };
  await setTextCode(tx, userId, row);
  const code = hotpCode(vault.open(twoFactorSecretPlace(userId), secret), row.number);
  return { kind: 'code', code, phone: vault.open(twoFactorPhonePlace(userId), phone), number: row.number };
}

/** Uses up the last code. Returns false if the entered code is wrong, expired or used. */
export async function takeTextCode(
  tx: Transaction,
  { clock, vault }: Context,
  { userId, secret }: Pick<PhoneAccount, 'userId' | 'secret'>,
  typed: string,
): Promise<boolean> {
  const row = await tx.first(textCodeOf, { id: userId });
  if (row === undefined || !isCodeForm(typed) || !isWithin(row.sent_at, lifetime, clock.now())) return false;
  if (hotpCode(vault.open(twoFactorSecretPlace(userId), secret), row.number) !== typed) return false;
  return closeTextCode(tx, userId, row.number);
}

const unsent = (now: number): TextCodeRow => ({
  number: 0,
  is_active: 0,
  sent_at: timestamp(now),
  sent_count: 0,
  counted_since: timestamp(now),
});

/**
 * Returns the reason why no code may be sent yet, with the time to wait in milliseconds. Undefined if a code may be
 * sent now.
 */
const waitOf = (row: TextCodeRow, now: number, isNew: boolean): Issued | undefined => {
  const { is_active, sent_at, sent_count, counted_since } = row;
  if (sent_count >= maxPerHour && isWithin(counted_since, hour, now)) {
    return { kind: 'exhausted', wait: Date.parse(counted_since) + hour - now };
  }
  if (!isNew && is_active === 1 && isWithin(sent_at, betweenCodes, now)) {
    return { kind: 'recent', wait: Date.parse(sent_at) + betweenCodes - now };
  }
  return undefined;
};

const isWithin = (since: string, milliseconds: number, now: number): boolean => now < Date.parse(since) + milliseconds;
