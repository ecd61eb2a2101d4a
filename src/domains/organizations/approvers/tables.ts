import { table, text } from '../../../kernel/columns.ts';

/** Teams whose members may approve exceptions from the policies of a policy set. */
export const policySetApprovers = table('policy_set_approvers', {
  policy_set_id: text(),
  team_id: text(),
});
