import { one } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { onBehalfOfCaller } from '../on-behalf.ts';
import { policyFor } from '../policies/access.ts';
import { ofPolicy } from '../policies/routes.ts';
import { trialFrom, trialPayload } from './input.ts';
import { trialResource } from './resource.ts';
import { tryPolicy } from './trials.ts';

const tryIt = route('POST', `${ofPolicy}/actions/try`, {
  operationId: 'tryPolicy',
  summary: 'Try a draft of a policy with one input',
  description:
    'Evaluates `code` with `query` and the form `input`; each is that of the policy where it is absent. The input is a recorded one (the relationship `policy-input`), `plan`, a text of JSON, or with `last-failure` the newest recorded one that this policy failed with. The status is 200 for broken code, too: `problems` says what is wrong. `true-lines` are the lines of the code that were true; null where finding them took too long. With `test-of`, the position of a member of `output`, `tests` has the tests of the policy and one more, which passes while the code gives that member; null where none could be made. Nothing is stored.',
  authorise: policyFor('test'),
  payload: trialPayload,
  reply: one(trialResource),
  failures: [422],
  handle: (context, { actor, subject: { row }, input, request }) => {
    const own = onBehalfOfCaller(context, { actor, request }, row.organization_id);
    return tryPolicy(own, actor, row, trialFrom(input));
  },
});

export const trialRoutes = [tryIt];
