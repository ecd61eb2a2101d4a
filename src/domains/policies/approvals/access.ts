import { byId, guard } from '../../organizations/index.ts';
import { policyRights } from '../access.ts';
import { approvalById } from './store.ts';

export const approvalFor = guard(policyRights['policy-approvals'], byId(approvalById, 'policy_approval_id'), {
  'own-approval': (_context, { identity }, { row }) =>
    'id' in identity && JSON.parse(row.created_by).id === identity.id,
});
