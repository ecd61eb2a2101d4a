// Requests for exemptions. A user asks for an exemption, and another user grants or refuses the request.
import type { Resource } from './client.ts';
import { nameIn } from './included.ts';
import { exemptionRequestList } from './list-specs.ts';
import { creating, deleting, list, type RowOf, record } from './query.ts';

const ofEvaluation = '/api/v2/policy-evaluations/{policy_evaluation_id}/exemption-requests';
const exemptionRequests = '/api/v2/organizations/{organization_name}/policy-exemption-requests';
const exemptionRequest = '/api/v2/policy-exemption-requests/{policy_exemption_request_id}';

type Included = Resource<'workspaces'> | Resource<'policies'> | Resource<'policy-sets'>;

/** A request. `workspace` is the name of the workspace, or its identifier if the user may not see the workspace. */
const requestOf = (
  { id, attributes, relationships }: Resource<'policy-exemption-requests'>,
  included: readonly Included[] | undefined,
) => ({ id, attributes, relationships, workspace: nameIn(included, relationships.workspace) });

const withNames = { query: { include: ['workspace'] }, row: requestOf } as const;

/**
 * Requests of an organization, newest first. Users who may not see the organization's exemptions get only the requests
 * that they made.
 */
export const exemptionRequestsQuery = list('exemption-requests', exemptionRequests, {
  spec: exemptionRequestList,
  ...withNames,
});

export type ExemptionRequest = RowOf<typeof exemptionRequestsQuery>;

/** Open requests for the workspace of an evaluation, at most 100. */
export const openRequestsQuery = record('exemption-requests', ofEvaluation, {
  query: { 'page[size]': 100 },
  shown: ({ data }) => data,
});

export type OpenRequest = Resource<'policy-exemption-requests'>;

export const exemptionRequestQuery = record('exemption-request', exemptionRequest, {
  query: { include: ['workspace'] },
  shown: ({ data, included }) => requestOf(data, included),
});

/** Asks for an exemption from a policy that the evaluation did not pass. */
export const createExemptionRequest = creating(ofEvaluation, 'policy-exemption-requests');

/** Grants a request. The service creates the exemption. */
export const grantRequest = creating(`${exemptionRequest}/actions/grant`, 'policy-exemption-requests');

export const refuseRequest = creating(`${exemptionRequest}/actions/refuse`, 'policy-exemption-requests');

/** Withdraws an open request. Only its requester can do this. */
export const withdrawRequest = deleting(exemptionRequest);
