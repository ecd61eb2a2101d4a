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
    "Lists one entry for each policy of the outcome that failed in this service, with the description and the annotations by its author. If the setting `evaluation-rule-lines-enabled` of the organization was on during the evaluation and still is, `files` lists the lines of the policy's rules that were true, in the revision that was evaluated. `lines-status` is `shown`; `disabled` if the setting is off now; `not-recorded` if it was off during the evaluation; `over-budget` if finding the lines took too much time or memory; `code-gone` if the code has been deleted since; or `left-out` if more than 4 MiB of code would have to be read for the response. In that case, request a single policy with `filter[policy]`, which takes the name or the identifier of a policy.",
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
