import { many } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { policyFor } from '../policies/access.ts';
import { ofPolicy } from '../policies/routes.ts';
import { listFailures } from './failures.ts';
import { failureResource, failuresMeta } from './resource.ts';

const list = route('GET', `${ofPolicy}/failures`, {
  operationId: 'listPolicyFailures',
  summary: 'List the plans that a policy did not pass',
  description:
    'The newest first, from the newest 20,000 evaluations of the last 91 days; 1,000 at most. `would-block` says that only shadow mode kept the policy from stopping the run. `meta.evaluated` is the number of these evaluations in which the policy had an outcome, passed ones included.',
  authorise: policyFor('read'),
  query: {
    paginated: true,
    parameters: ['filter[since]', 'filter[would-block]'],
    choices: { 'filter[would-block]': ['true', 'false'] },
    times: ['filter[since]'],
  },
  reply: many(failureResource, failuresMeta),
  handle: (context, { subject: { row }, query }) => listFailures(context, row, query),
});

export const failureRoutes = [list];
