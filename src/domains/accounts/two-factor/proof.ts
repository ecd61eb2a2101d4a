// What weakens an account takes a fresh proof that it is its holder who asks.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { type ApiError, attributeProblem, badRequest, invalid } from '../../../jsonapi/errors.ts';
import type { Actor, Person } from '../../../lib/actor.ts';
import type { AuditEntry } from '../../../lib/audit-entry.ts';
import { attempt } from '../../../runtime/attempts.ts';
import { type Audited, auditedTransaction } from '../../audit/index.ts';
import { isOwnPassword } from '../passwords/passwords.ts';
import { type Credentials, credentialsById } from '../users/store.ts';
import { lockCredentials } from '../users/users.ts';
import { codeLimits, isTwoFactorOn, takeOneTimeCode } from './two-factor.ts';

/** One of the two is enough; where both come, the code is what counts. */
export interface Proof {
  readonly oneTimeCode?: string | undefined;
  readonly currentPassword?: string | undefined;
}

/** Who asks for a change, as the account that it is of. */
export interface PersonalActor {
  readonly actor: Actor;
  readonly person: Person;
}

export const wrongCode = (): ApiError => invalid(attributeProblem('one-time-code', 'One-time code is not valid'));

const wrongPassword = (): ApiError => invalid(attributeProblem('current-password', 'Current password is not right'));

const missingProof = (): ApiError =>
  invalid({
    detail: 'Send one-time-code (from the authenticator, or a recovery code) or current-password.',
    pointer: '/data/attributes',
  });

/**
 * Whoever found a token could lock its holder out with a second factor of their own, so who comes with one gives the
 * account's password too, if it has one: 422 without it and when it is wrong.
 */
export const requirePassword = async (
  context: Context,
  { actor, person }: PersonalActor,
  currentPassword: string | undefined,
): Promise<void> => {
  if (actor.session !== undefined) return;
  const row = await context.database.first(credentialsById, { id: person.id });
  if (row === undefined || row.password_hash === null) return;
  if (currentPassword === undefined) {
    throw invalid(attributeProblem('current-password', 'Current password is needed to begin this with a token'));
  }
  if (!(await isOwnPassword(context, person, currentPassword))) throw wrongPassword();
};

/** 400 unless two-factor authentication is on. */
const requireOn = (row: Credentials | undefined): Credentials => {
  if (row === undefined || !isTwoFactorOn(row)) throw badRequest('Two-factor authentication is not enabled.');
  return row;
};

/** Checks a proof inside the change, with the account held: what the audit record says of it, or 422. */
type Check = (tx: Transaction, account: Credentials) => Promise<readonly AuditEntry[]>;

type Work<Result> = (tx: Transaction) => Promise<Audited<Result>>;

const checkedChange = <Result>(
  context: Context,
  { actor, person }: PersonalActor,
  check: Check,
  work: Work<Result>,
): Promise<Result> =>
  auditedTransaction(context, actor, async (tx) => {
    const proved = await check(tx, requireOn(await lockCredentials(tx, person.id)));
    const { result, audit } = await work(tx);
    return { result, audit: [...proved, ...audit] };
  });

const codeCheck =
  (context: Context, { person }: PersonalActor, code: string): Check =>
  async (tx) => {
    const proved = await takeOneTimeCode(tx, context, person.id, code);
    if (proved === undefined) throw wrongCode();
    return proved;
  };

/** Verifying a password takes too long for a transaction, so that checks only whether it is still the one. */
const passwordCheck = async (
  context: Context,
  { person }: PersonalActor,
  { password_hash: verified }: Credentials,
  password: string,
): Promise<Check> => {
  if (!(await isOwnPassword(context, person, password))) throw wrongPassword();
  return async (_tx, { password_hash }) => {
    if (password_hash !== verified) throw wrongPassword();
    return [];
  };
};

/**
 * Makes a change to an account whose two-factor authentication is on (400 otherwise), which takes a proof: 422
 * without one and with a wrong one, 429 after too many wrong ones.
 */
export const provenChange = async <Result extends object>(
  context: Context,
  personal: PersonalActor,
  { oneTimeCode, currentPassword }: Proof,
  work: Work<Result>,
): Promise<Result> => {
  const { id } = personal.person;
  const row = requireOn(await context.database.first(credentialsById, { id }));
  if (oneTimeCode !== undefined) {
    const check = codeCheck(context, personal, oneTimeCode);
    return attempt(context, codeLimits(id), () => checkedChange(context, personal, check, work));
  }
  if (currentPassword === undefined) throw missingProof();
  return checkedChange(context, personal, await passwordCheck(context, personal, row, currentPassword), work);
};
