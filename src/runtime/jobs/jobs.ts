// Recurring jobs. If several instances use the same database, each job runs in only one of them at a time.
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import { type Tracer, tracedBy } from '../../kernel/trace.ts';
import type { Signal } from '../../lib/concurrency/signal.ts';
import { Unavailable } from '../../lib/errors/unavailable.ts';
import { randomText } from '../../lib/text/random-text.ts';
import { noteTime } from '../state/clock-note.ts';
import { isHeld } from '../state/held.ts';
import type { JobStatuses } from './job-status.ts';
import { type Lease, LeaseLost, takeLease } from './leases.ts';

export interface Turn {
  /**
   * Runs a transaction. The job must make all its changes in such transactions. Throws `LeaseLost` without making
   * changes if another instance has taken over the job. Each successful transaction extends the lease.
   */
  readonly transaction: Lease['transaction'];
  /** Aborted when the service stops. The job must then end after its current batch. */
  readonly signal: AbortSignal;
}

/** Recurring job. After a failure it runs again at the next interval, so a partly completed run must do no harm. */
export interface Job {
  readonly name: string;
  /** Pause between two runs. */
  readonly intervalMilliseconds: number;
  /**
   * Returns whether there is work. The check must be cheap and must not write, so that an idle service does not write
   * to the database.
   */
  readonly isDue?: () => Promise<boolean>;
  /**
   * Whether the job deletes or renews anything based on the current time. Such a job does not run while the clock is
   * behind the last recorded time, or while the instance is held after a restore.
   */
  readonly needsClock?: true;
  /**
   * Whether the job affects other systems or deletes data permanently. Such a job does not run while the instance is
   * held after a restore.
   */
  readonly waitsWhileHeld?: true;
  /** Signal that ends the pause between two runs early. */
  readonly wakeUp?: Signal;
  readonly run: (turn: Turn) => Promise<void>;
}

/** Components that jobs need. */
export interface JobParts {
  readonly database: Database;
  readonly clock: Clock;
  /** Receives the result of each run. Site administrators can see these results. */
  readonly jobStatuses?: Pick<JobStatuses, 'ran' | 'failed' | 'rests'>;
  /** Starts a trace for each run. Absent if tracing is not configured. */
  readonly tracer?: Tracer | undefined;
  readonly log: {
    info(details: object, message: string): void;
    error(details: object, message: string): void;
  };
}

/** Minimum duration of a lease in ms. Another instance cannot take over a job before this time has passed. */
const minLease = 10_000;
/** Maximum delay in ms before a job's first run. It is short, so that jobs run even if the service restarts often. */
const maxInitialDelay = 1_000;

/** Whether a job has work and may run, considering the clock and a restore after which the instance is held. */
const isDue = async (
  { clock, database }: JobParts,
  { isDue: hasWork, needsClock, waitsWhileHeld = needsClock }: Job,
): Promise<boolean> => {
  if (needsClock && !(await noteTime({ clock, database }))) return false;
  if (hasWork !== undefined && !(await hasWork())) return false;
  return !(waitsWhileHeld && (await isHeld(database)));
};

/** Takes the leases of jobs for this instance, and runs the jobs. Leases are kept between runs. */
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
    /** Runs the job if it has work and no other instance holds its lease. Returns whether it ran. */
    takeTurn: async (job: Job, signal: AbortSignal): Promise<boolean> => {
      if (!(await isDue(parts, job))) return false;
      const lease = await leaseFor(job);
      if (lease === undefined) return false;
      try {
        const turn = { transaction: lease.transaction, signal };
        await tracedBy(parts.tracer, `job ${job.name}`, {}, () => job.run(turn));
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

/** Runs one job immediately, unless it has no work or another instance holds its lease. Returns whether it ran. */
export const runOnce = async (parts: JobParts, job: Job): Promise<boolean> => {
  const taker = jobTaker(parts);
  try {
    return await taker.takeTurn(job, new AbortController().signal);
  } finally {
    await taker.release();
  }
};

const reportFailure = ({ log, jobStatuses }: JobParts, job: Job, error: unknown): void => {
  const { name } = job;
  if (error instanceof LeaseLost) {
    log.info({ job: name }, 'another instance has taken over a job');
    return;
  }
  log.error({ job: name, error }, 'a job failed and will run again at its next interval');
  jobStatuses?.failed(job, error);
};

/** Starts jobs, which do not keep the process alive. Disposing of the result ends each job after its current batch. */
export const startJobs = (parts: JobParts, jobs: readonly Job[]): AsyncDisposable => {
  const taker = jobTaker(parts);
  const ending = new AbortController();
  const { signal } = ending;

  /** Waits for a number of milliseconds or until the job's signal. Returns false immediately when the service stops. */
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
      (hasRun) => {
        if (hasRun) parts.jobStatuses?.ran(job);
      },
      (error: unknown) => reportFailure(parts, job, error),
    );
  const nextTurn = async (job: Job): Promise<void> => {
    let rest = Math.min(job.intervalMilliseconds, maxInitialDelay);
    parts.jobStatuses?.rests(job, rest);
    while (await waitForTurn(job, rest)) {
      await turn(job);
      rest = job.intervalMilliseconds;
      parts.jobStatuses?.rests(job, rest);
    }
  };

  const going = jobs.map(nextTurn);
  return {
    [Symbol.asyncDispose]: async () => {
      ending.abort(new Unavailable('the service stops'));
      await Promise.all(going);
      await taker.release().catch((error: unknown) => parts.log.error({ error }, 'job leases were not released'));
    },
  };
};
