// Run tasks: addresses that a run platform calls to have the plans of its runs evaluated.
import type { QueryClient } from '@tanstack/react-query';
import type { Resource } from './client.ts';
import { creating, deleting, list, record, updating } from './query.ts';
import { keyOf, refresh } from './query-key.ts';

export type RunTask = Resource<'policy-run-tasks'>;
export type RunTaskCall = Resource<'policy-run-task-calls'>;

const runTasks = '/api/v2/organizations/{organization_name}/policy-run-tasks';
const runTask = '/api/v2/policy-run-tasks/{policy_run_task_id}';

/** The run tasks of an organization, by name. */
export const runTasksQuery = list('run-tasks', runTasks);

export const runTaskQuery = record('run-task', runTask);

/** The calls of a run task, the newest first. */
export const runTaskCallsQuery = list('run-task-calls', `${runTask}/calls`);

/** Reads the lists again, and one run task that is still there. */
export const refreshRunTasks = (queryClient: QueryClient, id?: string) =>
  refresh(queryClient, keyOf('run-tasks'), ...(id === undefined ? [] : [keyOf('run-task', id)]));

export interface RunTaskInput {
  readonly name: string;
  readonly enabled: boolean;
  readonly 'allowed-hosts': readonly string[];
  readonly 'external-outcomes-minutes': number;
}

const create = creating(runTasks, 'policy-run-tasks');

/** Creates a run task; the platform signs its calls with the key. */
export const createRunTask = (organization: string, key: string, input: RunTaskInput) =>
  create(organization, { ...input, 'hmac-key': key });

const update = updating(runTask, 'policy-run-tasks');

/** Changes a run task; its key stays where none is given. */
export const updateRunTask = (id: string, key: string | undefined, input: Partial<RunTaskInput>) =>
  update(id, { ...input, ...(key !== undefined && { 'hmac-key': key }) });

export const deleteRunTask = deleting(runTask);
