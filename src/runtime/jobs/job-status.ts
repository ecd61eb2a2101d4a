// Results of the jobs of this process, for the administrators of the site.
import { type Clock, timestamp } from '../../kernel/clock.ts';
import { errorCode } from '../../lib/errors/error-code.ts';

/** Notes of one process about a job. Times are as they are stored. */
export interface JobStatus {
  readonly name: string;
  /** The pause between turns, in milliseconds. */
  readonly interval: number;
  /** When a turn of this process ended well that had work. */
  readonly ranAt: string | null;
  readonly failedAt: string | null;
  /** Number of turns that have failed since one ended well. */
  readonly failures: number;
  /** The code of the last failure, or its kind; the log has the rest. */
  readonly failure: string | null;
  /** When it looks for work next. */
  readonly nextAt: string | null;
}

type Named = { readonly name: string; readonly intervalMilliseconds: number };

export interface JobStatuses {
  ran(job: Named): void;
  failed(job: Named, error: unknown): void;
  /** It rests for so many milliseconds. */
  rests(job: Named, milliseconds: number): void;
  list(): readonly JobStatus[];
}

const maxLength = 100;

/** Never the message, which may have what no one else should read. */
const kindOf = (error: unknown): string =>
  (errorCode(error) || (error instanceof Error ? error.name : typeof error)).slice(0, maxLength);

export const newJobStatuses = (clock: Clock): JobStatuses => {
  const notes = new Map<string, JobStatus>();
  const change = ({ name, intervalMilliseconds: interval }: Named, changes: Partial<JobStatus>): void => {
    const blank = { name, interval, ranAt: null, failedAt: null, failures: 0, failure: null, nextAt: null };
    notes.set(name, { ...(notes.get(name) ?? blank), ...changes });
  };
  return {
    ran: (job) => change(job, { ranAt: timestamp(clock.now()), failures: 0 }),
    failed: (job, error) => {
      const failures = (notes.get(job.name)?.failures ?? 0) + 1;
      change(job, { failedAt: timestamp(clock.now()), failures, failure: kindOf(error) });
    },
    rests: (job, milliseconds) => change(job, { nextAt: timestamp(clock.now() + milliseconds) }),
    list: () => [...notes.values()],
  };
};
