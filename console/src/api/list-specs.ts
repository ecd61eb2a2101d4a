// Search, sort and filter parameters of all lists. They are not in the files of the queries, because routes need them
// to parse URLs and all routes are part of the initial download.
import type { ListSpec } from './list.ts';

const eventFilters = ['actor', 'action', 'resource', 'resource-type', 'since', 'until'] as const;

export const eventList = { filters: eventFilters } as const satisfies ListSpec;
export const auditList = { filters: [...eventFilters, 'organization'] } as const satisfies ListSpec;
export const evaluationList = {
  sorts: ['created-at', 'mandatory-failed'],
  filters: ['status', 'source', 'blocked', 'level', 'created-by', 'since', 'until'],
} as const satisfies ListSpec;
/** Parameters for the list of an evaluation's findings. */
export const findingList = {
  filters: ['blocking', 'old', 'level', 'status', 'severity', 'policy'],
} as const satisfies ListSpec;
export const exemptionList = {} as const satisfies ListSpec;
export const organizationExemptionList = {
  filters: ['status', 'ends-before', 'beyond-maximum', 'unmatched'],
} as const satisfies ListSpec;
export const approvalList = { filters: ['status'] } as const satisfies ListSpec;
export const exemptionRequestList = { filters: ['status'] } as const satisfies ListSpec;
export const delegationList = {} as const satisfies ListSpec;
export const runTaskList = {} as const satisfies ListSpec;
export const runTaskCallList = {} as const satisfies ListSpec;
export const inputList = { filters: ['since', 'until'] } as const satisfies ListSpec;
export const memberList = { search: 'q', filters: ['status'] } as const satisfies ListSpec;
export const organizationList = { search: 'q' } as const satisfies ListSpec;
export const subscriptionList = {} as const satisfies ListSpec;
export const policyList = {
  search: 'search[name]',
  sorts: ['name', 'updated-at', 'enforcement-level'],
  filters: ['kind', 'level', 'policy-set', 'failing', 'evaluated', 'introduction', 'tests'],
} as const satisfies ListSpec;
/** Parameters for the list of evaluations that a policy did not pass. */
export const failureList = { filters: ['since', 'would-block'] } as const satisfies ListSpec;
/** Parameters for the history of a policy. */
export const policyHistoryList = { filters: ['kind'] } as const satisfies ListSpec;
export const parameterList = {} as const satisfies ListSpec;
export const parameterOverrideList = {} as const satisfies ListSpec;
export const policySetList = { search: 'search[name]', filters: ['kind'] } as const satisfies ListSpec;
/** Parameters for the list of workspaces that a policy set applies to. */
export const applicableList = { search: 'search[name]' } as const satisfies ListSpec;
export const workspaceList = {
  search: 'search[name]',
  sorts: ['name', 'status'],
  filters: ['status', 'project', 'deprecated-modules'],
} as const satisfies ListSpec;
/** Parameters for the map of workspaces and policy sets. */
export const resultList = { search: 'search[name]', filters: ['status'] } as const satisfies ListSpec;
export const moduleUseList = { filters: ['deprecated'] } as const satisfies ListSpec;
export const projectList = { search: 'search[name]' } as const satisfies ListSpec;
/** Parameters for the list of policy sets that apply to a workspace or project. */
export const appliedSetList = { search: 'search[name]' } as const satisfies ListSpec;
export const sessionList = {} as const satisfies ListSpec;
export const moduleList = {
  search: 'q',
  sorts: ['name', 'updated-at'],
  filters: ['registry_name', 'deprecated'],
} as const satisfies ListSpec;
export const downloadList = {} as const satisfies ListSpec;
export const moduleUserList = {} as const satisfies ListSpec;
export const removalList = {} as const satisfies ListSpec;
export const replayList = { filters: ['status'] } as const satisfies ListSpec;
export const differenceList = { filters: ['result'] } as const satisfies ListSpec;
export const siteOrganizationList = { search: 'q' } as const satisfies ListSpec;
export const teamAccessList = {} as const satisfies ListSpec;
export const teamList = { search: 'q' } as const satisfies ListSpec;
export const teamUserList = {} as const satisfies ListSpec;
export const tokenList = {} as const satisfies ListSpec;
export const userList = {
  search: 'q',
  filters: ['admin', 'suspended', 'two-factor'],
} as const satisfies ListSpec;
