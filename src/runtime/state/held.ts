// An instance that was restored from a backup is held: it does not act on the outside world until an operator resumes it.
import type { Reader, Transaction } from '../../db/database.ts';
import { deleteState, lockState, readState } from './instance-state.ts';

/** Facts about the restore that an instance is held after. */
export interface Held {
  /** When the backup was restored. */
  readonly at: string;
  /** When the backup was made. */
  readonly madeAt: string;
}

const name = 'held';

/** The row that marks a restored instance as held, for a database that is being filled. */
export const heldRow = (held: Held) => ({
  table: { name: 'instance', columns: ['name', 'value'] },
  row: [name, JSON.stringify(held)],
});

/** True for the row of a backup that was made while its instance was held. */
export const isHeldRow = (
  table: { readonly name: string; readonly columns: readonly string[] },
  row: readonly unknown[],
): boolean => table.name === 'instance' && row[table.columns.indexOf('name')] === name;

const parsed = (text: string | undefined): Held | undefined => (text === undefined ? undefined : JSON.parse(text));

/** Undefined if the instance is not held. */
export const readHeld = async (reader: Reader): Promise<Held | undefined> => parsed(await readState(reader, name));

export const isHeld = async (reader: Reader): Promise<boolean> => (await readHeld(reader)) !== undefined;

/** Like `readHeld`; other transactions wait until this one ends. */
export const lockHeld = async (tx: Transaction): Promise<Held | undefined> => parsed(await lockState(tx, name));

export const endHeld = (tx: Transaction): Promise<boolean> => deleteState(tx, name);
