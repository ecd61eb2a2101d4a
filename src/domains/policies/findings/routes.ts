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
  summary: 'List the findings of an evaluation',
  description:
    'Lists one finding for each member of the output of a policy, and one for each policy without a verdict, all in the same form. Findings that block the run come first, then other findings of mandatory policies, then those of advisory policies, then old findings, which were present before the plan and do not block it; within each group they are sorted by severity, address and policy. `meta.counts` counts all findings, regardless of filters. `meta.blocked` counts the blocked changes of the plan and the policies that block them; both are zero if the evaluation is overridden. A finding is `overridable` unless its policy blocks plans and its set does not permit overrides; only exemptions that cover all levels then apply. `filter[policy]` is the name or the identifier of a policy.',
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
