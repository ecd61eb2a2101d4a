// A note of the time in the database. While the clock is behind it, no job deletes or renews anything by the time of day.
import type { Database } from '../../db/database.ts';
import { type Clock, timestamp } from '../../kernel/clock.ts';
import { stateFact, storeState } from './instance-state.ts';

const minute = 60_000;
/** Maximum lag of the clock in ms: leap seconds, and small differences between the clocks of several instances. */
const maxLag = minute;
const intervalOfNotes = 10 * minute;

export const clockNote = stateFact('clock-seen');

/** Whether the clock is behind the last note, so that it or the clock at the time of the note is wrong. */
export const isBehind = (note: string | undefined, now: number): note is string =>
  note !== undefined && now < Date.parse(note) - maxLag;

/** Notes the time every ten minutes. False while the clock is behind the last note; nothing is noted then. */
export async function noteTime({ database, clock }: { database: Database; clock: Clock }): Promise<boolean> {
  const [note, now] = [await clockNote.read(database), clock.now()];
  if (isBehind(note, now)) return false;
  if (note === undefined || now - Date.parse(note) >= intervalOfNotes) {
    await database.transaction((tx) => storeState(tx, 'clock-seen', timestamp(now)));
  }
  return true;
}
