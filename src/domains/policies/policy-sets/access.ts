import { requirePermissionOn } from '../../organizations/index.ts';
import { policySetById } from './store.ts';

/** Finds a policy set for actors that may manage policies; 404 for everybody else. */
export const managedPolicySet = requirePermissionOn('manage-policies', policySetById);
