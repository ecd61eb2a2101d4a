// API tokens of people, and functions that are shared by the tokens of people, teams and organizations.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { existing, notFound, requireFewer, requireNone } from '../../../jsonapi/errors.ts';
import { futureTime } from '../../../jsonapi/future-time.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import { newToken, tokenHash } from '../../../lib/secrets/tokens.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { updateUser } from '../users/store.ts';
import { lockUser } from '../users/users.ts';
import type { ShownToken } from './resource.ts';
import { deleteTokenRow, insertToken, type TokenRow, tokenById, validTokensOf } from './store.ts';

export type TokenOwner =
  | { readonly kind: 'user'; readonly id: string }
  | { readonly kind: 'team'; readonly id: string; readonly organizationId: string }
  /** A token of the kind `audit-trails` can read only the organization's audit trail. */
  | { readonly kind: 'organization' | 'audit-trails'; readonly id: string };

/** Input of a new token in addition to its owner. */
export interface TokenInput {
  readonly description?: string | null;
  /** Expiry in ISO 8601. A token without an expiry is valid until it is deleted. */
  readonly expires_at?: string | null;
  /** 1 for one of a team's named tokens. */
  readonly is_named?: number;
}

/**
 * Removes the description of a person's token, for lists and audit records that other people read. Only the person may
 * see the description.
 */
export const withoutPersonalText = <Row extends TokenRow>(row: Row): Row =>
  row.user_id === null ? row : { ...row, description: null };

/** A new token. Its text is available only here, because only a hash is stored. */
export interface NewToken {
  readonly row: TokenRow;
  readonly text: string;
  readonly audit: AuditEntry;
}

/** Maximum number of valid tokens per account. */
const maxTokens = 100;

/**
 * Creates a token for a person. 422 if its expiry is not in the future, or the person has too many tokens. 404 if the
 * account was deleted.
 */
export function createUserToken(context: Context, actor: Actor, user: string, input: TokenInput): Promise<ShownToken> {
  const valid = validTokenInput(context, input);
  return auditedTransaction(context, actor, async (tx) => {
    await lockUser(tx, user);
    const now = timestamp(context.clock.now());
    const counted = await tx.first(validTokensOf, { user, now });
    requireFewer(counted, maxTokens, `An account can have at most ${maxTokens} API tokens. Delete a token first`);
    const { row, text, audit } = await issueToken(tx, context, { actor, owner: { kind: 'user', id: user } }, valid);
    return { result: { ...row, text }, audit: [audit] };
  });
}

/** Returns a token of any owner. 404 if it does not exist. */
export async function getToken({ database }: Context, id: string): Promise<TokenRow> {
  return existing(await database.first(tokenById, { id }));
}

/** A token and the organization to which it belongs. A person's token has no organization. */
export interface OwnedToken {
  readonly token: TokenRow;
  readonly organizationId?: string;
}

/** Deletes a token, which stops working immediately. 404 if it was deleted concurrently. */
export function deleteToken(context: Context, actor: Actor, { token, organizationId }: OwnedToken): Promise<void> {
  return auditedTransaction(context, actor, async (tx) => {
    const row = existing(await tx.first(tokenById, { id: token.id }));
    return { result: undefined, audit: [await removeToken(tx, row, organizationId)] };
  });
}

/**
 * Returns the input with its expiry in UTC, in ISO 8601. 422 if the expiry is not in the future. In the compatible API
 * vocabulary, a token with a missing or null expiry expires after 24 months, as clients expect.
 */
export function validTokenInput(
  { clock, vocabulary }: Context,
  { expires_at = null, ...input }: TokenInput,
): TokenInput {
  const now = clock.now();
  if (expires_at === null && vocabulary.behaviour.hasCompatDefaults) return { ...input, expires_at: inTwoYears(now) };
  const { at, problems } = futureTime('expired-at', expires_at, now);
  requireNone(problems);
  return { ...input, expires_at: at };
}

function inTwoYears(now: number): string {
  const end = new Date(now);
  end.setUTCMonth(end.getUTCMonth() + 24);
  return timestamp(end.getTime());
}

/** Creates a token inside a transaction. Only a hash of its text is stored. 404 if its owner or creator was deleted. */
export async function issueToken(
  tx: Transaction,
  { clock, vocabulary }: Context,
  { actor, owner }: { readonly actor: Actor; readonly owner: TokenOwner },
  { description = null, expires_at = null, is_named = 0 }: TokenInput = {},
): Promise<NewToken> {
  const text = newToken(vocabulary.tokenMark);
  const row: TokenRow = {
    id: newId('at'),
    kind: owner.kind,
    user_id: owner.kind === 'user' ? owner.id : null,
    team_id: owner.kind === 'team' ? owner.id : null,
    organization_id: owner.kind === 'user' || owner.kind === 'team' ? null : owner.id,
    description,
    is_named,
    created_by_id: actor.identity.kind === 'user' ? actor.identity.id : null,
    created_at: timestamp(clock.now()),
    last_used_at: null,
    expires_at,
  };
  await lockPeople(tx, row);
  await insertToken(tx, { ...row, hash: tokenHash(text) });
  const after = auditedValues(row);
  const audit = { action: 'token.create', type: 'authentication-tokens', id: row.id, after };
  const organizationId = organizationOf(owner);
  return { row, text, audit: organizationId === undefined ? audit : { ...audit, organizationId } };
}

/** Deletes a token inside a transaction. 404 if the token was deleted concurrently. */
export async function removeToken(
  tx: Transaction,
  row: TokenRow,
  organizationId: string | undefined,
): Promise<AuditEntry> {
  const { id } = row;
  if (!(await deleteTokenRow(tx, id))) throw notFound();
  const entry = { action: 'token.delete', type: 'authentication-tokens', id, before: auditedValues(row) };
  return organizationId === undefined ? entry : { ...entry, organizationId };
}

const auditedValues = (row: TokenRow) => {
  const { kind, description, expires_at } = withoutPersonalText(row);
  return { owner: row.user_id ?? row.team_id ?? row.organization_id, kind, description, 'expired-at': expires_at };
};

const organizationOf = (owner: TokenOwner): string | undefined => {
  if (owner.kind === 'user') return undefined;
  return owner.kind === 'team' ? owner.organizationId : owner.id;
};

/**
 * Locks the accounts of the token's owner and creator, so that neither can be deleted. The lock order is the order of
 * their identifiers. 404 if one was deleted. An invited person becomes active with their first credential.
 */
const lockPeople = async (tx: Transaction, row: TokenRow): Promise<void> => {
  const people = [row.user_id, row.created_by_id].filter((id) => id !== null);
  for (const id of [...new Set(people)].toSorted()) {
    const { activated_at } = await lockUser(tx, id);
    if (id === row.user_id && activated_at === null) await updateUser(tx, id, { activated_at: row.created_at });
  }
};
