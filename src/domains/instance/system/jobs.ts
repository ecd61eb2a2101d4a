// The jobs of the service, as all of its processes know them together.
import type { JobStatus } from '../../../runtime/jobs/job-status.ts';

const latest = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && other > one) ? other : one;

const earliest = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && other < one) ? other : one;

const lastChange = ({ ranAt, failedAt }: JobStatus): string => latest(ranAt, failedAt) ?? '';

/** One job of two processes: of several, the one that had the last turn knows how it stands. */
const together = (one: JobStatus, other: JobStatus): JobStatus => {
  const { failures, failure } = lastChange(one) >= lastChange(other) ? one : other;
  return {
    ...one,
    ranAt: latest(one.ranAt, other.ranAt),
    failedAt: latest(one.failedAt, other.failedAt),
    nextAt: earliest(one.nextAt, other.nextAt),
    failures,
    failure,
  };
};

/** Each job once, by name. */
export function jobsTogether(notes: readonly JobStatus[]): readonly JobStatus[] {
  const jobs = new Map<string, JobStatus>();
  for (const note of notes) {
    const known = jobs.get(note.name);
    jobs.set(note.name, known === undefined ? note : together(known, note));
  }
  return [...jobs.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}
