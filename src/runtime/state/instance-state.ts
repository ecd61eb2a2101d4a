// State of this installation. The table `instance` has one row for each value. Only this file writes to the table.
import type { Reader, Transaction } from '../../db/database.ts';
import { forUpdate } from '../../db/expressions.ts';
import type { Fact } from '../../db/fact.ts';
import { query } from '../../db/query.ts';

/**
 * Names of the stored values. They concern the encryption key's identifier; the audit log's hash chain (its key, its
 * head, the progress of verification and streaming, and whether the head is also kept in a file); the hash of the
 * one-time token for the first administrator; the base URL of links; the first request with a forwarded address while
 * no proxy was trusted; the last recorded time; and the restore because of which the instance is held.
 */
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

/** Returns a stored value, or undefined if there is none with this name. */
export async function readState(reader: Reader, name: StateName): Promise<string | undefined> {
  return (await reader.first(stateByName, { name }))?.value;
}

/** Declares a stored value as a fact, which can be read with or without a running service. */
export const stateFact = (name: StateName): Fact<string | undefined> => ({
  table: 'instance',
  read: (reader) => readState(reader, name),
});

/** Same as `readState`, but also locks the value until the transaction ends. */
export async function lockState(tx: Transaction, name: StateName): Promise<string | undefined> {
  return (await tx.first(stateForUpdate, { name }))?.value;
}

/**
 * Stores a value unless there is one already. Returns whether this call stored it. If several instances start at the
 * same time, one stores its value and the others wait for its transaction.
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

/**
 * Deletes a stored value. If `value` is given, it is deleted only if it equals `value`. Returns whether a value was
 * deleted.
 */
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
