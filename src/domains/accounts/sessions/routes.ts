import { Type } from 'typebox';
import { many, nothing, one, withHeaders } from '../../../http/reply.ts';
import { type RouteFactory, route } from '../../../http/route.ts';
import { documentPayload } from '../../../jsonapi/payload.ts';
import { Text } from '../../../jsonapi/schema.ts';
import { singleLogoutLink } from '../saml/slo.ts';
import { oneself } from './access.ts';
import { sessionResource } from './resource.ts';
import { endOtherSessions, endSession, getCurrentSession, listSessions, ownSession, signOut } from './sessions.ts';
import { signIn } from './sign-in.ts';

const current = '/session';
const ofAccount = '/account/sessions';
const include = ['user'];

const create: RouteFactory = () =>
  route({
    method: 'POST',
    path: current,
    operationId: 'createSession',
    summary: 'Sign in',
    description:
      'Takes a username or an e-mail address, the password, and a one-time code where two-factor authentication is on. The answer sets the session cookie.',
    caller: 'anyone',
    requiresSameOrigin: true,
    payload: documentPayload({
      type: 'sessions',
      isAlsoPlain: true,
      attributes: Type.Object({
        username: Text(),
        password: Text(),
        'one-time-code': Type.Optional(Text()),
      }),
    }),
    reply: withHeaders(one(sessionResource, 201)),
    failures: [401, 429],
    handle: async (context, { actor, input: { attributes }, stream }) => {
      const { username: login, password, 'one-time-code': oneTimeCode } = attributes;
      const userAgent = stream.headers['user-agent'];
      const { row, headers } = await signIn(context, actor, { login, password }, { oneTimeCode, userAgent });
      return { output: { ...row, isCurrent: true }, headers };
    },
  });

const show: RouteFactory = () =>
  route({
    method: 'GET',
    path: current,
    operationId: 'readSession',
    summary: 'Show the current session',
    description:
      "Shows the session that the request's cookie belongs to, and the user that it acts as while impersonating.",
    caller: 'session',
    query: { include },
    reply: one(sessionResource),
    handle: (context, { actor }) => getCurrentSession(context, actor),
  });

const remove: RouteFactory = () =>
  route({
    method: 'DELETE',
    path: current,
    operationId: 'deleteCurrentSession',
    summary: 'Sign out',
    description:
      'Ends the current session. If it was started by single sign-on, a `Link` header field leads to the sign-out of the identity provider.',
    caller: 'user',
    reply: withHeaders(nothing),
    handle: async (context, { actor }) => {
      const onward = await singleLogoutLink(context, actor.session?.id);
      return { output: undefined, headers: { ...onward, ...(await signOut(context, actor)) } };
    },
  });

const list: RouteFactory = () =>
  route({
    method: 'GET',
    path: ofAccount,
    operationId: 'listSessions',
    summary: 'List your own sessions',
    description: 'Shows the newest sessions first, with the address and the browser that each was started from.',
    caller: 'user',
    authorise: oneself,
    query: { paginated: true, include },
    reply: many(sessionResource),
    handle: (context, { actor, subject, query }) => listSessions(context, actor, subject.id, query),
  });

const removeOthers: RouteFactory = () =>
  route({
    method: 'DELETE',
    path: ofAccount,
    operationId: 'deleteOtherSessions',
    summary: 'End your other sessions',
    description: "Ends all sessions of the user except the one that the request's cookie belongs to.",
    caller: 'user',
    isPersonal: true,
    authorise: oneself,
    reply: nothing,
    handle: (context, { actor, subject }) => endOtherSessions(context, actor, subject.id),
  });

const removeOne: RouteFactory = () =>
  route({
    method: 'DELETE',
    path: `${ofAccount}/:session_id`,
    operationId: 'deleteSession',
    summary: 'End one of your sessions',
    description: "The session's cookie stops working at once.",
    caller: 'user',
    isPersonal: true,
    authorise: (context, actor, { session_id }) => ownSession(context, actor, session_id),
    reply: nothing,
    handle: (context, { actor, subject }) => endSession(context, actor, subject),
  });

export const sessionRoutes: readonly RouteFactory[] = [create, show, remove, list, removeOthers, removeOne];
