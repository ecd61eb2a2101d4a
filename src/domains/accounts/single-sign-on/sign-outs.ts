// Ends sessions when an identity provider requests it.
import { randomUUID } from 'node:crypto';
import type { Transaction } from '../../../db/database.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { timestamp } from '../../../kernel/clock.ts';
import type { ProviderName } from '../../../protocols/sign-in/claims.ts';
import { endSomeSessionsOf } from '../sessions/store.ts';
import {
  accountsOfNameForUpdate,
  anybody,
  insertSignOuts,
  lockName,
  lockProviderSession,
  namesOfProviderSession,
  sessionsOfName,
} from './store.ts';

/** A sign-out at a provider. It names a person, or only a session. */
export interface SignOut {
  readonly name: ProviderName | Pick<ProviderName, 'provider'>;
  /** The provider's identifiers of the sessions. An empty list means all sessions of the person. */
  readonly sessionIndexes: readonly string[];
  /** Time when the provider issued the sign-out, in milliseconds since 1970. */
  readonly issuedAt: number;
  /** Time in milliseconds since 1970 until which a response to an earlier sign-in may still arrive. */
  readonly expiresAt: number;
}

/**
 * Ends the sessions that a sign-out names. The caller must have verified the sign-out and checked that it was not used
 * before.
 */
export async function endSessions(tx: Transaction, signOut: SignOut): Promise<readonly AuditEntry[]> {
  const names = await lockNames(tx, signOut);
  await recordSignOut(tx, signOut);
  const entries: AuditEntry[] = [];
  for (const name of names) entries.push(...(await endSessionsOfName(tx, name, signOut.sessionIndexes)));
  return entries;
}

/**
 * Locks the identities that a sign-out concerns and returns them. The lock prevents new sessions of these identities
 * until the transaction ends.
 */
async function lockNames(tx: Transaction, { name, sessionIndexes }: SignOut): Promise<readonly ProviderName[]> {
  if ('nameKey' in name) {
    await lockName(tx, name);
    return [name];
  }
  const { provider } = name;
  const names: ProviderName[] = [];
  for (const index of sessionIndexes.toSorted()) {
    await lockProviderSession(tx, provider, index);
    const rows = await tx.rows(namesOfProviderSession, { provider, index });
    names.push(...rows.map((row) => ({ provider, nameId: row.name_id, nameKey: row.name_key })));
  }
  return names;
}

async function endSessionsOfName(
  tx: Transaction,
  name: ProviderName,
  sessionIndexes: readonly string[],
): Promise<readonly AuditEntry[]> {
  const accounts = await tx.rows(accountsOfNameForUpdate, name);
  // A session without an index may be any of the sessions that the sign-out names.
  const isNamed = (index: string | null): boolean =>
    sessionIndexes.length === 0 || index === null || sessionIndexes.includes(index);
  const sessions = (await tx.rows(sessionsOfName, name)).filter((each) => isNamed(each.session_index));
  const entries: AuditEntry[] = [];
  for (const { id: user } of accounts) {
    const ids = sessions.filter(({ user_id }) => user_id === user).map(({ id }) => id);
    const ended = await endSomeSessionsOf(tx, user, ids);
    const before = { user, provider: name.provider, 'name-id': name.nameId };
    entries.push(...ended.map((id) => ({ action: 'session.delete', type: 'sessions', id, before })));
  }
  return entries;
}

/** Stores the sign-out, because a response to an earlier sign-in may still arrive and must not open a session. */
async function recordSignOut(tx: Transaction, { name, sessionIndexes, issuedAt, expiresAt }: SignOut): Promise<void> {
  const key = { provider: name.provider, name_id: 'nameKey' in name ? name.nameKey : anybody };
  const times = { issued_at: timestamp(issuedAt), expires_at: timestamp(expiresAt) };
  const indexes = sessionIndexes.length === 0 ? [null] : sessionIndexes;
  const rows = indexes.map((session_index) => ({ id: randomUUID(), ...key, session_index, ...times }));
  await insertSignOuts(tx, rows);
}
