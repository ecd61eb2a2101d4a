import { many } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { pageIn } from '../../../kernel/page.ts';
import { changedResources } from '../changes/changes.ts';
import { evaluationFor } from '../evaluations/access.ts';
import { outcomeTexts } from '../evaluations/store.ts';
import { blockedBy, countsOf } from './counts.ts';
import { filtered, findingFilters } from './filters.ts';
import { findingsOf } from './findings.ts';
import { findingResource, findingsMeta } from './resource.ts';

const nothingBlocked = { changes: 0, policies: 0 };

const list = route('GET', '/policy-evaluations/:policy_evaluation_id/findings', {
  operationId: 'listPolicyFindings',
  summary: 'List what the policies of an evaluation object to',
  description:
    'One finding for each member of the output of a policy, and one for each policy without a verdict; in one form, whatever that of the policy. What blocks the run comes first, then other findings of mandatory policies, then advice; each by severity, address and policy. `meta.counts` counts all findings, whatever the filters, and `meta.blocked` the changes of the plan that are blocked and the policies that block them; an override makes these zero. A finding is `overridable` unless its policy blocks plans and cannot be overridden in its set: there, only exemptions that cover all levels count. `filter[policy]` is the name or the identifier of a policy.',
  authorise: evaluationFor('read'),
  query: { paginated: true, ...findingFilters },
  reply: many(findingResource, findingsMeta),
  handle: async (
    { database },
    {
      subject: {
        row: { id, status },
      },
      query,
    },
  ) => {
    const findings = await findingsOf(await database.rows(outcomeTexts, { evaluation: id }));
    const isOverridden = status === 'overridden';
    return {
      ...pageIn(filtered(findings, query.value), query.page),
      counts: countsOf(findings),
      blocked: isOverridden ? nothingBlocked : blockedBy(findings, await changedResources(database, id)),
    };
  },
});

export const findingRoutes = [list];
