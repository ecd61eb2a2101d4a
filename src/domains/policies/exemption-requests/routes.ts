import { createdOrFound, many, nothing, one } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { inOrganization, policyRights } from '../access.ts';
import { evaluationFor } from '../evaluations/access.ts';
import { requestFor } from './access.ts';
import { createRequest, refuseRequest, withdrawRequest } from './exemption-requests.ts';
import { grantRequest } from './grant.ts';
import { createPayload, grantPayload, refusePayload } from './input.ts';
import { listOpenRequests, listRequests } from './list.ts';
import { requestResource } from './resource.ts';
import { shownAlone } from './shown.ts';
import { openRequestsOfWorkspace, requestsOfOrganization } from './store.ts';

const ofEvaluation = '/policy-evaluations/:policy_evaluation_id/exemption-requests';
const ofRequest = '/policy-exemption-requests/:policy_exemption_request_id';
// Callers of these routes may lack the right to read policies and policy sets, so these are not included.
const include = ['workspace'];

const create = route('POST', ofEvaluation, {
  operationId: 'createPolicyExemptionRequest',
  summary: 'Request an exemption from a policy',
  description:
    'Requests an exemption from a policy that did not pass in the evaluation, for the workspace of the evaluation. `policy-id` is the identifier of the policy in the outcomes of the evaluation. With `resource-address`, the exemption covers only findings about this resource, and the policy must have such a finding. `expires-at` is the requested end of the exemption; if it is null or absent, the request is for the longest time that the organization permits (`policy-exemption-max-days`). Everybody who may read the evaluation can send requests. If the caller has already sent an open request for the same policy, workspace and resource, the response is 200 with that request. A request can be granted or refused for 30 days. A caller can have 20 open requests in an organization, and a workspace can have 200. Requires a plan of the organization that includes policies.',
  authorise: evaluationFor('read'),
  payload: createPayload,
  creates: true,
  reply: createdOrFound(requestResource, ({ isNew }) => isNew === true),
  handle: async (context, { actor, subject: { row: evaluation, rights }, input }) => {
    const { row, isNew } = await createRequest(context, actor, evaluation, input.attributes);
    return { ...(await shownAlone(context, actor, { row, rights })), isNew };
  },
});

const listOfEvaluation = route('GET', ofEvaluation, {
  operationId: 'listExemptionRequestsOfEvaluation',
  summary: 'List the open requests for exemptions in the workspace of an evaluation',
  description:
    'Lists the newest requests first. The list is empty if the evaluation has no workspace. Callers who can read the evaluation only because they created it, or because its run names them, see the requests about this evaluation and their own requests. `reason`, `comment`, `requested-by` and `decided-by` are null unless the caller sent the request or may read exemptions.',
  authorise: evaluationFor('read'),
  query: { ...openRequestsOfWorkspace.query, include },
  reply: many(requestResource),
  handle: (context, { actor, subject, query }) => listOpenRequests(context, actor, subject, query),
});

const list = route('GET', '/organizations/:organization_name/policy-exemption-requests', {
  operationId: 'listPolicyExemptionRequests',
  summary: 'List the requests for exemptions in an organization',
  description:
    'Lists the newest requests first. Callers who may not read exemptions see only their own requests. A request is deleted together with its evaluation, 90 days after the evaluation was created. `filter[workspace]` is the identifier of a workspace.',
  authorise: inOrganization(policyRights['policy-exemption-requests'].list),
  query: { ...requestsOfOrganization.query, include },
  reply: many(requestResource),
  handle: (context, { actor, subject, query }) => listRequests(context, actor, subject, query),
});

const show = route('GET', ofRequest, {
  operationId: 'readPolicyExemptionRequest',
  summary: 'Show a request for an exemption',
  description:
    'Shows what the exemption would cover, and the decision. `status` is `open`, `granted`, `refused` or `expired`. `reason`, `comment`, `requested-by` and `decided-by` are null unless the caller sent the request or may read exemptions. `permissions` tells which actions the caller may currently perform; lists do not include it.',
  authorise: requestFor('read'),
  query: { include },
  reply: one(requestResource),
  handle: (context, { actor, subject }) => shownAlone(context, actor, subject),
});

const grant = route('POST', `${ofRequest}/actions/grant`, {
  operationId: 'grantPolicyExemptionRequest',
  summary: 'Grant a request for an exemption',
  description:
    'Creates an exemption from the policy for the workspace and, if the request names one, the resource. The exemption has the reason of the request and the requester as its owner. It ends at `expires-at`, by default at the requested time. The request then shows this end. Requires the permission to create exemptions. The requester cannot grant the request, not even with another token; the response is then 403. It is also 403 if every policy set of the policy requires approvers and the caller is an approver of none of them.',
  authorise: requestFor('grant'),
  payload: grantPayload,
  reply: one(requestResource),
  handle: async (context, { actor, subject, input }) => {
    const row = await grantRequest(context, actor, subject, input.attributes);
    return shownAlone(context, actor, { ...subject, row });
  },
});

const refuse = route('POST', `${ofRequest}/actions/refuse`, {
  operationId: 'refusePolicyExemptionRequest',
  summary: 'Refuse a request for an exemption',
  description: 'The `comment` tells the requester why. Only an open request can be refused.',
  authorise: requestFor('refuse'),
  payload: refusePayload,
  reply: one(requestResource),
  handle: async (context, { actor, subject, input }) => {
    const row = await refuseRequest(context, actor, subject.row, input.attributes.comment);
    return shownAlone(context, actor, { ...subject, row });
  },
});

const withdraw = route('DELETE', ofRequest, {
  operationId: 'withdrawPolicyExemptionRequest',
  summary: 'Withdraw a request for an exemption',
  description:
    'Deletes the request. Only the requester can withdraw it, and only if it has been neither granted nor refused.',
  authorise: requestFor('delete'),
  reply: nothing,
  failures: [422],
  handle: (context, { actor, subject: { row } }) => withdrawRequest(context, actor, row),
});

export const exemptionRequestRoutes = [create, listOfEvaluation, list, show, grant, refuse, withdraw];
