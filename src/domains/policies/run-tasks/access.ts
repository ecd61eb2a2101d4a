import { requirePermissionOn } from '../../organizations/index.ts';
import { runTaskById } from './store.ts';

/** Finds a run task for actors that may manage policies; 404 for everybody else. */
export const managedRunTask = requirePermissionOn('manage-policies', runTaskById);
