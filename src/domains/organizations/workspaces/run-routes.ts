// Routes that only a service that runs plans could serve. They answer 422 and say so, so that no client waits.
import { nothing } from '../../../http/reply.ts';
import { type Routes, route } from '../../../http/route.ts';
import { invalid } from '../../../jsonapi/errors.ts';
import { nothingRuns } from '../runs/runner-only.ts';
import { readableWorkspace } from './access.ts';

const refused = {
  description: 'Answers 422: this service registers the names of workspaces; it keeps no state and runs nothing.',
  reply: nothing,
  failures: [422],
  handle: (): never => {
    throw invalid({ detail: nothingRuns });
  },
} as const;

const refusedIn = (path: string, operationId: string, summary: string) =>
  route('POST', `/workspaces/:workspace_id/${path}`, {
    operationId,
    summary,
    ...refused,
    authorise: (context, actor, { workspace_id }) => readableWorkspace(context, actor, workspace_id),
  });

export const runRoutes: Routes = [
  route('POST', '/runs', { operationId: 'createRun', summary: 'Refuse to start a run', ...refused }),
  refusedIn('configuration-versions', 'createConfigurationVersion', 'Refuse to take a configuration'),
  refusedIn('state-versions', 'createStateVersion', 'Refuse to store state'),
  refusedIn('actions/lock', 'lockWorkspace', 'Refuse to lock a workspace'),
];
