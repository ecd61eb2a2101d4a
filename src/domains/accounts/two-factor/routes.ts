import { Type } from 'typebox';
import { accepted, nothing, one, unstored } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { documentPayload } from '../../../jsonapi/payload.ts';
import { Nullable, PhoneNumber, Text } from '../../../jsonapi/schema.ts';
import { requirePerson } from '../users/access.ts';
import { beginEnrolment, confirmEnrolment, endTwoFactor, renewRecoveryCodes } from './account.ts';
import { beginPhoneEnrolment } from './phone.ts';
import { requirePassword } from './proof.ts';
import { proofAttributes, proofFrom } from './proof-input.ts';
import { enrolmentResource, recoveryCodesResource } from './resource.ts';
import { sendCode } from './send-code.ts';

const ofAccount = '/account/two-factor';

const begin = route('POST', ofAccount, {
  operationId: 'createTwoFactorEnrolment',
  summary: 'Start to set up two-factor authentication',
  description:
    'Starts with an authenticator app, whose secret is shown only in this answer, or with a phone number, to which a code is sent. With an API token the password is required.',
  caller: 'user',
  isPersonal: true,
  authorise: requirePerson,
  payload: documentPayload({
    type: enrolmentResource.type,
    isOptional: true,
    attributes: Type.Object({
      'phone-number': Type.Optional(Nullable(PhoneNumber())),
      'current-password': Type.Optional(Nullable(Text())),
    }),
  }),
  reply: unstored(one(enrolmentResource, 201)),
  failures: [429],
  handle: async (context, { actor, subject: person, input: { attributes } }) => {
    const phone = attributes['phone-number'] ?? undefined;
    const personal = { actor, person };
    await requirePassword(context, personal, attributes['current-password'] ?? undefined);
    return phone === undefined ? beginEnrolment(context, personal) : beginPhoneEnrolment(context, personal, phone);
  },
});

const confirm = route('POST', `${ofAccount}/confirm`, {
  operationId: 'confirmTwoFactorEnrolment',
  summary: 'Turn on two-factor authentication',
  description: 'Takes the first one-time code. The answer shows the recovery codes, which are shown only once.',
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
    'Takes a one-time code or a recovery code as proof of identity; in a session, the current password will do.',
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
    'Takes a one-time code or a recovery code as proof of identity; in a session, the current password will do. The former recovery codes stop working.',
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

export const twoFactorRoutes = [begin, confirm, end, renew, code];
