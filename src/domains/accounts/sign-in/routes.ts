import { Type } from 'typebox';
import { nothing, one, withHeaders } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { documentPayload } from '../../../jsonapi/payload.ts';
import { Text } from '../../../jsonapi/schema.ts';
import { sessionResource } from '../sessions/resource.ts';
import { getCurrentSession, getSession, signOut } from '../sessions/sessions.ts';
import { singleLogoutLink } from '../single-logout.ts';
import { signIn } from './sign-in.ts';

const current = '/session';

const create = route('POST', current, {
  operationId: 'createSession',
  summary: 'Sign in',
  description:
    'Takes a username or an e-mail address, the password and, if two-factor authentication is on, a one-time code. The response sets the session cookie.',
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
  handle: async (context, { actor, input: { attributes }, request }) => {
    const { username: login, password, 'one-time-code': oneTimeCode } = attributes;
    const userAgent = request.headers['user-agent'];
    const { id, headers } = await signIn(context, actor, { login, password }, { oneTimeCode, userAgent });
    return { output: await getSession(context, id), headers };
  },
});

const show = route('GET', current, {
  operationId: 'readSession',
  summary: 'Show the current session',
  description:
    "Returns the session of the request's cookie. During an impersonation, it also contains the impersonated user.",
  caller: 'session',
  query: { include: ['user'] },
  reply: one(sessionResource),
  handle: (context, { actor }) => getCurrentSession(context, actor),
});

const remove = route('DELETE', current, {
  operationId: 'deleteCurrentSession',
  summary: 'Sign out',
  description:
    'Ends the current session. If it was opened through single sign-on, the `Link` response header contains the sign-out URL of the identity provider.',
  caller: 'user',
  reply: withHeaders(nothing),
  handle: async (context, { actor }) => {
    const link = await singleLogoutLink(context, actor.session?.id);
    return { output: undefined, headers: { ...link, ...(await signOut(context, actor)) } };
  },
});

export const signInRoutes = [create, show, remove];
