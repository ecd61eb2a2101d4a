// Routes for features that only a service that runs plans can offer. They respond with 422 and an explanation, so that
// clients do not wait for a run.
import { nothing } from '../../../http/reply.ts';
import { type Routes, route } from '../../../http/route.ts';
import { runsNothing } from '../../../jsonapi/errors.ts';
import { workspaceFor } from '../workspaces/access.ts';

const refused = {
  description:
    'Responds with 422, because this service only registers the names of workspaces. It does not store state or run plans.',
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
  route('POST', '/runs', { operationId: 'createRun', summary: 'Start a run (always refused)', ...refused }),
  refusedIn('POST', 'configuration-versions', 'createConfigurationVersion', 'Upload a configuration (always refused)'),
  refusedIn('POST', 'state-versions', 'createStateVersion', 'Store state (always refused)'),
  // Reading state is refused as well. With 404, a client would assume that no state exists yet. It would apply its plan
  // and then fail to store the new state.
  refusedIn('GET', 'current-state-version', 'readCurrentStateVersion', 'Read state (always refused)'),
  refusedIn(
    'GET',
    'current-state-version-outputs',
    'listCurrentStateVersionOutputs',
    'Read the outputs of state (always refused)',
  ),
  refusedIn('POST', 'actions/lock', 'lockWorkspace', 'Lock a workspace (always refused)'),
];
