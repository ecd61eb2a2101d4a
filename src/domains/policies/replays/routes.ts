import { many, one } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { requirePermissionOn } from '../../organizations/index.ts';
import { onBehalfOfCaller } from '../on-behalf.ts';
import { managedPolicy } from '../policies/access.ts';
import { managedPolicySet } from '../policy-sets/access.ts';
import { policyReplayPayload, replayFrom, setReplayPayload } from './input.ts';
import { cancelReplay, createReplay } from './replays.ts';
import { differenceResource, replayResource } from './resource.ts';
import type { Subject } from './sides.ts';
import { differenceList, replayById, replaysOfPolicy, replaysOfSet } from './store.ts';

const ofPolicy = '/policies/:policy_id/replays';
const ofPolicySet = '/policy-sets/:policy_set_id/replays';
const ofReplay = '/policy-replays/:policy_replay_id';

/** Finds a replay for actors that manage policies; 404 for everybody else. */
const managedReplay = requirePermissionOn('manage-policies', replayById);

/** A record of an organization. */
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
  authorise: (context, actor, { policy_id }) => managedPolicy(context, actor, policy_id),
  payload: policyReplayPayload,
  reply: one(replayResource, 201),
  failures: [422],
  handle: (context, { actor, subject, input, request }) => {
    const own = onBehalfOfCaller(context, { actor, request }, subject.organization_id);
    return createReplay(own, actor, policySubject(subject), replayFrom(input));
  },
});

const createOfSet = route('POST', ofPolicySet, {
  operationId: 'createPolicySetReplay',
  summary: 'Replay a policy set',
  description: `Evaluates the policies of a set with up to 500 recorded inputs, the newest first. ${what} The relationship \`policy\` names the policy that \`code\`, \`query\` and \`revision\` are of.`,
  authorise: (context, actor, { policy_set_id }) => managedPolicySet(context, actor, policy_set_id),
  payload: setReplayPayload,
  reply: one(replayResource, 201),
  failures: [422],
  handle: (context, { actor, subject, input, request }) => {
    const own = onBehalfOfCaller(context, { actor, request }, subject.organization_id);
    return createReplay(own, actor, setSubject(subject), replayFrom(input));
  },
});

const list = route('GET', ofPolicy, {
  operationId: 'listPolicyReplays',
  summary: 'List the replays of a policy',
  description: 'The newest first. They are kept for 90 days, and 100 of an organization at most.',
  authorise: (context, actor, { policy_id }) => managedPolicy(context, actor, policy_id),
  query: replaysOfPolicy.query,
  reply: many(replayResource),
  handle: ({ database }, { subject, query }) => replaysOfPolicy.read(database, query, { policy: subject.id }),
});

const listOfSet = route('GET', ofPolicySet, {
  operationId: 'listPolicySetReplays',
  summary: 'List the replays of a policy set',
  description: 'The newest first. They are kept for 90 days, and 100 of an organization at most.',
  authorise: (context, actor, { policy_set_id }) => managedPolicySet(context, actor, policy_set_id),
  query: replaysOfSet.query,
  reply: many(replayResource),
  handle: ({ database }, { subject, query }) => replaysOfSet.read(database, query, { policySet: subject.id }),
});

const show = route('GET', ofReplay, {
  operationId: 'readPolicyReplay',
  summary: 'Show a replay',
  description:
    'Counts inputs by result, and lists the rules that matched none of them. While it is pending or running, ask again.',
  authorise: (context, actor, { policy_replay_id }) => managedReplay(context, actor, policy_replay_id),
  reply: one(replayResource),
  handle: (_context, { subject }) => subject,
});

const differences = route('GET', `${ofReplay}/differences`, {
  operationId: 'listPolicyReplayDifferences',
  summary: 'List what a replay changes',
  description:
    'The inputs that come out differently, each with the policies that make the difference: before, after, and their output. `missing` and `unchanged` inputs are only counted.',
  authorise: (context, actor, { policy_replay_id }) => managedReplay(context, actor, policy_replay_id),
  query: differenceList.query,
  reply: many(differenceResource),
  handle: ({ database }, { subject, query }) => differenceList.read(database, query, { replay: subject.id }),
});

const cancel = route('POST', `${ofReplay}/actions/cancel`, {
  operationId: 'cancelPolicyReplay',
  summary: 'Cancel a replay',
  description: 'What it has compared stays. A replay that is over cannot be canceled.',
  authorise: (context, actor, { policy_replay_id }) => managedReplay(context, actor, policy_replay_id),
  reply: one(replayResource),
  failures: [422],
  handle: (context, { actor, subject }) => cancelReplay(context, actor, subject),
});

export const replayRoutes = [create, createOfSet, list, listOfSet, show, differences, cancel];
