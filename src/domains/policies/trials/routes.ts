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
    'Evaluates `code` with `query` and the input form `input`; if one of these attributes is absent, the current value of the policy is used. The input is a recorded input (the relationship `policy-input`), a plan as JSON text (`plan`), or, with `last-failure`, the newest recorded input with which this policy failed. The response is 200 even if the code has errors; `problems` lists them. `true-lines` lists the lines of the code that were true; it is null if finding them took too long. `depends-on-unknown` lists the values known only after apply on which the verdict depends; it is null if the policy errored. `findings` contains for each member of `output` the facts of the finding, in the same form as in the findings of an evaluation. `ages` states for each member of `output` whether it was present before the plan, and if not, the reason; it is null unless the policy is mandatory with the introduction `enforce-new` and failed. `input.parameters` contains the parameters of the policy set in the relationship `policy-set`, or else those of the only set of the policy; for a recorded input, overrides apply as in its workspace. A policy in several sets gets no parameters unless the request names a set. `test-of` is the position of a member of `output`. If it is given, `tests` contains the tests of the policy and an additional test that passes as long as the code returns this member; `tests` is null if no such test could be generated. Nothing is stored.',
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
