// Records the current time in the database, at most every ten minutes. If the clock is later behind the recorded time,
// jobs do not delete or renew anything based on the current time.
import type { Database } from '../../db/database.ts';
import { type Clock, timestamp } from '../../kernel/clock.ts';
import { stateFact, storeState } from './instance-state.ts';

const minute = 60_000;
/**
 * Maximum time in ms by which the clock may be behind the recorded time. It allows for leap seconds and for small
 * differences between the clocks of instances.
 */
const maxLag = minute;
const intervalOfNotes = 10 * minute;

export const clockNote = stateFact('clock-seen');

/**
 * Whether the clock is behind the recorded time. In that case it is wrong now, or it was wrong when the time was
 * recorded.
 */
export const isBehind = (note: string | undefined, now: number): note is string =>
  note !== undefined && now < Date.parse(note) - maxLag;

/**
 * Records the current time if the last record is at least ten minutes old. If the clock is behind the recorded time,
 * returns false and records nothing.
 */
export async function noteTime({ database, clock }: { database: Database; clock: Clock }): Promise<boolean> {
  const [note, now] = [await clockNote.read(database), clock.now()];
  if (isBehind(note, now)) return false;
  if (note === undefined || now - Date.parse(note) >= intervalOfNotes) {
    await database.transaction((tx) => storeState(tx, 'clock-seen', timestamp(now)));
  }
  return true;
}
