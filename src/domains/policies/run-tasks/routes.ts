import { done, many, nothing, one } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { byId, guard } from '../../organizations/index.ts';
import { inOrganization, policyRights } from '../access.ts';
import { acceptCall, calledRunTask } from './calls.ts';
import { createPayload, updatePayload } from './input.ts';
import { callResource, runTaskResource } from './resource.ts';
import { createRunTask, deleteRunTask, listRunTasks, shownRunTask, updateRunTask } from './run-tasks.ts';
import { callList, runTaskById, runTaskList } from './store.ts';

const ofOrganization = '/organizations/:organization_name/policy-run-tasks';
const ofRunTask = '/policy-run-tasks/:policy_run_task_id';

const { 'policy-run-tasks': rights } = policyRights;
const runTaskFor = guard(rights, byId(runTaskById, 'policy_run_task_id'));

const list = route('GET', ofOrganization, {
  operationId: 'listPolicyRunTasks',
  summary: 'List the run tasks of an organization',
  description: 'Run tasks are sorted by name. Only users and tokens that may manage policies can list them.',
  authorise: inOrganization(rights.read),
  query: runTaskList.query,
  reply: many(runTaskResource),
  handle: (context, { subject, query }) => listRunTasks(context, subject.organization, query),
});

const create = route('POST', ofOrganization, {
  operationId: 'createPolicyRunTask',
  summary: 'Create a run task',
  description:
    'Create a run task in the platform with this `url` and the same `hmac-key`. Plans are fetched only from `allowed-hosts`, and results are sent only to `allowed-hosts`. The hosts must use HTTPS and public addresses, unless the operator lists the platform in `TIPSTAFF_RUN_PLATFORMS`. The key is never shown again.',
  authorise: inOrganization(rights.create),
  payload: createPayload,
  creates: true,
  reply: one(runTaskResource, 201),
  handle: (context, { actor, subject, input }) => createRunTask(context, actor, subject.organization, input.attributes),
});

const show = route('GET', ofRunTask, {
  operationId: 'readPolicyRunTask',
  summary: 'Show a run task',
  description: 'Shows the URL of the run task and its allowed hosts. The key is not shown.',
  authorise: runTaskFor('read'),
  reply: one(runTaskResource),
  handle: (context, { subject: { row } }) => shownRunTask(context, row),
});

const update = route('PATCH', ofRunTask, {
  operationId: 'updatePolicyRunTask',
  summary: 'Change a run task',
  description:
    'Attributes that are left out are not changed. The changes also apply to calls that have not been answered yet.',
  authorise: runTaskFor('update'),
  payload: updatePayload,
  reply: one(runTaskResource),
  handle: (context, { actor, subject: { row }, input }) => updateRunTask(context, actor, row, input.attributes),
});

const remove = route('DELETE', ofRunTask, {
  operationId: 'deletePolicyRunTask',
  summary: 'Delete a run task',
  description:
    'The calls of the run task are deleted, too. The platform receives no result for calls that are still waiting.',
  authorise: runTaskFor('delete'),
  reply: nothing,
  handle: (context, { actor, subject: { row } }) => deleteRunTask(context, actor, row),
});

const calls = route('GET', `${ofRunTask}/calls`, {
  operationId: 'listPolicyRunTaskCalls',
  summary: 'List the calls of a run task',
  description:
    'Lists the newest calls first, each with the result that was reported to the platform, or the reason why the report failed. Calls are kept for 30 days.',
  authorise: runTaskFor('read'),
  query: callList.query,
  reply: many(callResource),
  handle: ({ database }, { subject: { row }, query }) => callList.read(database, query, { runTask: row.id }),
});

const call = route('POST', `${ofRunTask}/calls`, {
  rateLimit: 'refusals',
  caller: 'anyone',
  operationId: 'callPolicyRunTask',
  summary: 'Receive a call from a run platform',
  description:
    'Run platforms send their run task calls to this endpoint. The header `X-TFC-Task-Signature` is the HMAC-SHA512 of the body in hexadecimal, with the key of the run task. The service then fetches the plan, evaluates it, and sends the result to `task_result_callback_url`.',
  authorise: (context, _actor, { policy_run_task_id }) => calledRunTask(context, policy_run_task_id),
  isUpload: true,
  reply: done,
  failures: [401, 403, 422],
  handle: (context, { actor, subject, request }) =>
    acceptCall(context, actor, subject, { source: request, signature: request.headers['x-tfc-task-signature'] }),
});

export const runTaskRoutes = [list, create, show, update, remove, calls, call];
