import type { TablesOf } from '../../../db/tables.ts';
import { attribute, entity } from '../../../jsonapi/entity.ts';
import { json, nullable, text, time } from '../../../kernel/columns.ts';

/** A workspace, or a project with its workspaces, where a team overrides policies, if its permission allows to delegate. */
export const overrideDelegations = entity('policy_override_delegations', {
  id: text(),
  organization_id: text(),
  team_id: text(),
  /** One of both is null. */
  workspace_id: nullable(text()),
  project_id: nullable(text()),
  /** The identity that delegated. */
  created_by: json(),
  created_at: attribute(time()),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof overrideDelegations]> {}
}
