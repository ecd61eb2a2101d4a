// Creation of the first administrator with a one-time token, which the service prints at its first start.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../../context.ts';
import type { Reader, Transaction } from '../../../db/database.ts';
import { unauthorized } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { textIfThere, writeAtomically } from '../../../lib/files/atomic-write.ts';
import { isTokenForm, newToken, tokenHash } from '../../../lib/secrets/tokens.ts';
import { deleteState, readState, storeStateOnce } from '../../../runtime/state/instance-state.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { addProvedUser } from '../addresses/addresses.ts';
import { createPasswordLink, invitationLifetime } from '../passwords/links.ts';
import type { WithPasswordLink } from '../passwords/meta.ts';
import { requireStrongPassword } from '../passwords/strength.ts';
import { type NewSession, openSession } from '../sessions/sessions.ts';
import { issueToken } from '../tokens/tokens.ts';
import { anyAdministrator } from '../users/store.ts';
import { draftUser, getShownUser, type ShownUser, type UserDraft, type UserInput } from '../users/users.ts';
import { notifyOfPromotion } from './promotion.ts';

const fact = 'initial-admin-token';

/** The account that `createAdministrator` created. Its token and password link are shown only once. */
export interface NewAdministrator extends WithPasswordLink {
  readonly user: ShownUser;
  readonly token: string;
}

/**
 * Returns the one-time token for the first administrator. The token survives restarts. Once an administrator exists,
 * the token is deleted and the result is undefined. The result is also undefined if the token file is in the data
 * folder of another instance.
 */
export async function initialAdminToken(context: Context): Promise<string | undefined> {
  if (await hasAdministrator(context.database)) {
    await forget(context);
    return undefined;
  }
  await makeOnce(context);
  const [text, stored] = [await readTokenFile(context), await readState(context.database, fact)];
  return text !== undefined && stored === tokenHash(text) ? text : undefined;
}

/** Whether any administrator exists, including suspended ones. */
export async function hasAdministrator(reader: Reader): Promise<boolean> {
  return (await reader.first(anyAdministrator, {})) !== undefined;
}

/** Returns the token if it is the valid, unused one-time token. Throws 401 otherwise. */
export async function unspentToken({ database }: Context, token: string): Promise<string> {
  const isUnspent =
    isTokenForm(token) && (await readState(database, fact)) === tokenHash(token) && !(await hasAdministrator(database));
  if (!isUnspent) throw unauthorized();
  return token;
}

/**
 * Creates the first administrator with the one-time token and returns an API token for the account. 401 if the one-time
 * token was used.
 */
export async function createInitialAdmin(
  context: Context,
  { token, actor }: { readonly token: string; readonly actor: Actor },
  input: UserInput,
): Promise<string> {
  if (input.password !== undefined) await requireStrongPassword(context, input.password, input);
  const draft = await draftUser(context, { ...input, isAdmin: true });
  const text = await auditedTransaction(context, actor, async (tx) => {
    await spend(tx, tokenHash(token));
    return insertAdministrator(tx, context, asAccount(actor, draft), draft);
  });
  await rm(initialAdminTokenPath(context), { force: true });
  return text;
}

/**
 * Creates the first administrator with the one-time token and opens a session for the account. 401 if the token was
 * used.
 */
export async function signInInitialAdmin(
  context: Context,
  {
    token,
    actor,
    userAgent,
  }: { readonly token: string; readonly actor: Actor; readonly userAgent: string | undefined },
  input: UserInput & { readonly password: string },
): Promise<NewSession> {
  await requireStrongPassword(context, input.password, input);
  const draft = await draftUser(context, { ...input, isAdmin: true });
  const session = await auditedTransaction(context, actor, async (tx) => {
    await spend(tx, tokenHash(token));
    const created = await addProvedUser(tx, context, draft);
    const opened = await openSession(tx, context, asAccount(actor, draft), { user: draft.row, userAgent });
    return { result: opened, audit: [...created, opened.audit] };
  });
  await rm(initialAdminTokenPath(context), { force: true });
  return session;
}

/**
 * Creates an administrator on behalf of the operator, even if other administrators exist. Without a password in the
 * input, the result contains a link that sets one. Invalidates the one-time token.
 */
export async function createAdministrator(context: Context, actor: Actor, input: UserInput): Promise<NewAdministrator> {
  if (input.password !== undefined) await requireStrongPassword(context, input.password, input);
  const draft = await draftUser(context, { ...input, isAdmin: true });
  const { id } = draft.row;
  const created = await auditedTransaction(context, actor, async (tx) => {
    const { result: token, audit } = await insertAdministrator(tx, context, actor, draft);
    await notifyOfPromotion(tx, context, actor, draft.row);
    const isLinked = input.password === undefined;
    const passwordUrl = isLinked
      ? await createPasswordLink(tx, context, id, { lifetime: invitationLifetime })
      : undefined;
    return { result: { user: await getShownUser(tx, actor, id), token, passwordUrl }, audit };
  });
  await forget(context);
  return created;
}

/** Path of the page that creates the first administrator in a browser. */
export function initialAdminPath(token: string): string {
  return `/first-administrator/${token}`;
}

/**
 * Path of the file that holds the one-time token, for operators who did not see the token when the service printed it.
 */
export function initialAdminTokenPath({ config }: Context): string {
  return join(config.dataDir, fact);
}

const forget = async (context: Context): Promise<void> => {
  await rm(initialAdminTokenPath(context), { force: true });
  await context.database.transaction((tx) => deleteState(tx, fact));
};

const readTokenFile = async (context: Context): Promise<string | undefined> =>
  (await textIfThere(initialAdminTokenPath(context)))?.trim();

/**
 * Creates a token unless one is stored. If several instances start at the same time, one of them creates the token and
 * the others wait for its transaction. The file is written before the transaction ends, so the waiting instances read a
 * complete file.
 */
const makeOnce = async (context: Context): Promise<void> => {
  const text = newToken(context.vocabulary.tokenMark);
  await context.database.transaction(async (tx) => {
    if (await storeStateOnce(tx, fact, tokenHash(text)))
      await writeAtomically(initialAdminTokenPath(context), `${text}\n`);
  });
};

const spend = async (tx: Transaction, hash: string): Promise<void> => {
  const isSpent = await deleteState(tx, fact, hash);
  if (!isSpent || (await hasAdministrator(tx))) throw unauthorized();
};

/** Returns a copy of the actor with the identity of the new account. */
const asAccount = (actor: Actor, { row: { id, username } }: UserDraft): Actor => ({
  ...actor,
  identity: { kind: 'user', id, username, isAdmin: true },
});

/** Inserts an administrator and an API token for the account. Returns the token and the audit entries. */
const insertAdministrator = async (tx: Transaction, context: Context, actor: Actor, draft: UserDraft) => {
  const created = await addProvedUser(tx, context, draft);
  const owner = { kind: 'user', id: draft.row.id } as const;
  const { text, audit } = await issueToken(tx, context, { actor, owner });
  return { result: text, audit: [...created, audit] };
};
