// What people do with their own two-factor authentication.
import type { Context } from '../../../context.ts';
import { badRequest } from '../../../jsonapi/errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import { newTotpSecret, totpUri } from '../../../lib/totp.ts';
import { attempt } from '../../../runtime/attempts.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { type Credentials, credentialsById, updateUser } from '../users/store.ts';
import { lockCredentials } from '../users/users.ts';
import { entryFor } from './entry.ts';
import { twoFactorSecretPlace } from './places.ts';
import { type PersonalActor, type Proof, provenChange, wrongCode } from './proof.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';
import { codeLimits, disableTwoFactor, isTwoFactorOn, noTwoFactor, takeFactorCode } from './two-factor.ts';

const issuer = 'Reeve';

/** A secret that was just made: the only time that it is shown. */
export interface Enrolment {
  readonly userId: string;
  /** In base-32; null where a phone is the second factor. */
  readonly secret: string | null;
  /** The secret and its name, for an authenticator app. */
  readonly uri: string | null;
  /** Where codes are sent by text message; null where an authenticator makes them. */
  readonly phone: string | null;
}

/** An account's new recovery codes: the only time that they are shown. */
export interface RecoveryCodes {
  readonly userId: string;
  readonly codes: readonly string[];
}

/** 400 when two-factor authentication is on. */
export const requireOff = (row: Credentials): void => {
  if (isTwoFactorOn(row)) throw badRequest('Two-factor authentication is already enabled.');
};

/** The account while its enrolment waits for a first code; 400 when none does. */
const requirePending = (row: Credentials | undefined): Credentials => {
  if (row !== undefined) requireOff(row);
  if (row === undefined || row.two_factor_secret === null) {
    throw badRequest('There is no two-factor enrolment to confirm.');
  }
  return row;
};

/** Begins an enrolment, in place of one that was not confirmed. 400 when two-factor authentication is on. */
export const beginEnrolment = (context: Context, { actor, person }: PersonalActor): Promise<Enrolment> => {
  const { id, username } = person;
  const secret = newTotpSecret();
  const sealed = context.vault.seal(twoFactorSecretPlace(id), secret);
  return auditedTransaction(context, actor, async (tx) => {
    requireOff(await lockCredentials(tx, id));
    await updateUser(tx, id, { two_factor_secret: sealed, two_factor_step: null, two_factor_phone: null });
    const result = { userId: id, secret, uri: totpUri(issuer, username, secret), phone: null };
    return { result, audit: [entryFor(id, 'begin-two-factor')] };
  });
};

const enable = (context: Context, { actor, person }: PersonalActor, code: string): Promise<RecoveryCodes> =>
  auditedTransaction(context, actor, async (tx) => {
    const { id } = person;
    const account = requirePending(await lockCredentials(tx, id));
    if (!(await takeFactorCode(tx, context, account, code))) throw wrongCode();
    await updateUser(tx, id, { two_factor_confirmed_at: timestamp(context.clock.now()) });
    const codes = await replaceRecoveryCodes(tx, id);
    return { result: { userId: id, codes }, audit: [entryFor(id, 'enable-two-factor')] };
  });

/**
 * Turns two-factor authentication on with a first code of the secret that waits for one (400 when none does).
 * 422 when the code is wrong, 429 after too many wrong ones.
 */
export const confirmEnrolment = async (
  context: Context,
  personal: PersonalActor,
  code: string,
): Promise<RecoveryCodes> => {
  const { id } = personal.person;
  requirePending(await context.database.first(credentialsById, { id }));
  return attempt(context, codeLimits(id), () => enable(context, personal, code.trim()));
};

/** Drops an enrolment that was not confirmed; false when there is none. */
const cancelEnrolment = (context: Context, { actor, person: { id } }: PersonalActor): Promise<boolean> =>
  auditedTransaction(context, actor, async (tx) => {
    const account = await lockCredentials(tx, id);
    if (isTwoFactorOn(account) || account.two_factor_secret === null) return { result: false, audit: [] };
    await updateUser(tx, id, noTwoFactor);
    return { result: true, audit: [entryFor(id, 'cancel-two-factor')] };
  });

/**
 * Turns two-factor authentication off, which takes a proof, or drops an enrolment, which takes none. 400 when there is
 * neither.
 */
export const endTwoFactor = async (context: Context, personal: PersonalActor, proof: Proof): Promise<void> => {
  if (await cancelEnrolment(context, personal)) return;
  const { id } = personal.person;
  await provenChange(context, personal, proof, async (tx) => {
    await disableTwoFactor(tx, id);
    return { result: { id }, audit: [entryFor(id, 'disable-two-factor')] };
  });
};

/** Makes ten new recovery codes; the old ones are dead. Takes a proof. */
export const renewRecoveryCodes = (context: Context, personal: PersonalActor, proof: Proof): Promise<RecoveryCodes> => {
  const { id } = personal.person;
  return provenChange(context, personal, proof, async (tx) => {
    const codes = await replaceRecoveryCodes(tx, id);
    return { result: { userId: id, codes }, audit: [entryFor(id, 'renew-recovery-codes')] };
  });
};
