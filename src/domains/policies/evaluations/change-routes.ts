import { many } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { listChanges } from '../changes/changes.ts';
import { changeResource } from '../changes/resource.ts';
import { changeList } from '../changes/store.ts';
import { evaluationFor } from './access.ts';

const list = route('GET', '/policy-evaluations/:policy_evaluation_id/changes', {
  operationId: 'listPolicyEvaluationChanges',
  summary: 'List what the plan does to resources with findings',
  description:
    'One for each change to a resource that a finding names, exempt or not; those that stop the plan come first. `origin` is `plan`, `deferred` for what a later plan does, or `drift` for what was changed outside of plans. A `path` is the name of an attribute, or of a block and what is in it, and never a key of a map. `before` and `after` are there only where `evaluation-change-values-enabled` of the organization was set and still is, the plan could be masked, and they are not too large.',
  authorise: evaluationFor('read'),
  query: changeList.query,
  reply: many(changeResource),
  handle: (context, { subject: { row }, query }) => listChanges(context, row, query),
});

export const changeRoutes = [list];
