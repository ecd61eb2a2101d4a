import { many } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { listChanges } from '../changes/changes.ts';
import { changeResource } from '../changes/resource.ts';
import { changeList } from '../changes/store.ts';
import { evaluationFor } from './access.ts';

const list = route('GET', '/policy-evaluations/:policy_evaluation_id/changes', {
  operationId: 'listPolicyEvaluationChanges',
  summary: 'List the planned changes of resources with findings',
  description:
    'Lists one entry for each change of a resource that a finding names, including exempt findings. Resources with blocking findings come first. `origin` is `plan`, `deferred` for a change by a later plan, or `drift` for a change made outside of plans. A `path` consists of the names of attributes and nested blocks; it never contains keys of maps. `before` and `after` are present only if the setting `evaluation-change-values-enabled` of the organization was on during the evaluation and still is, if the sensitive values of the plan could be masked, and if the values are not too large.',
  authorise: evaluationFor('read'),
  query: changeList.query,
  reply: many(changeResource),
  handle: (context, { subject: { row }, query }) => listChanges(context, row, query),
});

export const changeRoutes = [list];
