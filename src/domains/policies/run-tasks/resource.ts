import { Type } from 'typebox';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { Nullable } from '../../../jsonapi/schema.ts';
import { policyRunTaskCalls, policyRunTasks } from './entity.ts';
import type { ShownRunTask } from './run-tasks.ts';
import type { CallRow } from './store.ts';

/** A run task. Users enter its `url` in the platform. The key that signs the calls is never included in responses. */
export const runTaskResource = resource<ShownRunTask>({
  type: 'policy-run-tasks',
  attributes: {
    ...policyRunTasks.shown,
    'allowed-hosts': shown(Type.Array(Type.String()), ({ allowed_hosts }) => JSON.parse(allowed_hosts)),
    url: shown(Type.String(), ({ url }) => url),
  },
  relationships: { organization: { to: 'organizations', one: ({ organization_name }) => organization_name } },
  links: { self: ({ id }) => `/api/v2/policy-run-tasks/${id}` },
});

/** A run task call, and the result that was reported to the platform. */
export const callResource = resource<CallRow>({
  type: 'policy-run-task-calls',
  attributes: {
    ...policyRunTaskCalls.shown,
    error: shown(Nullable(Type.String()), ({ problem }) => problem),
  },
  relationships: {
    'run-task': { to: 'policy-run-tasks', one: ({ run_task_id }) => run_task_id },
    'policy-evaluation': { to: 'policy-evaluations', one: ({ evaluation_id }) => evaluation_id },
  },
});
