// Changes that weaken an account require fresh proof that the caller owns it.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { ApiError, attributeProblem, badRequest, invalid } from '../../../jsonapi/errors.ts';
import type { Actor, Person } from '../../../kernel/actor.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { attempt } from '../../../runtime/limits/attempts.ts';
import { type Audited, auditedTransaction } from '../../audit/index.ts';
import { attemptParts } from '../../instance/index.ts';
import { isOwnPassword } from '../passwords/passwords.ts';
import { credentialsById, type StoredCredentials } from '../users/store.ts';
import { lockCredentials } from '../users/users.ts';
import { codeLimits, isTwoFactorOn, takeOneTimeCode } from './two-factor.ts';

/**
 * Proof in a request: a one-time code or the current password. A request with a session can contain either. A request
 * with a token must contain the code. If both are sent, only the code is checked.
 */
export interface Proof {
  readonly oneTimeCode?: string | undefined;
  readonly currentPassword?: string | undefined;
}

/** An actor and the actor's own account. */
export interface PersonalActor {
  readonly actor: Actor;
  readonly person: Person;
}

type Work<Result> = (tx: Transaction) => Promise<Audited<Result>>;

/**
 * Changes an account with two-factor authentication if the request contains valid proof. 400 if two-factor
 * authentication is off. 422 if the proof is missing or wrong. 429 after too many wrong proofs.
 */
export async function provenChange<Result extends object>(
  context: Context,
  personal: PersonalActor,
  { oneTimeCode, currentPassword }: Proof,
  work: Work<Result>,
): Promise<Result> {
  const { id } = personal.person;
  const row = requireOn(await context.database.first(credentialsById, { id }));
  if (oneTimeCode !== undefined) {
    const check = codeCheck(context, personal, oneTimeCode);
    return attempt(attemptParts(context), codeLimits(id), () => checkedChange(context, personal, check, work));
  }
  // Requests with a token cannot prove ownership with a password. Somebody who stole a token may know the password too,
  // and then only the second factor protects the account.
  if (personal.actor.session === undefined) throw missingProof('one-time-code');
  if (currentPassword === undefined) throw missingProof('one-time-code or current-password');
  return checkedChange(context, personal, await passwordCheck(context, personal, row, currentPassword), work);
}

const wrongCodeProblem = attributeProblem('one-time-code', 'wrong-one-time-code', 'One-time code is not valid');

export const wrongCode = (): ApiError => invalid(wrongCodeProblem);

export const isWrongCode = (error: unknown): boolean =>
  error instanceof ApiError && error.problems.some(({ code }) => code === wrongCodeProblem.code);

const wrongPassword = (): ApiError =>
  invalid(attributeProblem('current-password', 'wrong-password', 'Current password is wrong'));

/** Throws 400 unless two-factor authentication is on. */
const requireOn = (row: StoredCredentials | undefined): StoredCredentials => {
  if (row === undefined || !isTwoFactorOn(row))
    throw badRequest('Two-factor authentication is not enabled.', 'wrong-state');
  return row;
};

/** Checks the proof inside the transaction, with the account locked. Returns the audit entries or throws 422. */
export type Check = (tx: Transaction, account: StoredCredentials) => Promise<readonly AuditEntry[]>;

export const codeCheck =
  (context: Context, { person }: PersonalActor, code: string): Check =>
  async (tx) => {
    const proved = await takeOneTimeCode(tx, context, person.id, code);
    if (proved === undefined) throw wrongCode();
    return proved;
  };

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

const missingProof = (names: string): ApiError =>
  invalid({
    code: 'required',
    detail: `Send ${names}. The one-time code comes from your authenticator app or your phone, or is a recovery code.`,
    pointer: '/data/attributes',
  });

/**
 * Verifies the password before the transaction, because hashing is slow. Inside the transaction, the returned check
 * only verifies that the password has not changed.
 */
export const passwordCheck = async (
  context: Context,
  { person }: PersonalActor,
  { password_hash: verified }: StoredCredentials,
  password: string,
): Promise<Check> => {
  if (!(await isOwnPassword(context, person, password))) throw wrongPassword();
  return async (_tx, { password_hash }) => {
    if (password_hash !== verified) throw wrongPassword();
    return [];
  };
};
