// One-time codes by text message, for who has given a phone number. Each follows from the account's secret and a
// number that counts up (RFC 4226), so that none is stored; only the last one sent is good, once, for ten minutes.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { timestamp } from '../../../lib/clock.ts';
import { hotpCode, isCodeForm } from '../../../lib/totp.ts';
import { phonePlace, secretPlace } from './places.ts';
import { type TextCodeRow, type TwoFactorRow, textCodeOf } from './store.ts';

const hour = 3_600_000;
const lifetime = 10 * 60_000;
/** How long a code must have been on its way before another one is sent, in milliseconds. */
const betweenCodes = 30_000;
const mostAnHour = 10;

/** A code that is to be sent, or why there is none: the last one is still on its way, or there were too many. */
export type Issued =
  | { readonly kind: 'code'; readonly code: string; readonly phone: string; readonly number: number }
  | { readonly kind: 'recent'; readonly wait: number }
  | { readonly kind: 'exhausted'; readonly wait: number };

/** An account that is held, whose second factor is a phone. */
interface Phoned {
  readonly userId: string;
  readonly secret: string;
  readonly phone: string;
}

/** The account's phone, if its second factor is one. */
export const phoneOf = (userId: string, row: TwoFactorRow): Phoned | undefined =>
  row.two_factor_phone === null || row.two_factor_secret === null
    ? undefined
    : { userId, secret: row.two_factor_secret, phone: row.two_factor_phone };

const isWithin = (moment: string, milliseconds: number, now: number): boolean =>
  now < Date.parse(moment) + milliseconds;

/** How long to wait for another code; undefined when there may be one now. `isNew` is for another secret or phone. */
const refusalOf = (row: TextCodeRow, now: number, isNew: boolean): Issued | undefined => {
  const { is_active, sent_at, sent_count, counted_since } = row;
  if (sent_count >= mostAnHour && isWithin(counted_since, hour, now)) {
    return { kind: 'exhausted', wait: Date.parse(counted_since) + hour - now };
  }
  if (!isNew && is_active === 1 && isWithin(sent_at, betweenCodes, now)) {
    return { kind: 'recent', wait: Date.parse(sent_at) + betweenCodes - now };
  }
  return undefined;
};

const unsent = (now: number): TextCodeRow => ({
  number: 0,
  is_active: 0,
  sent_at: timestamp(now),
  sent_count: 0,
  counted_since: timestamp(now),
});

/** Makes the next code of an account that is held; every one before is dead. */
export const issueTextCode = async (
  tx: Transaction,
  { clock, vault }: Context,
  { userId, secret, phone }: Phoned,
  isNew: boolean,
): Promise<Issued> => {
  const now = clock.now();
  const before = (await tx.first(textCodeOf, { id: userId })) ?? unsent(now);
  const refusal = refusalOf(before, now, isNew);
  if (refusal !== undefined) return refusal;
  const isSameHour = isWithin(before.counted_since, hour, now);
  const row = {
    number: before.number + 1,
    is_active: 1,
    sent_at: timestamp(now),
    sent_count: isSameHour ? before.sent_count + 1 : 1,
    counted_since: isSameHour ? before.counted_since : timestamp(now),
  };
  await tx.run((db) =>
    db
      .insertInto('text_codes')
      .values({ user_id: userId, ...row })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row)),
  );
  const code = hotpCode(vault.open(secretPlace(userId), secret), row.number);
  return { kind: 'code', code, phone: vault.open(phonePlace(userId), phone), number: row.number };
};

/** Closes a code, so that it is good for nothing; false when it was closed already. */
export const closeTextCode = async (tx: Transaction, userId: string, number: number): Promise<boolean> => {
  const closed = await tx.run((db) =>
    db
      .updateTable('text_codes')
      .set({ is_active: 0 })
      .where('user_id', '=', userId)
      .where('number', '=', number)
      .where('is_active', '=', 1),
  );
  return closed === 1;
};

/** Uses up the code that was sent last; false when it is another one, too old, or used. */
export const takeTextCode = async (
  tx: Transaction,
  { clock, vault }: Context,
  { userId, secret }: Pick<Phoned, 'userId' | 'secret'>,
  typed: string,
): Promise<boolean> => {
  const row = await tx.first(textCodeOf, { id: userId });
  if (row === undefined || !isCodeForm(typed) || !isWithin(row.sent_at, lifetime, clock.now())) return false;
  if (hotpCode(vault.open(secretPlace(userId), secret), row.number) !== typed) return false;
  return closeTextCode(tx, userId, row.number);
};
