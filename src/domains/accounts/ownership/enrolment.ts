// Route that starts enrolment of a second factor. Enrolment requires proof of ownership, because the codes of a second
// factor can prove ownership later.
import { Type } from 'typebox';
import { one, unstored } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { documentPayload } from '../../../jsonapi/payload.ts';
import { Nullable, PhoneNumber, Text } from '../../../jsonapi/schema.ts';
import { beginEnrolment } from '../two-factor/account.ts';
import { beginPhoneEnrolment } from '../two-factor/phone.ts';
import { proofFrom } from '../two-factor/proof-input.ts';
import { enrolmentResource } from '../two-factor/resource.ts';
import { ofAccount } from '../two-factor/routes.ts';
import { requirePerson } from '../users/access.ts';
import { factorCheck, withOwnerProof } from './ownership.ts';

export const beginEnrolmentRoute = route('POST', ofAccount, {
  operationId: 'createTwoFactorEnrolment',
  summary: 'Start two-factor enrolment',
  description:
    'Starts the enrolment of an authenticator app, whose secret is shown only in this response, or of a phone number, to which a code is sent. A request with an API token must contain the password. If the account has no password, open `/users/owner` first to prove that the account is yours, and repeat the request in the same session within five minutes.',
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
  handle: (context, { actor, subject: person, input: { attributes } }) => {
    const phone = attributes['phone-number'] ?? undefined;
    const personal = { actor, person };
    return withOwnerProof(context, personal, proofFrom(attributes), (owner) => {
      const check = factorCheck(personal, owner);
      return phone === undefined
        ? beginEnrolment(context, personal, check)
        : beginPhoneEnrolment(context, personal, phone, check);
    });
  },
});
