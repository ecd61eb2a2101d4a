import { many } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { policyFor } from '../policies/access.ts';
import { kindFilter, listPolicyHistory } from './history.ts';
import { historyMeta, historyResource } from './resource.ts';

const list = route('GET', '/policies/:policy_id/history', {
  operationId: 'listPolicyHistory',
  summary: 'List the changes of a policy',
  description:
    'Lists the newest changes first: changes of the settings, code and tests of the policy, its additions to policy sets and removals from them, and changes of these sets while they contain the policy. `before` and `after` contain the values that changed; long lists of identifiers in them are truncated, and `omitted-count` is the number of identifiers that are left out. `replay` is the replay that the client named in the request for the change, with its results at that time. The list has no page numbers. If older audit records were archived, `recorded-since` in `meta` is the time of the oldest record. Policies in an uploaded policy set version have no history of their own; see the list of versions of the policy set.',
  authorise: policyFor('read'),
  query: {
    paginated: true,
    parameters: [kindFilter.name],
    choices: { [kindFilter.name]: kindFilter.choices },
    include: ['workspaces', 'projects', 'approvers'],
  },
  reply: many(historyResource, historyMeta),
  handle: (context, { subject: { row }, query }) => listPolicyHistory(context, row, query),
});

export const policyHistoryRoutes = [list];
