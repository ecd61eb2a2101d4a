import { requirePermissionOn } from '../../organizations/index.ts';
import { policyById } from './store.ts';

/** Finds a policy for actors that may manage it; 404 for everybody else. */
export const managedPolicy = requirePermissionOn('manage-policies', policyById);
