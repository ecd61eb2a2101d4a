import { byId, guard } from '../../organizations/index.ts';
import { policyRights } from '../access.ts';
import { policyById } from './store.ts';

export const policyFor = guard(policyRights.policies, byId(policyById, 'policy_id'));
