// Records the current time in the database. While the clock is behind the recorded time, no job deletes or renews
// anything based on the current time.
import type { Database } from '../../db/database.ts';
import { type Clock, timestamp } from '../../kernel/clock.ts';
import { stateFact, storeState } from './instance-state.ts';

const minute = 60_000;
/**
 * Maximum lag of the clock in ms, which allows for leap seconds and small differences between the clocks of instances.
 */
const maxLag = minute;
const intervalOfNotes = 10 * minute;

export const clockNote = stateFact('clock-seen');

/** Whether the clock is behind the recorded time, so that either the clock is wrong now or was wrong then. */
export const isBehind = (note: string | undefined, now: number): note is string =>
  note !== undefined && now < Date.parse(note) - maxLag;

/**
 * Records the time every ten minutes. Returns false, without recording anything, while the clock is behind the recorded
 * time.
 */
export async function noteTime({ database, clock }: { database: Database; clock: Clock }): Promise<boolean> {
  const [note, now] = [await clockNote.read(database), clock.now()];
  if (isBehind(note, now)) return false;
  if (note === undefined || now - Date.parse(note) >= intervalOfNotes) {
    await database.transaction((tx) => storeState(tx, 'clock-seen', timestamp(now)));
  }
  return true;
}
