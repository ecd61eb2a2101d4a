// Proof that a request comes from the account owner and not from somebody with a stolen session or token. It is
// required for linking and unlinking an identity, for setting up a second factor and, while mail is off, for a new
// e-mail address (docs/decisions/0094).
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { type ApiError, attributeProblem, existing, invalid, sessionRequired } from '../../../jsonapi/errors.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { attempt } from '../../../runtime/limits/attempts.ts';
import { attemptParts } from '../../instance/index.ts';
import { proofLifetime } from '../sessions/owner-proof.ts';
import { takeOwnerProof } from '../sessions/store.ts';
import {
  type Check,
  codeCheck,
  isWrongCode,
  type PersonalActor,
  type Proof,
  passwordCheck,
} from '../two-factor/proof.ts';
import { codeLimits, isTwoFactorOn } from '../two-factor/two-factor.ts';
import { credentialsById, type StoredCredentials } from '../users/store.ts';
import { lockCredentials } from '../users/users.ts';

/** Path of the page on which people prove that they own the account of their session. */
export const ownerPath = '/users/owner';

/**
 * Type of proof that an account requires. `session` means that the person has signed in again at a provider or followed
 * a mailed link in this session.
 */
export type ProofKind = 'password' | 'one-time-code' | 'session';

export function proofKindOf(account: StoredCredentials): ProofKind {
  if (account.password_hash !== null) return 'password';
  return isTwoFactorOn(account) ? 'one-time-code' : 'session';
}

/** Proof of ownership in a request. */
export interface OwnerProof {
  /**
   * Uses up the proof inside the transaction of the change. Returns the audit entries, or undefined if there is no
   * proof.
   */
  readonly take: (tx: Transaction) => Promise<readonly AuditEntry[] | undefined>;
  /** Creates the error for a request without proof. */
  readonly missing: () => ApiError;
}

/**
 * Makes a change with the proof in the request. An account with a password requires the password. An account without a
 * password requires a one-time code. If it has no second factor either, a proof must be stored in the session. 422 if
 * the proof is wrong. 429 after too many wrong proofs.
 */
export async function withOwnerProof<Result extends object>(
  context: Context,
  personal: PersonalActor,
  { currentPassword, oneTimeCode }: Proof,
  change: (proof: OwnerProof) => Promise<Result>,
): Promise<Result> {
  const { id } = personal.person;
  const account = existing(await context.database.first(credentialsById, { id }));
  const kind = proofKindOf(account);
  if (kind === 'session') return change(proofOfSession(context, personal));
  if (kind === 'password') {
    const missing = required('current-password', "Current password can't be blank");
    if (currentPassword === undefined) return change({ take: noProof, missing });
    const check = await passwordCheck(context, personal, account, currentPassword);
    return change({ take: async (tx) => check(tx, await lockCredentials(tx, id)), missing });
  }
  const missing = required('one-time-code', "One-time code can't be blank");
  if (oneTimeCode === undefined) return change({ take: noProof, missing });
  const check = codeCheck(context, personal, oneTimeCode);
  const take = async (tx: Transaction) => check(tx, await lockCredentials(tx, id));
  return attempt(attemptParts(context), codeLimits(id), () => change({ take, missing }), isWrongCode);
}

const noProof: OwnerProof['take'] = async () => undefined;

const required = (attribute: string, detail: string) => () => invalid(attributeProblem(attribute, 'required', detail));

/**
 * Uses up the proof inside the transaction of the change and returns the audit entries. Throws 422 if there is no
 * proof.
 */
export async function requireOwner(tx: Transaction, { take, missing }: OwnerProof): Promise<readonly AuditEntry[]> {
  const proved = await take(tx);
  if (proved === undefined) throw missing();
  return proved;
}

/**
 * Checks the proof for setting up a second factor. No proof is necessary in a session whose account has a password.
 * Such an account accepts only its password as proof of ownership, so the new second factor can never prove ownership.
 */
export const factorCheck =
  ({ actor: { session } }: PersonalActor, owner: OwnerProof): Check =>
  async (tx, { password_hash }) =>
    session !== undefined && password_hash !== null ? [] : requireOwner(tx, owner);

/** A repeated sign-in or a followed link proves ownership for one change within five minutes. */
const proofOfSession = (context: Context, { actor: { session } }: PersonalActor): OwnerProof => ({
  take: async (tx) => {
    if (session === undefined) return undefined;
    const since = timestamp(context.clock.now() - proofLifetime);
    return (await takeOwnerProof(tx, session.id, since)) ? [] : undefined;
  },
  missing: () => (session === undefined ? sessionRequired() : ownerProofRequired(context)),
});

const ownerProofRequired = (context: Context): ApiError =>
  invalid({
    code: 'owner-proof-required',
    detail: `First prove that this account is yours: open ${context.baseUrl()}${ownerPath}, then repeat the request within five minutes.`,
  });
