// State of this installation: one row a value in the table `instance`. This file alone writes it.
import type { Reader, Transaction } from '../../db/database.ts';
import { forUpdate } from '../../db/expressions.ts';
import type { Fact } from '../../db/fact.ts';
import { query } from '../../db/query.ts';

/** The encryption key's identifier, the audit chain's key and head and how far it was verified and streamed, whether the head is kept beside the database, the
 * hash of the one-time token, the base of links, when the first forwarded address arrived while no proxy was trusted, the
 * last note of the time, and the restore after which the instance is held. */
export type StateName =
  | 'encryption-key-id'
  | 'audit-key'
  | 'audit-head'
  | 'audit-start'
  | 'audit-verified'
  | 'audit-stream'
  | 'head-kept'
  | 'initial-admin-token'
  | 'base-url'
  | 'untrusted-proxy'
  | 'clock-seen'
  | 'held';

/** A stored value; undefined where none is stored. */
export async function readState(reader: Reader, name: StateName): Promise<string | undefined> {
  return (await reader.first(stateByName, { name }))?.value;
}

/** A stored value, with a service or without. */
export const stateFact = (name: StateName): Fact<string | undefined> => ({
  table: 'instance',
  read: (reader) => readState(reader, name),
});

/** Like `readState`; other transactions wait until this one ends. */
export async function lockState(tx: Transaction, name: StateName): Promise<string | undefined> {
  return (await tx.first(stateForUpdate, { name }))?.value;
}

/**
 * Stores a value unless it is stored already, so that of several instances that start at once the first decides; the
 * others wait for its transaction. True if this call stored it.
 */
export async function storeStateOnce(tx: Transaction, name: StateName, value: string): Promise<boolean> {
  const stored = await tx.run((db) =>
    db
      .insertInto('instance')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doNothing()),
  );
  return stored === 1;
}

export async function storeState(tx: Transaction, name: StateName, value: string): Promise<void> {
  await tx.run((db) =>
    db
      .insertInto('instance')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value })),
  );
}

/** Deletes a value, only while it is the one passed, if any. True if one was deleted. */
export async function deleteState(tx: Transaction, name: StateName, value?: string): Promise<boolean> {
  const deleted = await tx.run((db) =>
    db
      .deleteFrom('instance')
      .where('name', '=', name)
      .$if(value !== undefined, (rows) => rows.where('value', '=', value ?? '')),
  );
  return deleted === 1;
}

const stateByName = query<{ name: string }>()((db, { name }) =>
  db.selectFrom('instance').select('value').where('name', '=', name),
);

const stateForUpdate = query<{ name: string }>()((db, { name }, engine) =>
  forUpdate(engine, db.selectFrom('instance').select('value').where('name', '=', name)),
);
