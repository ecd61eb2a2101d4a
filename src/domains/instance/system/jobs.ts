// The jobs of the service, as all of its processes know them together.
import type { JobStatus } from '../../../runtime/jobs/job-status.ts';

const latest = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && other > one) ? other : one;

/** The next of two times; one that is over, as in a note from before, is none as long as the other is not. */
const next = (one: string | null, other: string | null, now: string): string | null => {
  const [earlier, later] = [one, other].flatMap((time) => time ?? []).sort();
  return earlier === undefined || earlier > now ? (earlier ?? null) : (later ?? earlier);
};

const lastChange = ({ ranAt, failedAt }: JobStatus): string => latest(ranAt, failedAt) ?? '';

/** One job of two processes: of several, the one that had the last turn knows how it stands. */
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

/** Each job once, by name; `now` is the present time. */
export function jobsTogether(notes: readonly JobStatus[], now: string): readonly JobStatus[] {
  const jobs = new Map<string, JobStatus>();
  for (const note of notes) {
    const known = jobs.get(note.name);
    jobs.set(note.name, known === undefined ? note : together(known, note, now));
  }
  return [...jobs.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}
