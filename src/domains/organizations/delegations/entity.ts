import { attribute, entity } from '../../../jsonapi/entity.ts';
import { json, nullable, text, time } from '../../../kernel/columns.ts';

/**
 * Permits a team to override evaluations in a workspace, or in all workspaces of a project. A delegation has an effect
 * only while the team has the permission `delegate-policy-overrides`.
 */
export const overrideDelegations = entity('policy_override_delegations', {
  id: text(),
  organization_id: text(),
  team_id: text(),
  /** Workspace or project of the delegation. Exactly one of the two columns is null. */
  workspace_id: nullable(text()),
  project_id: nullable(text()),
  /** Identity that created the delegation. */
  created_by: json(),
  created_at: attribute(time()),
});
