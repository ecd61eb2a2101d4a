// Work that recurs by itself: of several instances on one database, one at a time does each job.
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import type { Clock } from '../lib/clock.ts';
import { randomText } from '../lib/ids.ts';
import type { Signal } from '../lib/signal.ts';
import { type Lease, LeaseLost, takeLease } from './leases.ts';

/** What a job is given each time. */
export interface Turn {
  /**
   * Like the database's, for all that the job writes. Throws `LeaseLost`, with nothing written, once another
   * instance has taken the job over; each one that succeeds keeps the job for longer.
   */
  readonly transaction: Lease['transaction'];
  /** Aborted when the service ends: the job stops at the next good place. */
  readonly signal: AbortSignal;
}

/** A job as a value. What fails is tried again at the next turn, so half-done work must be no harm. */
export interface Job {
  readonly name: string;
  /** How long it rests between turns. */
  readonly intervalMilliseconds: number;
  /** A cheap look whether there is anything to do: an idle service writes nothing. */
  readonly isDue?: () => Promise<boolean>;
  /** Ends the rest before its time. */
  readonly wakeUp?: Signal;
  readonly run: (turn: Turn) => Promise<void>;
}

/** What jobs need of the service. */
export interface JobParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: {
    info(details: object, message: string): void;
    error(details: object, message: string): void;
  };
}

/** A job is another's at the earliest so many milliseconds after its last sign of life. */
const minLease = 10_000;
/** The first turn of a job comes soon after the start, so that restarts do not put it off for ever. */
const maxInitialDelay = 1_000;

/** Takes turns at jobs under one name, and keeps the leases between them. */
const jobTaker = (parts: JobParts) => {
  const owner = randomText(22);
  const leases = new Map<string, Lease>();

  const leaseFor = async ({ name, intervalMilliseconds }: Job): Promise<Lease | undefined> => {
    const existing = leases.get(name);
    if (existing?.isLive()) return existing;
    leases.delete(name);
    const milliseconds = Math.max(minLease, 2 * intervalMilliseconds);
    const taken = await takeLease(parts, { name, owner, milliseconds });
    if (taken !== undefined) leases.set(name, taken);
    return taken;
  };

  return {
    /** Does the job if it is due and no other instance's; answers whether it did. */
    takeTurn: async (job: Job, signal: AbortSignal): Promise<boolean> => {
      if (job.isDue !== undefined && !(await job.isDue())) return false;
      const lease = await leaseFor(job);
      if (lease === undefined) return false;
      try {
        await job.run({ transaction: lease.transaction, signal });
        return true;
      } catch (error) {
        if (error instanceof LeaseLost) leases.delete(job.name);
        throw error;
      }
    },
    release: async (): Promise<void> => {
      const existing = [...leases.values()].filter((lease) => lease.isLive());
      leases.clear();
      await Promise.all(existing.map((lease) => lease.release()));
    },
  };
};

/** Does one job now, unless another instance has it or there is nothing to do; answers whether it did. */
export const runOnce = async (parts: JobParts, job: Job): Promise<boolean> => {
  const taker = jobTaker(parts);
  try {
    return await taker.takeTurn(job, new AbortController().signal);
  } finally {
    await taker.release();
  }
};

const reportFailure = ({ log }: JobParts, { name: job }: Job, error: unknown): void => {
  if (error instanceof LeaseLost) log.info({ job }, 'another instance has taken a job over');
  else log.error({ job, error }, 'a job failed; its next turn tries again');
};

/** Starts jobs; disposing ends them as soon as each is at a good place. They do not keep the process alive. */
export const startJobs = (parts: JobParts, jobs: readonly Job[]): AsyncDisposable => {
  const taker = jobTaker(parts);
  const ending = new AbortController();
  const { signal } = ending;

  /** Rests until the time is over or the job's bell rings; answers false at once when the service ends. */
  const waitForTurn = async ({ wakeUp }: Job, milliseconds: number): Promise<boolean> => {
    if (signal.aborted) return false;
    const waiting = new AbortController();
    const wake = () => waiting.abort();
    signal.addEventListener('abort', wake);
    const unsubscribe = wakeUp?.subscribe(wake);
    await wait(milliseconds, undefined, { ref: false, signal: waiting.signal }).catch(() => undefined);
    unsubscribe?.();
    signal.removeEventListener('abort', wake);
    return !signal.aborted;
  };
  const turn = (job: Job): Promise<void> =>
    taker.takeTurn(job, signal).then(
      () => undefined,
      (error: unknown) => reportFailure(parts, job, error),
    );
  const nextTurn = async (job: Job): Promise<void> => {
    let rest = Math.min(job.intervalMilliseconds, maxInitialDelay);
    while (await waitForTurn(job, rest)) {
      await turn(job);
      rest = job.intervalMilliseconds;
    }
  };

  const going = jobs.map(nextTurn);
  return {
    [Symbol.asyncDispose]: async () => {
      ending.abort();
      await Promise.all(going);
      await taker.release().catch((error: unknown) => parts.log.error({ error }, 'the jobs were not handed on'));
    },
  };
};
