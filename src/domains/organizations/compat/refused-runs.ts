// Routes for features that require a service that runs plans. They respond with 422 and an explanation, so that clients
// do not wait for a run.
import { nothing } from '../../../http/reply.ts';
import { type Routes, route } from '../../../http/route.ts';
import { invalid, runsNothing } from '../../../jsonapi/errors.ts';
import { workspaceFor } from '../workspaces/access.ts';

const refused = {
  description:
    'Responds with 422, because this service only registers the names of workspaces. It stores no state and runs nothing.',
  reply: nothing,
  failures: [422],
  handle: (): never => {
    throw runsNothing();
  },
} as const;

const refusedIn = (method: 'GET' | 'POST', path: string, operationId: string, summary: string) =>
  route(method, `/workspaces/:workspace_id/${path}`, {
    operationId,
    summary,
    ...refused,
    authorise: workspaceFor('read'),
  });

export const runRoutes: Routes = [
  ...(['workspaces', 'projects'] as const).map((records) =>
    route('POST', `/team-${records}`, {
      operationId: `grantTeam${records === 'workspaces' ? 'Workspace' : 'Project'}Access`,
      summary: `Refuse to give a team access to one of the ${records}`,
      description:
        'Responds with 422. The permissions of a team apply to the whole organization and are set with `organization-access`.',
      reply: nothing,
      failures: [422],
      handle: (): never => {
        throw invalid({
          code: 'not-supported',
          detail: `A team has access to all ${records} or none: change its organization-access (read-${records}, manage-${records})`,
        });
      },
    }),
  ),
  route('POST', '/runs', { operationId: 'createRun', summary: 'Refuse to start a run', ...refused }),
  refusedIn('POST', 'configuration-versions', 'createConfigurationVersion', 'Refuse to accept a configuration'),
  refusedIn('POST', 'state-versions', 'createStateVersion', 'Refuse to store state'),
  // Refused like the write routes. A client that got 404 here would assume that there is no state yet, apply its plan,
  // and then fail to store the new state.
  refusedIn('GET', 'current-state-version', 'readCurrentStateVersion', 'Refuse to read state'),
  refusedIn(
    'GET',
    'current-state-version-outputs',
    'listCurrentStateVersionOutputs',
    'Refuse to read the outputs of state',
  ),
  refusedIn('POST', 'actions/lock', 'lockWorkspace', 'Refuse to lock a workspace'),
];
