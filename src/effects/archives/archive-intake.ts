import { type RunOfKey, semaphoreByKey } from '../../lib/concurrency/semaphore.ts';
import { type InspectArchive, newArchiveInspector } from './archive-inspector.ts';

/**
 * Limits that prevent archive uploads from filling the disk or delaying other organizations. Each organization is
 * limited separately.
 */
export interface ArchiveIntake {
  /**
   * Runs an upload. Throws `Busy` if sixteen uploads of the organization are running already, so that one organization
   * cannot fill the disk.
   */
  readonly limited: RunOfKey;
  /**
   * Runs the organization's inspections one after another, so that an organization with many archives does not delay
   * the others.
   */
  readonly inTurn: RunOfKey;
  readonly inspect: InspectArchive;
}

export function newArchiveIntake(): ArchiveIntake {
  const [limited, inTurn] = [semaphoreByKey({ count: 16, maxWaiting: 0 }), semaphoreByKey({ count: 1 })];
  return { limited, inTurn, inspect: newArchiveInspector() };
}
