// Watches the clock of this machine. While it cannot be right, nothing is deleted or renewed by the time of day.
import type { Database, Reader, Transaction } from '../../db/database.ts';
import { type Clock, timestamp } from '../../kernel/clock.ts';
import { randomText } from '../../lib/text/random-text.ts';
import { repeat } from '../jobs/repeat.ts';
import { deleteState, readState, storeState, storeStateOnce } from './instance-state.ts';

/** A time that cannot be right. */
export interface ClockDoubt {
  /** When it should have been, at the least. */
  readonly expected: string;
  /** Time that the clock said. */
  readonly seen: string;
}

export interface ClockWatch {
  /** Reason not to rely on the clock; undefined while there is none. */
  doubt(): ClockDoubt | undefined;
  /** Compares the clock with the time that has passed. */
  check(): Promise<void>;
}

interface WatchParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: {
    info(details: object, message: string): void;
    warn(details: object, message: string): void;
  };
  /** Milliseconds that have passed since some moment, whatever the clock says. */
  readonly elapsed?: () => number;
}

const [minute, day] = [60_000, 86_400_000];
/** Maximum step of the clock in ms: leap seconds, and the small steps of time servers. */
const maxStep = minute;
/** Maximum time in ms that a machine sleeps without a doubt, and that a service is away between two starts. */
const [maxSleep, maxAbsence] = [day, 30 * day];
/** Minimum time in ms for which the clock must have been plausible before it is relied upon again. */
const probation = 10 * minute;
const intervalOfChecks = 10_000;
const intervalOfNotes = 10 * minute;

/** Time of the clock, and time that has passed by another count, in ms. */
interface Moment {
  readonly wall: number;
  readonly elapsed: number;
}

/** A moment that was right, and how much later than the time that has passed the clock may be. */
interface Anchor extends Moment {
  readonly slack: number;
}

const expectedAt = ({ wall, elapsed }: Anchor, now: Moment): number => wall + now.elapsed - elapsed;

const isPlausible = (anchor: Anchor, now: Moment): boolean => {
  const ahead = now.wall - expectedAt(anchor, now);
  return ahead >= -maxStep && ahead <= anchor.slack;
};

const hasJumped = (last: Moment, now: Moment): boolean =>
  Math.abs(now.wall - last.wall - (now.elapsed - last.elapsed)) > maxStep;

/** Judges each moment by the ones before. */
const newJudge = (start: Moment, noted: number | undefined, isDoubted: boolean) => {
  let last = start;
  let anchor: Anchor =
    noted === undefined ? { ...start, slack: maxSleep } : { ...start, wall: noted, slack: maxAbsence };
  let isTrusted = !isDoubted;
  let plausibleSince: number | undefined;
  const trust = (now: Moment): void => {
    anchor = { ...now, slack: maxSleep };
    isTrusted = true;
    plausibleSince = undefined;
  };
  return {
    isTrusted: () => isTrusted,
    trust,
    expected: (now: Moment) => timestamp(expectedAt(anchor, now)),
    see: (now: Moment): void => {
      const isGood = isPlausible(anchor, now) && !hasJumped(last, now);
      last = now;
      plausibleSince = isGood ? (plausibleSince ?? now.elapsed) : undefined;
      const isOver = plausibleSince !== undefined && now.elapsed - plausibleSince >= probation;
      if (isGood && (isTrusted || isOver)) trust(now);
      else isTrusted = false;
    },
  };
};

/** The doubt that an instance has left in the database. */
export const storedDoubt = async (reader: Reader): Promise<ClockDoubt | undefined> => {
  const text = await readState(reader, 'clock-doubt');
  return text === undefined ? undefined : JSON.parse(text);
};

/** An operator has looked at the clock: it is right. Ends the doubts of all instances within seconds. */
export const confirmClock = async (tx: Transaction, now: number): Promise<void> => {
  await deleteState(tx, 'clock-doubt');
  await storeState(tx, 'clock-seen', timestamp(now));
  await storeState(tx, 'clock-confirmed', randomText(20));
};

/** Forgets what the clock has been compared with, where the database now belongs to another time. */
export const forgetClock = async (tx: Transaction): Promise<void> => {
  await deleteState(tx, 'clock-doubt');
  await deleteState(tx, 'clock-seen');
};

const doubted =
  'the clock cannot be right: nothing is purged, tidied up or rotated until it has been plausible for ten minutes, or until "tipstaff clock confirm"';

/** Notes the time now and then, so that the next start can tell whether its clock is right. */
const note = async (database: Database, wall: number): Promise<void> => {
  const known = await readState(database, 'clock-seen');
  if (known !== undefined && Math.abs(wall - Date.parse(known)) < intervalOfNotes) return;
  await database.transaction((tx) => storeState(tx, 'clock-seen', timestamp(wall)));
};

/** Opens the watch, which compares the clock with what was noted before the start. It writes nothing before its first check. */
export const openClockWatch = async (parts: WatchParts): Promise<ClockWatch> => {
  const { database, clock, log, elapsed = () => performance.now() } = parts;
  const now = (): Moment => ({ wall: clock.now(), elapsed: elapsed() });
  const left = await storedDoubt(database);
  const noted = left?.expected ?? (await readState(database, 'clock-seen'));
  const start = now();
  const judge = newJudge(start, noted === undefined ? undefined : Date.parse(noted), left !== undefined);
  let confirmation = await readState(database, 'clock-confirmed');
  let doubt = left;

  const begin = (at: Moment): void => {
    doubt = { expected: judge.expected(at), seen: timestamp(at.wall) };
    log.warn({ ...doubt }, doubted);
  };
  const keepUp = async (at: Moment): Promise<void> => {
    if (doubt === undefined) begin(at);
    const text = JSON.stringify(doubt);
    if ((await storedDoubt(database)) !== undefined) return;
    await database.transaction((tx) => storeStateOnce(tx, 'clock-doubt', text));
  };
  const end = async (at: Moment): Promise<void> => {
    if (doubt !== undefined) {
      await database.transaction((tx) => deleteState(tx, 'clock-doubt'));
      log.info({}, 'the clock is relied upon again');
    }
    doubt = undefined;
    await note(database, at.wall);
  };
  judge.see(start);
  if (!judge.isTrusted() && doubt === undefined) begin(start);

  return {
    doubt: () => doubt,
    check: async () => {
      const at = now();
      judge.see(at);
      const confirmed = await readState(database, 'clock-confirmed');
      if (confirmed !== confirmation) judge.trust(at);
      confirmation = confirmed;
      if (judge.isTrusted()) await end(at);
      else await keepUp(at);
    },
  };
};

/** Checks the clock every ten seconds until it is disposed. */
export const watchClock = ({ check }: ClockWatch, log: WatchParts['log']): AsyncDisposable =>
  repeat({ every: intervalOfChecks, first: 'at once' }, () =>
    check().catch((error: unknown) => log.warn({ error }, 'the clock was not checked')),
  );
