import { many, one } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { byId, guard } from '../../organizations/index.ts';
import { policyRights } from '../access.ts';
import { onBehalfOfCaller } from '../on-behalf.ts';
import { policyFor } from '../policies/access.ts';
import { policySetFor } from '../policy-sets/access.ts';
import { policyReplayPayload, replayFrom, setReplayPayload } from './input.ts';
import { cancelReplay, createReplay } from './replays.ts';
import { differenceResource, replayResource } from './resource.ts';
import type { Subject } from './sides.ts';
import { differenceList, replayById, replaysOfPolicy, replaysOfSet } from './store.ts';

const ofPolicy = '/policies/:policy_id/replays';
const ofPolicySet = '/policy-sets/:policy_set_id/replays';
const ofReplay = '/policy-replays/:policy_replay_id';

const replayFor = guard(policyRights['policy-replays'], byId(replayById, 'policy_replay_id'));

/** A record that belongs to an organization. */
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
  'With `code`, `query`, `revision`, `enforcement-level` or `shadow` it is compared with the current policies, both evaluated now; with none of these, as it is now, with the recorded results of the evaluations.';

const create = route('POST', ofPolicy, {
  operationId: 'createPolicyReplay',
  summary: 'Replay a policy',
  description: `Evaluates a policy with up to 500 recorded inputs, the newest first. ${what}`,
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
  description: `Evaluates the policies of a set with up to 500 recorded inputs, the newest first. ${what} The relationship \`policy\` names the policy that \`code\`, \`query\` and \`revision\` are of.`,
  authorise: policySetFor('replay'),
  payload: setReplayPayload,
  reply: one(replayResource, 201),
  failures: [422],
  handle: (context, { actor, subject: { row }, input, request }) => {
    const own = onBehalfOfCaller(context, { actor, request }, row.organization_id);
    return createReplay(own, actor, setSubject(row), replayFrom(input));
  },
});

const list = route('GET', ofPolicy, {
  operationId: 'listPolicyReplays',
  summary: 'List the replays of a policy',
  description: 'The newest first. They are kept for 90 days, and 100 of an organization at most.',
  authorise: policyFor('read'),
  query: replaysOfPolicy.query,
  reply: many(replayResource),
  handle: ({ database }, { subject: { row }, query }) => replaysOfPolicy.read(database, query, { policy: row.id }),
});

const listOfSet = route('GET', ofPolicySet, {
  operationId: 'listPolicySetReplays',
  summary: 'List the replays of a policy set',
  description: 'The newest first. They are kept for 90 days, and 100 of an organization at most.',
  authorise: policySetFor('read'),
  query: replaysOfSet.query,
  reply: many(replayResource),
  handle: ({ database }, { subject: { row }, query }) => replaysOfSet.read(database, query, { policySet: row.id }),
});

const show = route('GET', ofReplay, {
  operationId: 'readPolicyReplay',
  summary: 'Show a replay',
  description:
    'Counts inputs by result, and lists the rules that matched none of them. While it is pending or running, ask again.',
  authorise: replayFor('read'),
  reply: one(replayResource),
  handle: (_context, { subject: { row } }) => row,
});

const differences = route('GET', `${ofReplay}/differences`, {
  operationId: 'listPolicyReplayDifferences',
  summary: 'List what a replay changes',
  description:
    'The inputs that come out differently, each with the policies that make the difference: before, after, and their output. `missing` and `unchanged` inputs are only counted.',
  authorise: replayFor('read'),
  query: differenceList.query,
  reply: many(differenceResource),
  handle: ({ database }, { subject: { row }, query }) => differenceList.read(database, query, { replay: row.id }),
});

const cancel = route('POST', `${ofReplay}/actions/cancel`, {
  operationId: 'cancelPolicyReplay',
  summary: 'Cancel a replay',
  description: 'What it has compared stays. A replay that is over cannot be canceled.',
  authorise: replayFor('cancel'),
  reply: one(replayResource),
  failures: [422],
  handle: (context, { actor, subject: { row } }) => cancelReplay(context, actor, row),
});

export const replayRoutes = [create, createOfSet, list, listOfSet, show, differences, cancel];
