import { Type } from 'typebox';
import { administration } from '../../../http/callers.ts';
import { done } from '../../../http/reply.ts';
import { alias, route } from '../../../http/route.ts';
import { badRequest } from '../../../jsonapi/errors.ts';
import { jsonApiType, type Payload } from '../../../jsonapi/payload.ts';
import { phoneNumber } from '../../../lib/text/text.ts';
import { verifySms } from './verify.ts';

const maxNumberLength = 64;

const member = (value: unknown, name: string): unknown => Reflect.get(Object(value), name);

/** Phone number for the test message. Every validation error is a 400. */
const testNumber: Payload<string> = {
  mediaTypes: [jsonApiType],
  schema: Type.Object({
    data: Type.Object({
      attributes: Type.Object({ 'test-number': Type.String({ minLength: 1, maxLength: maxNumberLength }) }),
    }),
  }),
  check: (value) => {
    const number = member(member(member(value, 'data'), 'attributes'), 'test-number');
    if (typeof number !== 'string' || number.trim() === '') throw badRequest('Test number is required.', 'required');
    const trimmed = number.trim();
    if (trimmed.length > maxNumberLength || !phoneNumber.test(trimmed))
      throw badRequest('Test number is not a phone number.', 'malformed');
    return trimmed;
  },
};

const verify = route('POST', '/admin/sms-settings/verify', {
  operationId: 'verifySmsSettings',
  summary: 'Send a test message',
  description: 'Sends a text message with the current settings. The number of test messages is limited.',
  ...administration,
  payload: testNumber,
  reply: done,
  failures: [429],
  handle: (context, { actor, input }) => verifySms(context, actor, input),
});

const verifyByPatch = alias(verify, { method: 'PATCH', suffix: 'ByPatch' });

export const smsRoutes = [verify, verifyByPatch];
