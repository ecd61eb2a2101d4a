// Run tasks: addresses that a run platform calls to have the plans of its runs evaluated.
import type { Resource } from './client.ts';
import { creating, deleting, list, record, updating } from './query.ts';

export type RunTask = Resource<'policy-run-tasks'>;
export type RunTaskCall = Resource<'policy-run-task-calls'>;

const runTasks = '/api/v2/organizations/{organization_name}/policy-run-tasks';
const runTask = '/api/v2/policy-run-tasks/{policy_run_task_id}';

/** The run tasks of an organization, by name. */
export const runTasksQuery = list('run-tasks', runTasks);

export const runTaskQuery = record('run-task', runTask);

/** The calls of a run task, the newest first. */
export const runTaskCallsQuery = list('run-task-calls', `${runTask}/calls`);

/** Creates a run task; the platform signs its calls with the key. */
export const createRunTask = creating(runTasks, 'policy-run-tasks');

/** Changes a run task; its key stays where none is given. */
export const updateRunTask = updating(runTask, 'policy-run-tasks');

export const deleteRunTask = deleting(runTask);
