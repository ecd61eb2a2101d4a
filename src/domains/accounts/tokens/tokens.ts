// How a token of any holder is made.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Actor } from '../../../lib/actor.ts';
import type { AuditEntry } from '../../../lib/audit-entry.ts';
import { timestamp } from '../../../lib/clock.ts';
import { newId } from '../../../lib/ids.ts';
import { newToken, tokenHash } from '../../../lib/tokens.ts';
import { updateUser } from '../users/store.ts';
import { holdUser } from '../users/users.ts';
import { insertToken, type TokenRow } from './store.ts';

/** Whose token it is; exactly one of the three. */
export type Holder =
  | { readonly kind: 'user'; readonly id: string }
  | { readonly kind: 'team'; readonly id: string; readonly organizationId: string }
  | { readonly kind: 'organization'; readonly id: string };

/** What a token may carry beside its holder. */
export interface TokenInput {
  readonly description?: string | null;
  /** ISO 8601; a token without one is valid until it is deleted. */
  readonly expiresAt?: string | null;
}

/** A token that was just made: the only time that its text is known. */
export interface NewToken {
  readonly row: TokenRow;
  readonly text: string;
  readonly audit: AuditEntry;
}

/**
 * Locks the accounts that a token names, the smallest identifier first, so that none is deleted meanwhile; 404 when one
 * has been. A person who was invited is active from the first credential on.
 */
const lockPeople = async (tx: Transaction, row: TokenRow): Promise<void> => {
  const people = [row.user_id, row.created_by_id].filter((id) => id !== null);
  for (const id of [...new Set(people)].toSorted()) {
    const { activated_at } = await holdUser(tx, id);
    if (id === row.user_id && activated_at === null) await updateUser(tx, id, { activated_at: row.created_at });
  }
};

/** Makes a token inside a change; its text is stored only as a hash. 404 when its holder or its maker has gone meanwhile. */
export const issueToken = async (
  tx: Transaction,
  { clock, vocabulary }: Context,
  { actor, holder }: { readonly actor: Actor; readonly holder: Holder },
  { description = null, expiresAt = null }: TokenInput = {},
): Promise<NewToken> => {
  const text = newToken(vocabulary.tokenMark);
  const row: TokenRow = {
    id: newId('at'),
    kind: holder.kind,
    user_id: holder.kind === 'user' ? holder.id : null,
    team_id: holder.kind === 'team' ? holder.id : null,
    organization_id: holder.kind === 'organization' ? holder.id : null,
    description,
    created_by_id: actor.identity.kind === 'user' ? actor.identity.id : null,
    created_at: timestamp(clock.now()),
    last_used_at: null,
    expires_at: expiresAt,
  };
  await lockPeople(tx, row);
  await insertToken(tx, { ...row, hash: tokenHash(text) });
  const after = { holder: holder.id, kind: holder.kind, description, expiresAt };
  const audit = { action: 'token.create', type: 'authentication-tokens', id: row.id, after };
  const organizationId =
    holder.kind === 'user' ? undefined : holder.kind === 'team' ? holder.organizationId : holder.id;
  return { row, text, audit: organizationId === undefined ? audit : { ...audit, organizationId } };
};
