// Run tasks. A run platform calls a run task to have the plan of a run evaluated.
import type { Resource } from './client.ts';
import { creating, deleting, list, record, updating } from './query.ts';

export type RunTask = Resource<'policy-run-tasks'>;
export type RunTaskCall = Resource<'policy-run-task-calls'>;

const runTasks = '/api/v2/organizations/{organization_name}/policy-run-tasks';
const runTask = '/api/v2/policy-run-tasks/{policy_run_task_id}';

/** An organization's run tasks, by name. */
export const runTasksQuery = list('run-tasks', runTasks);

export const runTaskQuery = record('run-task', runTask);

/** Calls that the run platform made to a run task, newest first. */
export const runTaskCallsQuery = list('run-task-calls', `${runTask}/calls`);

/** Creates a run task. The run platform signs its calls with the run task's HMAC key. */
export const createRunTask = creating(runTasks, 'policy-run-tasks');

/** Changes a run task. The HMAC key stays unchanged if no new key is given. */
export const updateRunTask = updating(runTask, 'policy-run-tasks');

export const deleteRunTask = deleting(runTask);
