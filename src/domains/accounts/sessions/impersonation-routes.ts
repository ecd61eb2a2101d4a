import { type TSchema, Type } from 'typebox';
import { nothing, withHeaders } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { badRequest, unauthorized } from '../../../jsonapi/errors.ts';
import { jsonApiType, type Payload } from '../../../jsonapi/payload.ts';
import { isStorable } from '../../../lib/text/text.ts';
import { impersonate, impersonationOf, unimpersonate } from './impersonation.ts';

const maxReasonLength = 65_536;
const schema: TSchema = Type.Object({ reason: Type.String({ minLength: 1, maxLength: maxReasonLength }) });

/** Matches texts that contain only spaces and invisible characters. Such a text would look empty in the audit log. */
const blank = /^[\p{Z}\p{C}]*$/u;

/** Reads the reason from a plain JSON body. 400 if it is missing or invalid. */
const reasonPayload: Payload<string> = {
  mediaTypes: ['application/json', jsonApiType],
  schema,
  check: (value) => {
    const reason: unknown = Reflect.get(Object(value), 'reason');
    if (typeof reason !== 'string' || blank.test(reason)) throw badRequest('Reason is required.', 'required');
    if (reason.length > maxReasonLength || !isStorable(reason))
      throw badRequest('Reason is too long or contains invalid characters.');
    return reason;
  },
};

const begin = route('POST', '/admin/users/:user_id/actions/impersonate', {
  operationId: 'impersonateUser',
  summary: 'Start impersonating a user',
  description: 'Takes the reason, which is stored in the audit log. The response sets a new session cookie.',
  caller: 'session',
  edition: 'self-hosted',
  authorise: impersonationOf,
  payload: reasonPayload,
  reply: withHeaders(nothing),
  handle: async (context, { actor, subject, input }) => ({
    output: undefined,
    headers: await impersonate(context, actor, subject, input),
  }),
});

const end = route('POST', '/admin/users/actions/unimpersonate', {
  operationId: 'unimpersonateUser',
  summary: 'Stop impersonating',
  description: 'The session acts as the original user again. The response sets a new session cookie.',
  caller: 'session',
  edition: 'self-hosted',
  reply: withHeaders(nothing),
  handle: async (context, { actor }) => {
    if (actor.session === undefined) throw unauthorized();
    return { output: undefined, headers: await unimpersonate(context, actor, actor.session) };
  },
});

export const impersonationRoutes = [begin, end];
