import { Type } from 'typebox';
import { accepted, nothing, one, unstored } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { documentPayload } from '../../../jsonapi/payload.ts';
import { Text } from '../../../jsonapi/schema.ts';
import { requirePerson } from '../users/access.ts';
import { confirmEnrolment, endTwoFactor, renewRecoveryCodes } from './account.ts';
import { proofAttributes, proofFrom } from './proof-input.ts';
import { enrolmentResource, recoveryCodesResource } from './resource.ts';
import { sendCode } from './send-code.ts';

/** Path of the two-factor authentication of the caller's own account. */
export const ofAccount = '/account/two-factor';

const confirm = route('POST', `${ofAccount}/confirm`, {
  operationId: 'confirmTwoFactorEnrolment',
  summary: 'Turn on two-factor authentication',
  description: 'Takes the first one-time code. The response contains the recovery codes, which are shown only once.',
  caller: 'user',
  isPersonal: true,
  authorise: requirePerson,
  payload: documentPayload({
    type: enrolmentResource.type,
    attributes: Type.Object({ 'one-time-code': Text() }),
  }),
  reply: unstored(one(recoveryCodesResource)),
  handle: (context, { actor, subject: person, input: { attributes } }) =>
    confirmEnrolment(context, { actor, person }, attributes['one-time-code']),
});

const end = route('DELETE', ofAccount, {
  operationId: 'deleteTwoFactorEnrolment',
  summary: 'Turn off two-factor authentication',
  description:
    'Requires a one-time code or a recovery code as proof of identity. In a session, the current password is also accepted.',
  caller: 'user',
  isPersonal: true,
  authorise: requirePerson,
  payload: documentPayload({ type: enrolmentResource.type, isOptional: true, attributes: proofAttributes }),
  reply: nothing,
  handle: (context, { actor, subject: person, input }) =>
    endTwoFactor(context, { actor, person }, proofFrom(input.attributes)),
});

const renew = route('POST', `${ofAccount}/recovery-codes`, {
  operationId: 'createRecoveryCodes',
  summary: 'Replace the recovery codes',
  description:
    'Requires a one-time code or a recovery code as proof of identity. In a session, the current password is also accepted. The previous recovery codes stop working.',
  caller: 'user',
  isPersonal: true,
  authorise: requirePerson,
  payload: documentPayload({ type: recoveryCodesResource.type, isOptional: true, attributes: proofAttributes }),
  reply: unstored(one(recoveryCodesResource, 201)),
  handle: (context, { actor, subject: person, input }) =>
    renewRecoveryCodes(context, { actor, person }, proofFrom(input.attributes)),
});

const code = route('POST', `${ofAccount}/code`, {
  operationId: 'sendTwoFactorCode',
  summary: 'Send a one-time code by text message',
  description:
    'Sends another code to the phone number that is set up for two-factor authentication. The number of messages is limited.',
  caller: 'user',
  isPersonal: true,
  authorise: requirePerson,
  reply: accepted,
  failures: [429],
  handle: (context, { actor, subject: person }) => sendCode(context, { actor, person }),
});

export const twoFactorRoutes = [confirm, end, renew, code];
