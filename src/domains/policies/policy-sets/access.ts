import { requirePermissionOn } from '../../organizations/organizations/access.ts';
import { policySetById } from './store.ts';

/** Finds a policy set for who may manage policies; 404 for everybody else. */
export const managedPolicySet = requirePermissionOn('manage-policies', policySetById);
