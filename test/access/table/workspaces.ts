// Routes of projects and workspaces, their tags, and operations that would need a runner.
import { documentOf } from '../../support/documents.ts';
import { tagBindings } from '../../support/workspaces.ts';
import { type Caller, managers, members, policyManagers } from '../callers.ts';
import { type Row, type Rows, row, rowElsewhere, type Sent, sending } from '../row.ts';
import type { Scene } from '../scene.ts';
import { inside } from './places.ts';

/** Callers who see workspaces and projects. Policy managers see those to which policies apply. */
const readers: readonly Caller[] = policyManagers;

const tags: Sent = { body: () => ({ json: tagBindings({ env: 'prod' }) }) };
const flatTags: Sent = { body: () => ({ json: { data: [{ type: 'tags', attributes: { name: 'blue' } }] } }) };

const inProject: Sent = {
  body: ({ usual }) => ({ json: { data: [{ type: 'workspaces', id: usual.workspace_id ?? '' }] } }),
};

/** Only a project without workspaces can be deleted. */
const emptyProject: Sent = { at: ({ usual }) => ({ project_id: usual.empty_project_id ?? '' }) };
const emptyProjectByName: Sent = { at: () => ({ project_name: 'Empty' }) };

const recordRows = (path: string, type: string, removal: Sent = {}): Rows => ({
  [`GET ${path}`]: row({ 200: readers }),
  [`PATCH ${path}`]: row({ 200: managers }, sending(type, { description: 'new' })),
  [`DELETE ${path}`]: row({ 204: managers }, removal),
});

const tagRows = (path: string): Rows => ({
  [`GET ${path}/tag-bindings`]: row({ 200: readers }),
  [`PATCH ${path}/tag-bindings`]: row({ 200: managers }, tags),
  [`PATCH ${path}/relationships/tag-bindings`]: row({ 204: managers }, tags),
  [`GET ${path}/effective-tag-bindings`]: row({ 200: readers }),
});

/** Returns the table rows for the access of teams to a workspace or project. */
const accessRows = (place: 'workspace' | 'project'): Rows => {
  const type = `team-${place}s`;
  const ofAccess = `/${type}/:team_${place}_id`;
  const idOf = ({ usual }: Scene) => usual[`${place}_id`] ?? '';
  const grant: Sent = {
    body: (scene) => {
      const team = { data: { type: 'teams', id: scene.teams.managers } };
      const related = { team, [place]: { data: { type: `${place}s`, id: idOf(scene) } } };
      return { json: documentOf(type, { access: 'read' }, related) };
    },
  };
  return {
    [`GET /${type}`]: row({ 200: readers }, { query: (scene) => `?filter[${place}][id]=${idOf(scene)}` }),
    [`POST /${type}`]: row({ 201: managers }, grant),
    [`GET ${ofAccess}`]: row({ 200: readers }),
    [`PATCH ${ofAccess}`]: row({ 200: managers }, sending(type, { access: 'admin' })),
    [`DELETE ${ofAccess}`]: row({ 204: managers }),
  };
};

/** All callers with valid credentials, except for the audit trail token. */
const everyTokenOwner: readonly Caller[] = [...readers, 'stranger', 'member', 'admin'];

const refused: Row = row({ 422: readers });

const emptyLists = ['ssh-keys', 'oauth-clients', 'agent-pools', 'varsets', 'tags', 'tasks', 'stacks'];

export const workspaceRows: Rows = {
  ...Object.fromEntries(
    emptyLists.map((end) => [`GET /organizations/:organization_name/${end}`, row({ 200: members })]),
  ),
  'GET //api/registry/private/v2/gpg-keys': row({ 200: everyTokenOwner }),
  'GET /workspaces/:workspace_id/relationships/remote-state-consumers': row({ 200: readers }),

  'GET /organizations/:organization_name/projects': row({ 200: readers }),
  'POST /organizations/:organization_name/projects': row({ 201: managers }, sending('projects', { name: 'New one' })),
  ...recordRows('/projects/:project_id', 'projects', emptyProject),
  ...recordRows('/organizations/:organization_name/projects/:project_name', 'projects', emptyProjectByName),
  ...tagRows('/projects/:project_id'),
  'GET /projects/:project_id/applicable-policy-sets': row({ 200: readers }),
  'POST /projects/:project_id/relationships/workspaces': row({ 204: managers }, inProject),

  'GET /organizations/:organization_name/workspaces': row({ 200: readers }),
  'POST /organizations/:organization_name/workspaces': row({ 201: managers }, sending('workspaces', { name: 'new' })),
  ...recordRows('/workspaces/:workspace_id', 'workspaces'),
  ...recordRows('/organizations/:organization_name/workspaces/:workspace_name', 'workspaces'),
  'POST /workspaces/:workspace_id/actions/safe-delete': row({ 204: managers }),
  'POST /organizations/:organization_name/workspaces/:workspace_name/actions/safe-delete': row({ 204: managers }),
  ...tagRows('/workspaces/:workspace_id'),
  'GET /workspaces/:workspace_id/applicable-policy-sets': row({ 200: readers }),
  'GET /workspaces/:workspace_id/modules': rowElsewhere({ 200: [...readers, ...inside] }),
  'GET /workspaces/:workspace_id/relationships/tags': row({ 200: readers }),
  'POST /workspaces/:workspace_id/relationships/tags': row({ 204: managers }, flatTags),
  'DELETE /workspaces/:workspace_id/relationships/tags': row({ 204: managers }, flatTags),

  ...accessRows('workspace'),
  ...accessRows('project'),

  'POST /runs': row({ 422: everyTokenOwner }),
  'POST /workspaces/:workspace_id/configuration-versions': refused,
  'POST /workspaces/:workspace_id/state-versions': refused,
  'POST /workspaces/:workspace_id/actions/lock': refused,
  'GET /workspaces/:workspace_id/current-state-version': refused,
  'GET /workspaces/:workspace_id/current-state-version-outputs': refused,
};
