import { accepted, many, one } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { existing } from '../../../jsonapi/errors.ts';
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
import { actionsOf, ownEvaluation, shownEvaluation } from './shown.ts';
import { evaluationList, outcomeList } from './store.ts';

const { 'policy-evaluations': rights } = policyRights;
const ofOrganization = '/organizations/:organization_name/evaluations';
const ofEvaluation = '/policy-evaluations/:policy_evaluation_id';
// Related records that a response can include, for example to show the names of an evaluation's policy set and
// workspace.
const include = ['policy-set', 'workspace'];

const create = route('POST', ofOrganization, {
  operationId: 'createEvaluation',
  summary: 'Evaluate a plan with all policy sets that apply',
  description:
    'Policy sets apply if they are global, or if they name the workspace or the project or select one of the tags. Sets that exclude the workspace do not apply. Name the workspace with the relationship `workspace`, or by its name in `workspace-name`, which also works for callers who may not see workspaces. Then upload the plan to `links.upload`. `counts-for-workspace` tells whether the result counts for the workspace, for example in the posture of the organization. The result counts only if the creator may see or manage workspaces or manage policies, or if a team of the creator has access to the workspace with a level that includes sending plans. `run.author` names the author of the run: `username` or `email` of a member (only a confirmed address counts), or the name of a `team`. The author can read the evaluation with its outcomes and findings, if the organization permits it (`evaluation-author-access-enabled`). Names that the organization does not know are ignored. The attribute is null if no workspace is named or if only one policy set is evaluated. With the value `state` of `source`, the plan is made from the state of a workspace and changes nothing, as by `tipstaff check --state`. Such an evaluation blocks no run: it does not count for the workspace, cannot be overridden, and its input is not recorded. `source` cannot be changed later.',
  authorise: inOrganization(rights.create),
  payload: createPayload,
  creates: true,
  reply: one(evaluationResource, 201),
  handle: async (context, { actor, subject, input }) => {
    const target = { organizationId: subject.organization.id, policySetId: null, rights: subject.rights };
    return ownEvaluation(await createEvaluation(context, actor, target, evaluationFrom(input)));
  },
});

const createOfSet = route('POST', '/policy-sets/:policy_set_id/evaluations', {
  operationId: 'createPolicySetEvaluation',
  summary: 'Evaluate a plan with one policy set',
  description:
    'The set is evaluated even if it does not apply to the workspace. After this request, upload the plan to `links.upload`.',
  authorise: policySetFor('evaluate'),
  payload: createPayload,
  creates: true,
  reply: one(evaluationResource, 201),
  handle: async (context, { actor, subject: { row, rights }, input }) => {
    const target = { organizationId: row.organization_id, policySetId: row.id, rights };
    return ownEvaluation(await createEvaluation(context, actor, target, evaluationFrom(input)));
  },
});

const list = route('GET', ofOrganization, {
  operationId: 'listEvaluations',
  summary: 'List the evaluations of an organization',
  description:
    'Lists the newest evaluations first, unless `sort` is given. `mandatory-failed` sorts by the number of mandatory policies that failed. `run-message` and `run-commit` are the first line of the message and the commit in the description of the run. Evaluations are kept for 90 days. Members and team tokens without a permission to read all evaluations see those that they created, those whose run names them or one of their teams as its author, and those of the workspaces and projects to which one of their teams has access. `filter[workspace]` is the identifier of a workspace. `filter[created-by]` is a username, or the identifier of an account, a team or an organization. `filter[source]` selects evaluations of plans (`plan`) or of states (`state`). `filter[blocked]` selects evaluations of plans that failed, errored or are unreachable and are not currently overridden. `filter[level]` selects evaluations in which a `mandatory` (hard or soft) or an `advisory` policy failed, apart from policies in shadow mode and exempt policies. `filter[since]` (inclusive) and `filter[until]` (exclusive) are times.',
  authorise: inOrganization(rights.create),
  query: { ...evaluationList.query, include },
  reply: many(evaluationResource),
  handle: (context, { actor, subject, query }) => listEvaluations(context, { actor, access: subject, query }),
});

const show = route('GET', ofEvaluation, {
  operationId: 'readEvaluation',
  summary: 'Show an evaluation',
  description:
    'Shows the status of the evaluation and the number of policies by result. While it is pending or running, repeat the request to follow its progress. `progress` has the number of policies, the number of policies already evaluated, and the number of evaluations of the organization that come before this one, for callers who may read all of these; unknown numbers are null. `run` is the description of the run that the client sent; it is empty if the service does not keep the description. `permissions` tells which actions the caller may currently perform on the evaluation. `missing-approvals` lists the policy sets that block the run and have approvers, with the names of the approver teams, if the caller is not an approver of the set. While the list is not empty, the caller cannot override the evaluation. Lists do not include these attributes.',
  authorise: evaluationFor('read'),
  query: { include },
  reply: one(evaluationResource),
  handle: async (context, { actor, subject }) => {
    const row = await shownEvaluation(context, actor, subject);
    const actions = await actionsOf(context, actor, { ...subject, row });
    return { ...row, ...actions, progress: await progressOf(context, { ...subject, row }) };
  },
});

const upload = route('PUT', `${ofEvaluation}/upload`, {
  operationId: 'uploadPlan',
  summary: 'Upload the plan of an evaluation',
  description:
    'The body is the plan as JSON, for example the output of `terraform show -json`, in UTF-8, or in UTF-16 with a byte order mark. The evaluation then starts. The plan is deleted when the evaluation has finished. Only the creator of the evaluation and users and tokens that may manage policies can upload the plan.',
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
    'Lists one entry for each policy set, sorted by name, with the outcomes of its policies. `filter[0][status]` and `filter[0][enforcement_level]` select the sets in which a policy has this status and level. Further pairs, such as `filter[1][status]`, select sets in which a policy matches any of the pairs.',
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
  summary: 'Show the outcomes of the policies of a set',
  description: 'Shows for each policy whether it passed, and its output.',
  authorise: outcomeFor('read'),
  reply: one(outcomeResource),
  handle: async (context, { subject: { row } }) => existing((await shownOutcomes([row], context.pathPrefix()))[0]),
});

const cancel = route('POST', `${ofEvaluation}/actions/cancel`, {
  operationId: 'cancelEvaluation',
  summary: 'Cancel an evaluation',
  description:
    'The plan of the evaluation is deleted. A finished evaluation cannot be canceled. Only the creator of the evaluation and users and tokens that may manage policies can cancel it.',
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
    'Takes a comment and optionally `expires-at`, the time at which the override expires and the evaluation returns to its previous status. Without `expires-at`, or if it is null, the override lasts for `policy-override-max-days` of the organization, or without an end if the organization has no maximum. Every policy that blocks the run must permit overrides: either its set is `overridable`, or its enforcement level is soft-mandatory. The same rule applies to failed, errored and unreachable policies. If a policy set that blocks the run has approvers, the caller must be one of them. With the value `same-findings` of `applies-to`, the override is also an approval: until it ends, a later evaluation of the workspace is overridden, too, if approvals cover all findings that block it. A finding is the same if the policy reports the same content about the same resource, and if the change of this resource, the policy and its parameters are the same. This requires a plan of the organization that includes policies, and a failed evaluation with a workspace, in which each blocking finding names exactly one managed resource. An approval lasts for at most 7 days if the organization has no maximum.',
  authorise: evaluationFor('override'),
  failures: [403],
  payload: overridePayload,
  reply: one(evaluationResource),
  handle: async (context, { actor, subject, input }) => ({
    ...(await shownEvaluation(context, actor, subject)),
    ...(await overrideEvaluation(context, actor, subject.row, input.attributes)),
  }),
});

const external = route('POST', `${ofEvaluation}/external-outcomes`, {
  operationId: 'postExternalOutcomes',
  summary: 'Post external outcomes of policies',
  description:
    'Use this endpoint for policies of a kind that this service does not evaluate, while the evaluation is unreachable because of such policies. The outcomes are marked as external, with the account and the time of the request, and cannot be changed later. `input-digest` is the SHA-256 of the plan that was evaluated. Requires the permission to manage policies. The creator of the evaluation cannot post outcomes, not even with another token.',
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
