import { accepted, many, one } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { existing } from '../../../jsonapi/errors.ts';
import { may } from '../../organizations/index.ts';
import { inOrganization, policyRights } from '../access.ts';
import { policySetFor } from '../policy-sets/access.ts';
import { evaluationFor, outcomeFor } from './access.ts';
import { cancelEvaluation, createEvaluation } from './evaluations.ts';
import { postOutcomes } from './external.ts';
import { createPayload, evaluationFrom, externalPayload, overridePayload } from './input.ts';
import { listEvaluations } from './list.ts';
import { overrideEvaluation } from './override.ts';
import { uploadPlan } from './plan.ts';
import { progressOf } from './progress.ts';
import { evaluationResource, outcomeResource, shownOutcomes } from './resource.ts';
import { ownEvaluation, permissionsOf, shownEvaluation } from './shown.ts';
import { evaluationList, outcomeList } from './store.ts';

const { 'policy-evaluations': rights } = policyRights;
const ofOrganization = '/organizations/:organization_name/evaluations';
const ofEvaluation = '/policy-evaluations/:policy_evaluation_id';
// Related records that a response can include, for example to show the names of the policy set and the workspace.
const include = ['policy-set', 'workspace'];

const create = route('POST', ofOrganization, {
  operationId: 'createEvaluation',
  summary: 'Evaluate a plan by all policy sets that apply',
  description:
    'Global sets apply, and those that name or select the workspace, the project or one of the tags, without those that exclude it. The workspace is given by the relationship `workspace`, or by its name in `workspace-name`, which is found for every caller. Send the plan to `links.upload` next. `counts-for-workspace` says whether the result counts for the workspace, such as in the posture of the organization: the creator needs the permission to manage or see workspaces or to manage policies. Without a workspace, and by one policy set, it is null.',
  authorise: inOrganization(rights.create),
  payload: createPayload,
  creates: true,
  reply: one(evaluationResource, 201),
  handle: async (context, { actor, subject, input }) => {
    const countsForWorkspace = may(rights['count-for-workspace'])(subject);
    const target = { organizationId: subject.organization.id, policySetId: null, countsForWorkspace };
    return ownEvaluation(await createEvaluation(context, actor, target, evaluationFrom(input)));
  },
});

const createOfSet = route('POST', '/policy-sets/:policy_set_id/evaluations', {
  operationId: 'createPolicySetEvaluation',
  summary: 'Evaluate a plan by one policy set',
  description: 'The set counts whether or not it applies to the workspace. Send the plan to `links.upload` next.',
  authorise: policySetFor('evaluate'),
  payload: createPayload,
  creates: true,
  reply: one(evaluationResource, 201),
  handle: async (context, { actor, subject: { row }, input }) => {
    const { id, organization_id } = row;
    const target = { organizationId: organization_id, policySetId: id, countsForWorkspace: false };
    return ownEvaluation(await createEvaluation(context, actor, target, evaluationFrom(input)));
  },
});

const list = route('GET', ofOrganization, {
  operationId: 'listEvaluations',
  summary: 'List the evaluations of an organization',
  description:
    'The newest first. They are kept for 90 days. Without a permission that reads all of them, a member and a token of a team see those that they created. `filter[workspace]` is the identifier of a workspace, and `filter[created-by]` a username, or the identifier of an account, a team or an organization. `filter[blocked]` finds those that failed, errored or are unreachable and are not overridden now. `filter[level]` finds those in which a policy that counts failed and is mandatory, of whatever kind, or advisory. `filter[since]` and `filter[until]` are times: from the first on, and before the second.',
  authorise: inOrganization(rights.create),
  query: { ...evaluationList.query, include },
  reply: many(evaluationResource),
  handle: (context, { actor, subject, query }) => listEvaluations(context, actor, subject, query),
});

const show = route('GET', ofEvaluation, {
  operationId: 'readEvaluation',
  summary: 'Show an evaluation',
  description:
    'Shows its status and the number of policies by result. While it is pending or running, ask again: `progress` has the number of policies, of those that are evaluated, and of evaluations of the organization that come before this one; null where that is not known. `run` is the description of the run by the client, as far as it is kept. `permissions` says what the caller may do to it now. Lists have none of them.',
  authorise: evaluationFor('read'),
  query: { include },
  reply: one(evaluationResource),
  handle: async (context, { actor, subject }) => {
    const row = await shownEvaluation(context, actor, subject);
    const permissions = await permissionsOf(context, actor, { ...subject, row });
    return { ...row, permissions, progress: await progressOf(context, row) };
  },
});

const upload = route('PUT', `${ofEvaluation}/upload`, {
  operationId: 'uploadPlan',
  summary: 'Upload the plan of an evaluation',
  description:
    'The body is the plan as JSON, such as the output of `terraform show -json`, in UTF-8, or in UTF-16 with its byte order mark. The evaluation begins then. The plan is deleted when it is over. Only its creator sends it, or who manages policies.',
  authorise: evaluationFor('update'),
  isUpload: true,
  failures: [422],
  reply: accepted,
  handle: (context, { actor, subject: { row }, request }) => uploadPlan(context, actor, row, request),
});

const outcomes = route('GET', `${ofEvaluation}/policy-set-outcomes`, {
  operationId: 'listPolicySetOutcomes',
  summary: 'List the outcomes of an evaluation',
  description:
    'One for each policy set, by name, each with the outcomes of its policies. `filter[0][status]` and `filter[0][enforcement_level]` find the sets with a policy like that; one like `filter[0]` or one like `filter[1]`, and so on.',
  authorise: evaluationFor('read'),
  query: outcomeList.query,
  reply: many(outcomeResource),
  handle: async (context, { subject: { row }, query }) => {
    const page = await outcomeList.read(context.database, query, { evaluation: row.id });
    return { ...page, rows: await shownOutcomes(page.rows, context.pathPrefix()) };
  },
});

const outcome = route('GET', '/policy-set-outcomes/:policy_set_outcome_id', {
  operationId: 'readPolicySetOutcome',
  summary: 'Show what the policies of a set found',
  description: 'Shows for each policy whether it passed, and what it objects to.',
  authorise: outcomeFor('read'),
  reply: one(outcomeResource),
  handle: async (context, { subject: { row } }) => existing((await shownOutcomes([row], context.pathPrefix()))[0]),
});

const cancel = route('POST', `${ofEvaluation}/actions/cancel`, {
  operationId: 'cancelEvaluation',
  summary: 'Cancel an evaluation',
  description:
    'Its plan is deleted. An evaluation that is over cannot be canceled. Only its creator cancels it, or who manages policies.',
  authorise: evaluationFor('update'),
  reply: one(evaluationResource),
  failures: [422],
  handle: async (context, { actor, subject }) => ({
    ...(await shownEvaluation(context, actor, subject)),
    ...(await cancelEvaluation(context, actor, subject.row)),
  }),
});

const override = route('POST', `${ofEvaluation}/actions/override`, {
  operationId: 'overrideEvaluation',
  summary: 'Override failed policies',
  description:
    'Takes a comment, and `expires-at` for an override that ends: the evaluation then has its former status again. Every policy that blocks the run must permit it: by `overridable` of its set, or as soft-mandatory. Errored and unreachable policies follow the same rule as failed ones.',
  authorise: evaluationFor('override'),
  payload: overridePayload,
  reply: one(evaluationResource),
  handle: async (context, { actor, subject, input }) => ({
    ...(await shownEvaluation(context, actor, subject)),
    ...(await overrideEvaluation(context, actor, subject.row, input.attributes)),
  }),
});

const external = route('POST', `${ofEvaluation}/external-outcomes`, {
  operationId: 'postExternalOutcomes',
  summary: 'Post outcomes of policies that are evaluated elsewhere',
  description:
    'For policies of a kind that nothing here evaluates, while the evaluation is unreachable because of them. The outcomes are marked as external, with the account and the time, and each is final. `input-digest` says which plan they are about. Takes the permission to manage policies; the party that created the evaluation cannot post, with whatever credential.',
  authorise: evaluationFor('post-outcomes'),
  failures: [403],
  payload: externalPayload,
  reply: one(evaluationResource),
  handle: async (context, { actor, subject, input }) => ({
    ...(await shownEvaluation(context, actor, subject)),
    ...(await postOutcomes(context, actor, subject.row, input.attributes)),
  }),
});

export const evaluationRoutes = [
  create,
  createOfSet,
  list,
  show,
  upload,
  outcomes,
  outcome,
  cancel,
  override,
  external,
];
