import { type TSchema, Type } from 'typebox';
import { nothing, withHeaders } from '../../../http/reply.ts';
import { type RouteFactory, route } from '../../../http/route.ts';
import { badRequest, unauthorized } from '../../../jsonapi/errors.ts';
import { jsonApiType, type Payload } from '../../../jsonapi/payload.ts';
import { isStorable } from '../../../lib/text.ts';
import { impersonate, impersonationOf, unimpersonate } from './impersonation.ts';

const maxReasonLength = 65_536;
const schema: TSchema = Type.Object({ reason: Type.String({ minLength: 1, maxLength: maxReasonLength }) });

/** Spaces of every kind, and what no reader of the audit record would see. */
const blank = /^[\p{Z}\p{C}]*$/u;

/** The reason: plain JSON, of which every fault is a 400. */
const reasonPayload: Payload<string> = {
  mediaTypes: ['application/json', jsonApiType],
  schema,
  check: (value) => {
    const reason: unknown = Reflect.get(Object(value), 'reason');
    if (typeof reason !== 'string' || blank.test(reason)) throw badRequest('Reason is required.');
    if (reason.length > maxReasonLength || !isStorable(reason)) throw badRequest('Reason is too long or not a text.');
    return reason;
  },
};

const begin: RouteFactory = () =>
  route({
    method: 'POST',
    path: '/admin/users/:user_id/actions/impersonate',
    summary: 'Act as somebody else; the answer sets a new cookie for the session',
    caller: 'session',
    edition: 'self-hosted',
    authorise: (context, actor, { user_id }) => impersonationOf(context, actor, user_id),
    payload: reasonPayload,
    reply: withHeaders(nothing),
    handle: async (context, { actor, subject, input }) => ({
      output: undefined,
      headers: await impersonate(context, actor, subject, input),
    }),
  });

const end: RouteFactory = () =>
  route({
    method: 'POST',
    path: '/admin/users/actions/unimpersonate',
    summary: 'Act as oneself again; the answer sets a new cookie for the session',
    caller: 'session',
    edition: 'self-hosted',
    reply: withHeaders(nothing),
    handle: async (context, { actor }) => {
      if (actor.session === undefined) throw unauthorized();
      return { output: undefined, headers: await unimpersonate(context, actor, actor.session) };
    },
  });

export const impersonationRoutes: readonly RouteFactory[] = [begin, end];
