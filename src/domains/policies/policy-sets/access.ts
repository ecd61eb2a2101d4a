import { byId, guard } from '../../organizations/index.ts';
import { inPlan, policyRights } from '../access.ts';
import { policySetById } from './store.ts';

export const policySetFor = guard(policyRights['policy-sets'], byId(policySetById, 'policy_set_id'), inPlan);
