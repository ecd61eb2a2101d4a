import { many, one } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { byId, guard } from '../../organizations/index.ts';
import { policyRights } from '../access.ts';
import { onBehalfOfCaller } from '../on-behalf.ts';
import { policyFor } from '../policies/access.ts';
import { policySetFor } from '../policy-sets/access.ts';
import { policyReplayPayload, replayFrom, setReplayFrom, setReplayPayload } from './input.ts';
import { cancelReplay, createReplay } from './replays.ts';
import { differenceResource, replayResource } from './resource.ts';
import type { Subject } from './sides.ts';
import { differenceList, replayById, replaysOfPolicy, replaysOfSet } from './store.ts';

const ofPolicy = '/policies/:policy_id/replays';
const ofPolicySet = '/policy-sets/:policy_set_id/replays';
const ofReplay = '/policy-replays/:policy_replay_id';

const replayFor = guard(policyRights['policy-replays'], byId(replayById, 'policy_replay_id'));

/** A policy or policy set with the organization that owns it. */
interface Owned {
  readonly id: string;
  readonly organization_id: string;
}

const none = { policyId: null, policySetId: null, triedPolicyId: null };

const policySubject = ({ id, organization_id }: Owned): Subject => ({
  ...none,
  organizationId: organization_id,
  policyId: id,
});

const setSubject = ({ id, organization_id }: Owned): Subject => ({
  ...none,
  organizationId: organization_id,
  policySetId: id,
});

const what =
  'If the request has a change, such as `code`, `query`, `revision`, `input`, `enforcement-level`, `introduction` or `shadow`, the changed policies and the current policies are both evaluated, and their results are compared. Otherwise the current policies are evaluated and compared with the recorded results of the evaluations.';
const applicable =
  'With `applicable-only`, the replay has only the inputs of runs to which the policies apply after the change, and counts a policy as blocking only if it blocks in at least one of its policy sets.';

const create = route('POST', ofPolicy, {
  operationId: 'createPolicyReplay',
  summary: 'Replay a policy',
  description: `Evaluates a policy with up to 500 recorded inputs, the newest first. ${what} ${applicable}`,
  authorise: policyFor('replay'),
  payload: policyReplayPayload,
  reply: one(replayResource, 201),
  failures: [422],
  handle: (context, { actor, subject: { row }, input, request }) => {
    const own = onBehalfOfCaller(context, { actor, request }, row.organization_id);
    return createReplay(own, actor, policySubject(row), replayFrom(input));
  },
});

const createOfSet = route('POST', ofPolicySet, {
  operationId: 'createPolicySetReplay',
  summary: 'Replay a policy set',
  description: `Evaluates the policies of a set with up to 500 recorded inputs, the newest first. ${what} ${applicable} The relationship \`policy\` names the policy that \`code\`, \`query\` and \`revision\` belong to. With a change of the scope or the policies of the set, such as \`global\`, \`added-tag-selectors\` or \`added-workspaces\`, the replay has only the inputs that the change affects. With the relationship \`policy-set-version\`, the policies of an uploaded version are compared with those in force.`,
  authorise: policySetFor('replay'),
  payload: setReplayPayload,
  reply: one(replayResource, 201),
  failures: [422],
  handle: (context, { actor, subject: { row }, input, request }) => {
    const own = onBehalfOfCaller(context, { actor, request }, row.organization_id);
    return createReplay(own, actor, setSubject(row), setReplayFrom(input));
  },
});

const list = route('GET', ofPolicy, {
  operationId: 'listPolicyReplays',
  summary: 'List the replays of a policy',
  description: 'Lists the newest replays first. Replays are kept for 90 days, at most 100 per organization.',
  authorise: policyFor('read'),
  query: replaysOfPolicy.query,
  reply: many(replayResource),
  handle: ({ database }, { subject: { row }, query }) => replaysOfPolicy.read(database, query, { policy: row.id }),
});

const listOfSet = route('GET', ofPolicySet, {
  operationId: 'listPolicySetReplays',
  summary: 'List the replays of a policy set',
  description: 'Lists the newest replays first. Replays are kept for 90 days, at most 100 per organization.',
  authorise: policySetFor('read'),
  query: replaysOfSet.query,
  reply: many(replayResource),
  handle: ({ database }, { subject: { row }, query }) => replaysOfSet.read(database, query, { policySet: row.id }),
});

const show = route('GET', ofReplay, {
  operationId: 'readPolicyReplay',
  summary: 'Show a replay',
  description:
    'Shows the number of inputs by result, and the rules that matched no input. While the replay is pending or running, repeat the request to follow its progress.',
  authorise: replayFor('read'),
  reply: one(replayResource),
  handle: (_context, { subject: { row } }) => row,
});

const differences = route('GET', `${ofReplay}/differences`, {
  operationId: 'listPolicyReplayDifferences',
  summary: 'List the inputs with changed results in a replay',
  description:
    'Lists the inputs whose result differs in the replay, each with the policies whose outcomes differ and their outcomes before and after. Inputs with the result `missing` or `unchanged` are only counted.',
  authorise: replayFor('read'),
  query: differenceList.query,
  reply: many(differenceResource),
  handle: ({ database }, { subject: { row }, query }) => differenceList.read(database, query, { replay: row.id }),
});

const cancel = route('POST', `${ofReplay}/actions/cancel`, {
  operationId: 'cancelPolicyReplay',
  summary: 'Cancel a replay',
  description: 'Existing results are kept. A finished replay cannot be canceled.',
  authorise: replayFor('cancel'),
  reply: one(replayResource),
  failures: [422],
  handle: (context, { actor, subject: { row } }) => cancelReplay(context, actor, row),
});

export const replayRoutes = [create, createOfSet, list, listOfSet, show, differences, cancel];
