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
  description: 'Sorted by name. Only people and tokens that may manage policies see them.',
  authorise: inOrganization(rights.read),
  query: runTaskList.query,
  reply: many(runTaskResource),
  handle: (context, { subject, query }) => listRunTasks(context, subject.organization, query),
});

const create = route('POST', ofOrganization, {
  operationId: 'createPolicyRunTask',
  summary: 'Create a run task',
  description:
    'Enter its `url` and the same `hmac-key` as a run task of the platform. Plans are fetched from, and results sent to, `allowed-hosts` only: over https and at public addresses, unless the operator lists the platform in `TIPSTAFF_RUN_PLATFORMS`. The key is never shown again.',
  authorise: inOrganization(rights.create),
  payload: createPayload,
  creates: true,
  reply: one(runTaskResource, 201),
  handle: (context, { actor, subject, input }) => createRunTask(context, actor, subject.organization, input.attributes),
});

const show = route('GET', ofRunTask, {
  operationId: 'readPolicyRunTask',
  summary: 'Show a run task',
  description: 'Shows its address and the hosts that it may reach, not its key.',
  authorise: runTaskFor('read'),
  reply: one(runTaskResource),
  handle: (context, { subject: { row } }) => shownRunTask(context, row),
});

const update = route('PATCH', ofRunTask, {
  operationId: 'updatePolicyRunTask',
  summary: 'Change a run task',
  description: 'Attributes that are left out stay as they are. Calls that wait are answered as it is then.',
  authorise: runTaskFor('update'),
  payload: updatePayload,
  reply: one(runTaskResource),
  handle: (context, { actor, subject: { row }, input }) => updateRunTask(context, actor, row, input.attributes),
});

const remove = route('DELETE', ofRunTask, {
  operationId: 'deletePolicyRunTask',
  summary: 'Delete a run task',
  description: 'Its calls are deleted with it. The platform gets no answer to those that wait.',
  authorise: runTaskFor('delete'),
  reply: nothing,
  handle: (context, { actor, subject: { row } }) => deleteRunTask(context, actor, row),
});

const calls = route('GET', `${ofRunTask}/calls`, {
  operationId: 'listPolicyRunTaskCalls',
  summary: 'List the calls of a run task',
  description: 'The newest first: what was reported to the platform, or why that failed. They are kept for 30 days.',
  authorise: runTaskFor('read'),
  query: callList.query,
  reply: many(callResource),
  handle: ({ database }, { subject: { row }, query }) => callList.read(database, query, { runTask: row.id }),
});

const call = route('POST', `${ofRunTask}/calls`, {
  rateLimit: 'refusals',
  caller: 'anyone',
  operationId: 'callPolicyRunTask',
  summary: 'Have the plan of a run evaluated',
  description:
    'What run platforms call. The header `X-TFC-Task-Signature` is the HMAC-SHA512 of the body in hexadecimal, with the key of the run task. The plan is fetched then, the result goes to `task_result_callback_url`.',
  authorise: (context, _actor, { policy_run_task_id }) => calledRunTask(context, policy_run_task_id),
  isUpload: true,
  reply: done,
  failures: [401, 403, 422],
  handle: (context, { actor, subject, request }) =>
    acceptCall(context, actor, subject, { source: request, signature: request.headers['x-tfc-task-signature'] }),
});

export const runTaskRoutes = [list, create, show, update, remove, calls, call];
