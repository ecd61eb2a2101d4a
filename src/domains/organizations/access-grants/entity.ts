import { attribute, entity } from '../../../jsonapi/entity.ts';
import { flag, json, nullable, oneOf, text, time } from '../../../kernel/columns.ts';
import { customRuns, projectLevels, workspaceLevels } from '../team-access/levels.ts';

/**
 * Access of a team to one workspace, or to a project with all its workspaces. It adds to the permissions that the team
 * has in the whole organization.
 */
export const teamAccess = entity('team_access', {
  id: text(),
  organization_id: text(),
  team_id: text(),
  /** Workspace or project. Exactly one of the two columns is null. */
  workspace_id: nullable(text()),
  project_id: nullable(text()),
  access: oneOf(...new Set([...workspaceLevels, ...projectLevels])),
  /** Only for the level `custom`. */
  runs: nullable(oneOf(...customRuns)),
  creates_workspaces: flag(),
  /** Identity that granted the access. */
  created_by: json(),
  created_at: attribute(time()),
});
