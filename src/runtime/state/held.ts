// Held state of an instance that was restored from a backup: it does not affect other systems until an operator resumes
// it.
import type { Reader, Transaction } from '../../db/database.ts';
import { deleteState, lockState, readState } from './instance-state.ts';

/** Restore after which an instance is held. */
export interface Held {
  /** Time of the restore. */
  readonly at: string;
  /** Time at which the backup was made. */
  readonly madeAt: string;
}

const name = 'held';

/** Returns the row that marks a restored instance as held, for a database that is being restored. */
export const heldRow = (held: Held) => ({
  table: { name: 'instance', columns: ['name', 'value'] },
  row: [name, JSON.stringify(held)],
});

/** Whether a row belongs to a backup that was made while its instance was held. */
export const isHeldRow = (
  table: { readonly name: string; readonly columns: readonly string[] },
  row: readonly unknown[],
): boolean => table.name === 'instance' && row[table.columns.indexOf('name')] === name;

const parsed = (text: string | undefined): Held | undefined => (text === undefined ? undefined : JSON.parse(text));

/** Reads the held state. Returns undefined if the instance is not held. */
export const readHeld = async (reader: Reader): Promise<Held | undefined> => parsed(await readState(reader, name));

export const isHeld = async (reader: Reader): Promise<boolean> => (await readHeld(reader)) !== undefined;

/** Same as `readHeld`, and locks the state until the transaction ends. */
export const lockHeld = async (tx: Transaction): Promise<Held | undefined> => parsed(await lockState(tx, name));

export const endHeld = (tx: Transaction): Promise<boolean> => deleteState(tx, name);
