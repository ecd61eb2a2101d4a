// Statuses for callers whose only right is the access of a team to a place. Where this table has no status, these
// callers get the same status as a member without access.
import { type Caller, placed } from '../callers.ts';
import type { Named } from '../row.ts';

/** Callers with access to the workspace of the scene. All but one have no access to its project. */
export const inside: readonly Caller[] = ['placeReader', 'placePlanner', 'placeMaintainer', 'placeAdministrator'];

const shown: Named = { 200: inside };
/** Lists contain only the records to which the caller has access. */
const listed: Named = { 200: placed };
/** Operations that need a runner are refused for everybody who sees the workspace. */
const refused: Named = { 422: inside };

const everyPath = (paths: readonly string[], ends: readonly string[], named: Named) =>
  Object.fromEntries(paths.flatMap((path) => ends.map((end) => [`${path}${end}`, named])));

/** Statuses by the name of a row in the table. */
export const placeStatuses: Readonly<Record<string, Named>> = {
  'GET /organizations/:organization_name/projects': listed,
  'GET /organizations/:organization_name/projects/:project_name': shown,
  'GET /organizations/:organization_name/workspaces': listed,
  'GET /organizations/:organization_name/workspaces/:workspace_name': shown,
  ...everyPath(
    ['GET /projects/:project_id', 'GET /workspaces/:workspace_id'],
    ['', '/tag-bindings', '/effective-tag-bindings'],
    shown,
  ),
  'GET /workspaces/:workspace_id/applicable-policy-sets': shown,
  'GET /projects/:project_id/applicable-policy-sets': { 200: ['placeMaintainer'] },
  ...everyPath(['GET /workspaces/:workspace_id/relationships'], ['/tags', '/remote-state-consumers'], shown),
  ...everyPath(
    ['GET /workspaces/:workspace_id'],
    ['/current-state-version', '/current-state-version-outputs'],
    refused,
  ),
  ...everyPath(
    ['GET /policy-evaluations/:policy_evaluation_id'],
    ['', '/policy-set-outcomes', '/findings', '/changes', '/comparison', '/exemption-requests'],
    shown,
  ),
  'POST /policy-evaluations/:policy_evaluation_id/exemption-requests': { 201: inside },
  'GET /policy-exemption-requests/:policy_exemption_request_id': shown,
  ...everyPath(['GET /policy-set-outcomes/:policy_set_outcome_id'], ['', '/rules'], shown),
  'GET /organizations/:organization_name/workspace-results': listed,
  'GET /team-workspaces': shown,
  'GET /team-workspaces/:team_workspace_id': shown,
  // The request names a secret team, which only members of the team and managers of teams can see.
  'POST /team-workspaces': { 422: ['placeAdministrator'] },
  'PATCH /team-workspaces/:team_workspace_id': { 200: ['placeAdministrator'] },
  'DELETE /team-workspaces/:team_workspace_id': { 204: ['placeAdministrator'] },
  'GET /team-projects': { 200: ['placeMaintainer'] },
  'GET /team-projects/:team_project_id': { 200: ['placeMaintainer'] },
  ...everyPath(
    ['POST /workspaces/:workspace_id'],
    ['/actions/lock', '/configuration-versions', '/state-versions'],
    refused,
  ),
};
