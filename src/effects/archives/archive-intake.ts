import { type RunOfKey, semaphoreByKey } from '../../lib/concurrency/semaphore.ts';
import { type InspectArchive, newArchiveInspector } from './archive-inspector.ts';

/** Limits that keep uploads of archives from taking all the disk and all the time; keys are organizations. */
export interface ArchiveIntake {
  /** Runs an upload; throws `Busy` while sixteen others of this organization run, so that none fills the disk. */
  readonly limited: RunOfKey;
  /** Waits for the other inspections of this organization: so no organization waits for all archives of another. */
  readonly inTurn: RunOfKey;
  readonly inspect: InspectArchive;
}

export function newArchiveIntake(): ArchiveIntake {
  const [limited, inTurn] = [semaphoreByKey({ count: 16, maxWaiting: 0 }), semaphoreByKey({ count: 1 })];
  return { limited, inTurn, inspect: newArchiveInspector() };
}
