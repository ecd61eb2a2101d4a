import { attribute, entity } from '../../../jsonapi/entity.ts';
import { integer, json, text, time } from '../../../kernel/columns.ts';

/**
 * An override that also covers the same findings in later evaluations of the workspace. It is deleted together with the
 * workspace and with the evaluation that was overridden.
 */
export const policyApprovals = entity('policy_approvals', {
  id: text(),
  organization_id: text(),
  workspace_id: text(),
  evaluation_id: text(),
  /** Reason for the override. */
  comment: attribute(text()),
  /** Keys of the covered findings as JSON, see `newFindingKeys`. They are never shown. */
  keys: json(),
  finding_count: attribute(integer()),
  /** Identity that overrode the evaluation, in the form of `creatorOf`. */
  created_by: json(),
  created_at: attribute(time()),
  expires_at: attribute(time()),
});
