// Signing in: first the password, then, where two-factor authentication is on, a one-time code.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { ApiError, halfAuthorized, unauthorized } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { clientNetwork } from '../../../lib/network/address.ts';
import { folded } from '../../../lib/text/text.ts';
import { attempt, keyOf, requireAttempts } from '../../../runtime/limits/attempts.ts';
import { attemptDelay } from '../../../runtime/limits/failure-limit.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { attemptParts } from '../../instance/index.ts';
import { needsSso } from '../identity-providers/sign-in-state.ts';
import { passwordHasher } from '../password-hashing/hasher.ts';
import { type NewSession, openSession } from '../sessions/sessions.ts';
import { offerCode } from '../two-factor/send-code.ts';
import { codeLimits, isTwoFactorOn, takeOneTimeCode } from '../two-factor/two-factor.ts';
import {
  type Credentials as Account,
  credentialsByEmail,
  credentialsByUsername,
  credentialsForUpdate,
} from '../users/store.ts';
import { recordRefusal } from './refusals.ts';
import { knownAddress, knownAddressKey, noteKnownAddress } from './store.ts';

export interface Credentials {
  /** A username, or an e-mail address. */
  readonly login: string;
  readonly password: string;
}

/** An account whose password was right: what the next step of the sign-in needs. */
export type VerifiedAccount = Pick<
  Account,
  'id' | 'username' | 'is_admin' | 'password_hash' | 'two_factor_confirmed_at'
>;

const perAccountAndAddress = 5;
const perAddress = 20;
const perAccount = 50;

/** Input of a sign-in beside the password. */
export interface Completion {
  readonly oneTimeCode?: string | undefined;
  readonly userAgent?: string | undefined;
}

/** Signs in with a password and, where two-factor authentication is on, a one-time code. */
export async function signIn(
  context: Context,
  actor: Actor,
  credentials: Credentials,
  completion: Completion,
): Promise<NewSession> {
  return completeSignIn(context, actor, await checkPassword(context, actor, credentials), completion);
}

/**
 * The account of these credentials. The same 401 after the same work for an unknown account, a suspended one, one without a
 * password, a service account, and a wrong password; 429 after too many wrong attempts, and `Busy` while too many passwords are checked.
 */
export async function checkPassword(
  context: Context,
  from: Actor,
  { login, password }: Credentials,
): Promise<VerifiedAccount> {
  const network = clientNetwork(from.address);
  const limits = await limitsFor(context, login, network);
  const account = await passwordHasher(context).inPlace(network, async () => {
    const row = await findAccount(context, login);
    const verify = async (): Promise<Account | undefined> => {
      const isTheirs = await passwordHasher(context).verify(password, row?.password_hash);
      return isTheirs && row !== undefined && maySignIn(context, row) ? row : undefined;
    };
    const verified = await attempt(attemptParts(context), limits, verify);
    if (verified === undefined) await recordRefusal(context, from, { account: row, reason: 'password' });
    return verified;
  });
  if (account === undefined) throw unauthorized();
  return account;
}

/** Sends a code to the phone of the account, if it has one. Answers a remark when no code is on its way. */
export function sendCodeFor(context: Context, from: Actor, known: VerifiedAccount): Promise<string | undefined> {
  return offerCode(context, actorOf(from, known), known.id);
}

/** Opens a session for an account whose password was right. 401 when a one-time code is required and missing or wrong. */
export async function completeSignIn(
  context: Context,
  actor: Actor,
  known: VerifiedAccount,
  completion: Completion,
): Promise<NewSession> {
  if (!isTwoFactorOn(known)) return open(context, actor, known, completion);
  if (completion.oneTimeCode === undefined)
    throw halfAuthorized('one-time-code-required', await codeRequired(context, actor, known));
  try {
    return await attempt(attemptParts(context), codeLimits(known.id), () => open(context, actor, known, completion));
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status === 401;
    if (isRefused) await recordRefusal(context, actor, { account: known, reason: 'one-time-code' });
    throw error;
  }
}

/** Service accounts never sign in; where single sign-on is required, administrators alone use a password. */
const maySignIn = (context: Context, { is_suspended, is_service_account, is_admin }: Account): boolean =>
  is_suspended === 0 && is_service_account === 0 && (is_admin === 1 || !needsSso(context));

const findAccount = ({ database }: Context, login: string): Promise<Account | undefined> =>
  // No username has an @.
  database.first(login.includes('@') ? credentialsByEmail : credentialsByUsername, { key: folded(login) });

/**
 * The limits of wrong attempts. An account is counted by the name that was typed, whether there is such an account or not:
 * one count for a username and an e-mail address would show that both belong to one account.
 */
const limitsOf = (login: string, address: string) => [
  pairLimit(login, address),
  { key: keyOf('sign-in from', address), max: perAddress },
  { key: keyOf('sign-in to', login), max: perAccount },
];

const pairLimit = (login: string, address: string) => ({
  key: keyOf('sign-in to, from', login, address),
  max: perAccountAndAddress,
});

/**
 * Others at the same address, or strangers elsewhere, do not lock people out: where the common limits are reached, the limit
 * of the login and the address alone counts for a login that has signed in from there. 429 for all others.
 */
const limitsFor = async (context: Context, login: string, network: string) => {
  const all = limitsOf(folded(login), network);
  if ((await attemptDelay(attemptParts(context), all)) === 0) return all;
  const own = [pairLimit(folded(login), network)];
  await requireAttempts(attemptParts(context), own);
  const account = await findAccount(context, login);
  const key = account && knownAddressKey({ userId: account.id, network });
  const now = timestamp(context.clock.now());
  const isKnown = key !== undefined && (await context.database.first(knownAddress, { key, now })) !== undefined;
  if (!isKnown) await requireAttempts(attemptParts(context), all);
  return isKnown ? own : all;
};

/** Acts as the account that signs in; a session that the browser still has does not matter. */
const actorOf = ({ requestId, address }: Actor, { id, username, is_admin }: VerifiedAccount): Actor => ({
  identity: { kind: 'user', id, username, isAdmin: is_admin === 1 },
  requestId,
  address,
});

const open = (context: Context, from: Actor, known: VerifiedAccount, { oneTimeCode = '', userAgent }: Completion) => {
  const { id } = known;
  const actor = actorOf(from, known);
  return auditedTransaction(context, actor, async (tx) => {
    const user = requireSame(await tx.first(credentialsForUpdate, { id }), known);
    const codeEntries = await spendCode(tx, context, user, oneTimeCode);
    await noteKnownAddress(tx, { userId: id, network: clientNetwork(from.address) }, context.clock.now());
    const session = await openSession(tx, context, actor, { user, userAgent });
    return { result: session, audit: [...codeEntries, session.audit] };
  });
};

/** 401 when the account has changed since its password was verified. */
const requireSame = (now: Account | undefined, { password_hash }: VerifiedAccount): Account => {
  if (now === undefined || now.is_suspended === 1 || now.password_hash !== password_hash) throw unauthorized();
  return now;
};

/** Uses up the one-time code, where the account requires one; answers the audit entries. */
const spendCode = async (
  tx: Transaction,
  context: Context,
  account: Account,
  code: string,
): Promise<readonly AuditEntry[]> => {
  if (!isTwoFactorOn(account)) return [];
  const entries = await takeOneTimeCode(tx, context, account.id, code);
  if (entries === undefined) throw halfAuthorized('wrong-one-time-code', 'One-time code is not valid.');
  return entries;
};

const codeRequired = async (context: Context, from: Actor, known: VerifiedAccount): Promise<string> => {
  const remark = await sendCodeFor(context, from, known);
  return remark === undefined ? 'One-time code required.' : `One-time code required. ${remark}`;
};
