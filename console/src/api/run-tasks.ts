// Run tasks: endpoints that a run platform calls to evaluate the plans of its runs.
import type { Resource } from './client.ts';
import { creating, deleting, list, record, updating } from './query.ts';

export type RunTask = Resource<'policy-run-tasks'>;
export type RunTaskCall = Resource<'policy-run-task-calls'>;

const runTasks = '/api/v2/organizations/{organization_name}/policy-run-tasks';
const runTask = '/api/v2/policy-run-tasks/{policy_run_task_id}';

/** An organization's run tasks, by name. */
export const runTasksQuery = list('run-tasks', runTasks);

export const runTaskQuery = record('run-task', runTask);

/** Calls of a run task, newest first. */
export const runTaskCallsQuery = list('run-task-calls', `${runTask}/calls`);

/** Creates a run task. The platform signs its calls with the HMAC key. */
export const createRunTask = creating(runTasks, 'policy-run-tasks');

/** Changes a run task. The HMAC key is left unchanged unless a new one is given. */
export const updateRunTask = updating(runTask, 'policy-run-tasks');

export const deleteRunTask = deleting(runTask);
