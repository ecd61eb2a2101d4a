// Users of a scene, each with an account, a token and a session.
import type { Transaction } from '../../src/db/database.ts';
import { openSession } from '../../src/domains/accounts/sessions/sessions.ts';
import { issueToken, type TokenOwner } from '../../src/domains/accounts/tokens/tokens.ts';
import { twoFactorSecretPlace } from '../../src/domains/accounts/two-factor/places.ts';
import { addUser, draftUser } from '../../src/domains/accounts/users/users.ts';
import { system } from '../support/world.ts';
import type { placed } from './callers.ts';
import type { SceneOptions, Stage } from './stage.ts';

export type Role =
  | 'bystander'
  | 'stranger'
  | 'member'
  | 'policyManager'
  | 'owner'
  | 'suspended'
  | 'admin'
  | 'otherAdmin'
  | (typeof placed)[number];

/** User of a scene, with the values that requests about the user contain. */
export interface Somebody {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly tokenId: string;
  readonly authorization: string;
  readonly sessionId: string;
  readonly cookie: string;
}

/** Creates a token. Returns its id and the header that sends it. */
export const issued = async (
  tx: Transaction,
  { world }: Stage,
  { owner, expiresAt }: { readonly owner: TokenOwner; readonly expiresAt?: string },
): Promise<{ readonly tokenId: string; readonly authorization: string }> => {
  const { row, text } = await issueToken(
    tx,
    world.context,
    { actor: system, owner },
    { expires_at: expiresAt ?? null },
  );
  return { tokenId: row.id, authorization: `Bearer ${text}` };
};

/** Opens a session. Returns its id and its cookie. */
export const opened = async (
  tx: Transaction,
  { world }: Stage,
  user: { readonly id: string; readonly username: string },
): Promise<{ readonly sessionId: string; readonly cookie: string }> => {
  const { id: sessionId, headers } = await openSession(tx, world.context, system, { user, userAgent: 'matrix' });
  return { sessionId, cookie: headers['set-cookie']?.split(';')[0] ?? '' };
};

const setTwoFactor = async (tx: Transaction, { world, secret }: Stage, id: string, state: 'pending' | 'on') => {
  const two_factor_secret = world.context.vault.seal(twoFactorSecretPlace(id), secret);
  const two_factor_confirmed_at = state === 'on' ? '2026-01-01T00:00:00.000Z' : null;
  const columns = { two_factor_secret, two_factor_confirmed_at };
  await tx.run((db) => db.updateTable('users').set(columns).where('id', '=', id));
};

/** Inserts a user and the user's records. All users of a stage have the same password. */
export const insertSomebody = async (
  tx: Transaction,
  stage: Stage,
  role: Role,
  { twoFactor, name }: SceneOptions & { readonly name: string },
): Promise<Somebody> => {
  const username = `${role}-${name}`;
  const email = `${username}@example.com`;
  const draft = await draftUser(stage.world.context, {
    username,
    email,
    isAdmin: role === 'admin' || role === 'otherAdmin',
  });
  const { id } = draft.row;
  const row = { ...draft.row, is_suspended: role === 'suspended' ? 1 : 0 };
  await addUser(tx, { ...draft, row, passwordHash: stage.passwordHash });
  if (twoFactor !== undefined) await setTwoFactor(tx, stage, id, twoFactor);
  const token = await issued(tx, stage, { owner: { kind: 'user', id } });
  return { id, username, email, ...token, ...(await opened(tx, stage, draft.row)) };
};
