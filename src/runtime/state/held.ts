// Held state of an instance that was restored from a backup. The instance does not affect other systems until an
// operator resumes it.
import type { Reader, Transaction } from '../../db/database.ts';
import { deleteState, lockState, readState } from './instance-state.ts';

/** The restore that put an instance into the held state. */
export interface Held {
  /** Time of the restore, as ISO 8601 text in UTC. */
  readonly at: string;
  /** Time at which the restored backup was made, as ISO 8601 text in UTC. */
  readonly madeAt: string;
}

const name = 'held';

/** Returns the row that a restore inserts into the database to hold the instance. */
export const heldRow = (held: Held) => ({
  table: { name: 'instance', columns: ['name', 'value'] },
  row: [name, JSON.stringify(held)],
});

/** Whether a row of a backup says that the instance was held when the backup was made. */
export const isHeldRow = (
  table: { readonly name: string; readonly columns: readonly string[] },
  row: readonly unknown[],
): boolean => table.name === 'instance' && row[table.columns.indexOf('name')] === name;

const parsed = (text: string | undefined): Held | undefined => (text === undefined ? undefined : JSON.parse(text));

/** Returns the restore that put the instance into the held state, or undefined if it is not held. */
export const readHeld = async (reader: Reader): Promise<Held | undefined> => parsed(await readState(reader, name));

export const isHeld = async (reader: Reader): Promise<boolean> => (await readHeld(reader)) !== undefined;

/** Same as `readHeld`, but also locks the held state until the transaction ends. */
export const lockHeld = async (tx: Transaction): Promise<Held | undefined> => parsed(await lockState(tx, name));

export const endHeld = (tx: Transaction): Promise<boolean> => deleteState(tx, name);
