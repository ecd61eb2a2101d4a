import { type KeyedLimiter, limiterByKey } from '../../lib/concurrency/limiter.ts';
import { type InspectArchive, newArchiveInspector } from './archive-inspector.ts';

/** Limits that keep uploads of archives from taking all the disk and all the time; keys are organizations. */
export interface ArchiveIntake {
  /** Runs an upload; throws `Unavailable` while sixteen others of this organization run, so that none fills the disk. */
  readonly limited: KeyedLimiter;
  /** Waits for the other inspections of this organization: so no organization waits for all archives of another. */
  readonly inTurn: KeyedLimiter;
  readonly inspect: InspectArchive;
}

export function newArchiveIntake(): ArchiveIntake {
  return { limited: limiterByKey(16, 0), inTurn: limiterByKey(1), inspect: newArchiveInspector() };
}
