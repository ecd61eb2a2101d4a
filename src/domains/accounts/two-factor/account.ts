// Two-factor operations of people on their own accounts.
import type { Context } from '../../../context.ts';
import { badRequest } from '../../../jsonapi/errors.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { attempt } from '../../../runtime/limits/attempts.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { attemptParts, enqueueMail } from '../../instance/index.ts';
import { twoFactorEnabled } from '../mails.ts';
import { credentialsById, type StoredCredentials, updateUser } from '../users/store.ts';
import { lockCredentials } from '../users/users.ts';
import { entryFor } from './entry.ts';
import { twoFactorSecretPlace } from './places.ts';
import { type Check, type PersonalActor, type Proof, provenChange, wrongCode } from './proof.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';
import { newTotpSecret, totpUri } from './totp.ts';
import { codeLimits, disableTwoFactor, isTwoFactorOn, noTwoFactor, takeFactorCode } from './two-factor.ts';

const issuer = 'Tipstaff';

/** A new enrolment. Its secret is shown only once. */
export interface Enrolment {
  readonly userId: string;
  /** Secret in base32. Null if a phone is the second factor. */
  readonly secret: string | null;
  /** URI for authenticator apps with the secret and the account name. */
  readonly uri: string | null;
  /** Phone number that receives codes by text message. Null if an authenticator app generates the codes. */
  readonly phone: string | null;
}

/** New recovery codes of an account. They are shown only once. */
export interface RecoveryCodes {
  readonly userId: string;
  readonly codes: readonly string[];
}

/**
 * Starts an enrolment, and replaces an earlier enrolment that was not confirmed. 400 if two-factor authentication is
 * on. 422 without proof of ownership.
 */
export function beginEnrolment(context: Context, { actor, person }: PersonalActor, check: Check): Promise<Enrolment> {
  const { id, username } = person;
  const secret = newTotpSecret();
  const sealed = context.vault.seal(twoFactorSecretPlace(id), secret);
  return auditedTransaction(context, actor, async (tx) => {
    const account = await lockCredentials(tx, id);
    requireOff(account);
    const proved = await check(tx, account);
    await updateUser(tx, id, { two_factor_secret: sealed, two_factor_step: null, two_factor_phone: null });
    const result = { userId: id, secret, uri: totpUri(issuer, username, secret), phone: null };
    return { result, audit: [...proved, entryFor(id, 'begin-two-factor')] };
  });
}

/**
 * Turns on two-factor authentication with the first code of an enrolment, and notifies the owner by mail. 400 without
 * an enrolment. 422 if the code is wrong. 429 after too many wrong codes.
 */
export async function confirmEnrolment(
  context: Context,
  personal: PersonalActor,
  code: string,
): Promise<RecoveryCodes> {
  const { id } = personal.person;
  requirePending(await context.database.first(credentialsById, { id }));
  return attempt(attemptParts(context), codeLimits(id), () => enable(context, personal, code.trim()));
}

/**
 * Turns off two-factor authentication, which requires proof, or cancels an enrolment, which does not. 400 if the
 * account has neither.
 */
export async function endTwoFactor(context: Context, personal: PersonalActor, proof: Proof): Promise<void> {
  if (await cancelEnrolment(context, personal)) return;
  const { id } = personal.person;
  await provenChange(context, personal, proof, async (tx) => {
    await disableTwoFactor(tx, id);
    return { result: { id }, audit: [entryFor(id, 'disable-two-factor')] };
  });
}

/** Replaces the recovery codes with ten new ones. Requires proof. */
export function renewRecoveryCodes(context: Context, personal: PersonalActor, proof: Proof): Promise<RecoveryCodes> {
  const { id } = personal.person;
  return provenChange(context, personal, proof, async (tx) => {
    const codes = await replaceRecoveryCodes(tx, id);
    return { result: { userId: id, codes }, audit: [entryFor(id, 'renew-recovery-codes')] };
  });
}

/** Throws 400 if two-factor authentication is on. */
export function requireOff(row: StoredCredentials): void {
  if (isTwoFactorOn(row)) throw badRequest('Two-factor authentication is already enabled.', 'wrong-state');
}

/** Returns the account if it has an enrolment to confirm. Throws 400 otherwise. */
const requirePending = (row: StoredCredentials | undefined): StoredCredentials => {
  if (row !== undefined) requireOff(row);
  if (row === undefined || row.two_factor_secret === null) {
    throw badRequest('There is no two-factor enrolment to confirm. Start an enrolment first.', 'wrong-state');
  }
  return row;
};

const enable = (context: Context, { actor, person }: PersonalActor, code: string): Promise<RecoveryCodes> =>
  auditedTransaction(context, actor, async (tx) => {
    const { id } = person;
    const account = requirePending(await lockCredentials(tx, id));
    if (!(await takeFactorCode(tx, context, account, code))) throw wrongCode();
    await updateUser(tx, id, { two_factor_confirmed_at: timestamp(context.clock.now()) });
    const codes = await replaceRecoveryCodes(tx, id);
    await enqueueMail(tx, context, account.email, twoFactorEnabled(person.username));
    return { result: { userId: id, codes }, audit: [entryFor(id, 'enable-two-factor')] };
  });

/** Cancels an unconfirmed enrolment. Returns false if there is none. */
const cancelEnrolment = (context: Context, { actor, person: { id } }: PersonalActor): Promise<boolean> =>
  auditedTransaction(context, actor, async (tx) => {
    const account = await lockCredentials(tx, id);
    if (isTwoFactorOn(account) || account.two_factor_secret === null) return { result: false, audit: [] };
    await updateUser(tx, id, noTwoFactor);
    return { result: true, audit: [entryFor(id, 'cancel-two-factor')] };
  });
