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
    summary: 'Sign in with a username or an e-mail address; the answer sets the cookie of the session',
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
    summary: 'Show the session that the request comes by, and as whom it acts',
    caller: 'session',
    query: { include },
    reply: one(sessionResource),
    handle: (context, { actor }) => getCurrentSession(context, actor),
  });

const remove: RouteFactory = () =>
  route({
    method: 'DELETE',
    path: current,
    summary: 'Sign out; where the session began at the identity provider, a `Link` field tells where to sign out there',
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
    summary: "List one's own sessions, the newest first",
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
    summary: "End all of one's sessions but the one that the request comes by",
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
    summary: "End one of one's sessions",
    caller: 'user',
    isPersonal: true,
    authorise: (context, actor, { session_id }) => ownSession(context, actor, session_id),
    reply: nothing,
    handle: (context, { actor, subject }) => endSession(context, actor, subject),
  });

export const sessionRoutes: readonly RouteFactory[] = [create, show, remove, list, removeOthers, removeOne];
