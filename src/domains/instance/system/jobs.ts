// Combines the job statuses of all processes of the service.
import type { JobStatus } from '../../../runtime/jobs/job-status.ts';

const latest = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && other > one) ? other : one;

/**
 * Returns the earlier of two times at which a job will run next. A time in the past comes from an outdated status, so
 * it is ignored if the other time is in the future.
 */
const next = (one: string | null, other: string | null, now: string): string | null => {
  const [earlier, later] = [one, other].flatMap((time) => time ?? []).sort();
  return earlier === undefined || earlier > now ? (earlier ?? null) : (later ?? earlier);
};

const lastChange = ({ ranAt, failedAt }: JobStatus): string => latest(ranAt, failedAt) ?? '';

/**
 * Combines the statuses of a job in two processes. `failures` and `failure` come from the process that ran the job
 * last.
 */
const together = (one: JobStatus, other: JobStatus, now: string): JobStatus => {
  const { failures, failure } = lastChange(one) >= lastChange(other) ? one : other;
  return {
    ...one,
    ranAt: latest(one.ranAt, other.ranAt),
    failedAt: latest(one.failedAt, other.failedAt),
    nextAt: next(one.nextAt, other.nextAt, now),
    failures,
    failure,
  };
};

/** Returns each job once, sorted by name. `now` is the current time. */
export function jobsTogether(notes: readonly JobStatus[], now: string): readonly JobStatus[] {
  const jobs = new Map<string, JobStatus>();
  for (const note of notes) {
    const known = jobs.get(note.name);
    jobs.set(note.name, known === undefined ? note : together(known, note, now));
  }
  return [...jobs.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}
