// Status of this process's jobs, for site administrators.
import { type Clock, timestamp } from '../../kernel/clock.ts';
import { errorCode } from '../../lib/errors/error-code.ts';

/** Status of a job in one process. Times are ISO 8601 texts in UTC. */
export interface JobStatus {
  readonly name: string;
  /** Pause between two runs, in milliseconds. */
  readonly interval: number;
  /** End of the job's last successful run in this process. Runs without work do not count. */
  readonly ranAt: string | null;
  readonly failedAt: string | null;
  /** Number of failed runs since the last successful one. */
  readonly failures: number;
  /** Code of the last error, or the name of its class. The log contains the details. */
  readonly failure: string | null;
  /** Time at which the job next checks whether there is work. */
  readonly nextAt: string | null;
}

type Named = { readonly name: string; readonly intervalMilliseconds: number };

export interface JobStatuses {
  ran(job: Named): void;
  failed(job: Named, error: unknown): void;
  /** Records that the job pauses for this number of milliseconds. */
  rests(job: Named, milliseconds: number): void;
  list(): readonly JobStatus[];
}

const maxLength = 100;

/**
 * Returns the code or class name of an error. The error message is not returned, because it may contain confidential
 * data.
 */
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
