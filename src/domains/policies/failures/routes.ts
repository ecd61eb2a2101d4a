import { many } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { policyFor } from '../policies/access.ts';
import { ofPolicy } from '../policies/routes.ts';
import { listFailures } from './failures.ts';
import { failureResource, failuresMeta } from './resource.ts';

const list = route('GET', `${ofPolicy}/failures`, {
  operationId: 'listPolicyFailures',
  summary: 'List the evaluations in which a policy did not pass',
  description:
    'Lists the newest evaluations first, at most 1,000. Only the newest 20,000 evaluations of the organization in the last 91 days are searched, without evaluations of states. `would-block` is true if the policy did not block the run only because of shadow mode. `meta.evaluated` is the number of searched evaluations in which the policy had an outcome, including those in which it passed.',
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
