import { permittedIn, permittedOn } from '../organizations/access.ts';
import { policyById } from './store.ts';

/** Every policy operation, reading included, is for who may manage the organization's policies. */
export const policyManagerOf = permittedIn('manage-policies');

/** Finds a policy for who may manage it; 404 for everybody else. */
export const managedPolicy = permittedOn('manage-policies', policyById);
