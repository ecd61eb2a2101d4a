import { many, one } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { policyFor } from '../policies/access.ts';
import { ofPolicy } from '../policies/routes.ts';
import { listDebt } from './debt.ts';
import { forecastFor } from './forecast.ts';
import { debtMeta, debtResource, forecastResource } from './resource.ts';

const forecast = route('GET', `${ofPolicy}/introduction-forecast`, {
  operationId: 'readPolicyIntroductionForecast',
  summary: 'Show what each introduction of a policy would block',
  description:
    'Counts the findings of the policy in the evaluations of the last 30 days. The same finding in several plans of a workspace is counted once, and exempt findings are not counted. `without-address` is the number of findings that do not name exactly one resource: with the introduction `enforce-new`, such findings are never old and always block. `never-old` names the members of the plan or the run that the policy reads and because of which none of its findings can be old, such as `configuration`; an empty name stands for the plan as a whole. It is empty if findings can be old, and null if the current code has not been checked. `never-old-message` states the same as a sentence without its subject. `is-complete` is false if not all findings were counted: at most the newest 1,000 outcomes of the policy, with 4 MiB in total, are read.',
  authorise: policyFor('read'),
  reply: one(forecastResource),
  handle: (context, { subject: { row } }) => forecastFor(context, row),
});

const debt = route('GET', `${ofPolicy}/old-findings`, {
  operationId: 'listPolicyOldFindings',
  summary: 'List the number of old findings of a policy by workspace and week',
  description:
    'Old findings were present before a plan and do not block it. Lists the workspaces in which the policy had old findings in the last 13 weeks; those with the most old findings come first. `old-count` is the number in the latest evaluation. The number of a week is that of the last evaluation up to the end of the week, and null before the first evaluation. A week begins on Monday, in UTC. `meta.weeks` has the sums over all workspaces. The numbers come from the evaluations and cannot be changed. Only the newest 20,000 evaluations of the organization are searched.',
  authorise: policyFor('read'),
  query: { paginated: true },
  reply: many(debtResource, debtMeta),
  handle: (context, { subject: { row }, query }) => listDebt(context, row, query),
});

export const introductionRoutes = [forecast, debt];
