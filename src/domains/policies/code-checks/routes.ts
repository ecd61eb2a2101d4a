import { one } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { inOrganization, policyRights } from '../access.ts';
import { onBehalfOfCaller } from '../on-behalf.ts';
import { checkCode } from './code-checks.ts';
import { codeCheckPayload, draftFrom } from './input.ts';
import { codeCheckResource } from './resource.ts';

const check = route('POST', '/organizations/:organization_name/policy-code-checks', {
  operationId: 'checkPolicyCode',
  summary: 'Check, format and test the code of a policy',
  description:
    'Nothing is stored. The response is 200 even if the code has errors; `problems` lists them with their positions. `tests` is code that contains tests. For the `native` framework, the status is `unreachable`, because the service cannot check its code.',
  authorise: inOrganization(policyRights.policies.test),
  payload: codeCheckPayload,
  reply: one(codeCheckResource),
  handle: (context, { subject: { organization }, input, ...call }) =>
    checkCode(onBehalfOfCaller(context, call, organization.id), organization, draftFrom(input)),
});

export const codeCheckRoutes = [check];
