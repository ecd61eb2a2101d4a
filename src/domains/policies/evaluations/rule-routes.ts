import { many } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { pageIn } from '../../../kernel/page.ts';
import { ruleResource } from '../rules/resource.ts';
import { failedIn, withLines } from '../rules/rules.ts';
import { outcomeFor } from './access.ts';

const policyFilter = 'filter[policy]';

const list = route('GET', '/policy-set-outcomes/:policy_set_outcome_id/rules', {
  operationId: 'listPolicyRules',
  summary: 'List the rules that failed',
  description:
    'One for each policy of the outcome that failed here, with the description and the annotations that its author wrote. Where `evaluation-rule-lines-enabled` of the organization was set and still is, `files` has the lines of its rules that were true, at the revision that was evaluated, and no other line. `lines-status` is `shown`, `disabled` while the setting is off, `not-recorded` for an evaluation without it, `over-budget` where the lines took too much time or memory, `code-gone` where the code has been deleted since, or `left-out` where more than 4 MiB of code would have to be read for the answer; `filter[policy]`, the name or the identifier of a policy, asks for one alone.',
  authorise: outcomeFor('read'),
  query: { paginated: true, parameters: [policyFilter] },
  reply: many(ruleResource),
  handle: async (context, { subject: { row }, query }) => {
    const wanted = query.value(policyFilter);
    const failed = (await failedIn(row)).filter(
      ({ policy_id, policy_name }) => wanted === undefined || policy_id === wanted || policy_name === wanted,
    );
    const page = pageIn(failed, query.page);
    return { ...page, rows: await withLines(context, row, page.rows) };
  },
});

export const ruleRoutes = [list];
