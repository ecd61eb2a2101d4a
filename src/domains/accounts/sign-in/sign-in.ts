// Sign-in with a password and, if two-factor authentication is on, a one-time code.
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
  type StoredCredentials as Account,
  credentialsByEmail,
  credentialsByUsername,
  credentialsForUpdate,
} from '../users/store.ts';
import { recordRefusal } from './refusals.ts';
import { knownAddress, knownAddressKey, noteKnownAddress } from './store.ts';

export interface Credentials {
  /** A username or an e-mail address. */
  readonly login: string;
  readonly password: string;
}

/** An account whose password was verified, with the columns that the next step of the sign-in needs. */
export type VerifiedAccount = Pick<
  Account,
  'id' | 'username' | 'is_admin' | 'password_hash' | 'two_factor_confirmed_at'
>;

const perAccountAndAddress = 5;
const perAddress = 20;
const perAccount = 50;

/** Input of a sign-in in addition to the credentials. */
export interface Completion {
  readonly oneTimeCode?: string | undefined;
  readonly userAgent?: string | undefined;
}

/** Signs in with a password and, if two-factor authentication is on, a one-time code. */
export async function signIn(
  context: Context,
  actor: Actor,
  credentials: Credentials,
  completion: Completion,
): Promise<NewSession> {
  return completeSignIn(context, actor, await checkPassword(context, actor, credentials), completion);
}

/**
 * Verifies the credentials and returns the account. An unknown, suspended, service or password-less account gets the
 * same 401 as a wrong password, after the same amount of work. 429 after too many wrong attempts. Throws `Busy` if too
 * many passwords are being checked.
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

/** Sends a code to the account's phone, if it has one. Returns a message for the page if no code will arrive. */
export function sendCodeFor(context: Context, from: Actor, known: VerifiedAccount): Promise<string | undefined> {
  return offerCode(context, actorOf(from, known), known.id);
}

/** Opens a session for an account whose password was verified. 401 if a required one-time code is missing or wrong. */
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

/**
 * Whether the account can sign in with a password. Service accounts cannot. While single sign-on is required, only
 * administrators can.
 */
const maySignIn = (context: Context, { is_suspended, is_service_account, is_admin }: Account): boolean =>
  is_suspended === 0 && is_service_account === 0 && (is_admin === 1 || !needsSso(context));

const findAccount = ({ database }: Context, login: string): Promise<Account | undefined> =>
  // Usernames never contain `@`, so a login with `@` is an e-mail address.
  database.first(login.includes('@') ? credentialsByEmail : credentialsByUsername, { key: folded(login) });

/**
 * Limits for wrong attempts. Attempts are counted by the login as entered, whether the account exists or not. A shared
 * count for a username and an e-mail address would reveal that both belong to the same account.
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
 * Returns the limits against which an attempt counts: normally all three. If one of them is reached and the account has
 * signed in from this network before, only the limit for this login and network applies. So other people cannot lock
 * the person out by using up the other two limits. Throws 429 if a limit that applies is reached.
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

/** Returns the actor with the identity of the account that signs in. An existing session of the browser is ignored. */
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

/** Throws 401 if the account has changed since its password was verified. */
const requireSame = (now: Account | undefined, { password_hash }: VerifiedAccount): Account => {
  if (now === undefined || now.is_suspended === 1 || now.password_hash !== password_hash) throw unauthorized();
  return now;
};

/** Uses up the one-time code if the account requires one. Returns the audit entries. */
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
