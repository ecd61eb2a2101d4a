import { done } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { formPayload } from '../../../jsonapi/payload.ts';
import { Text } from '../../../jsonapi/schema.ts';
import { openIdPaths } from '../identity-providers/openid-settings.ts';
import { browsing, codeRoute, inSession } from '../single-sign-on/page-routes.ts';
import { proofAttributes, proofFrom } from '../two-factor/proof-input.ts';
import { requireChecker } from '../users/access.ts';
import { callback } from './callback.ts';
import { linkInSession, login, loginInSession } from './login.ts';
import { backChannelLogout } from './logout.ts';

const loginRoute = route('GET', openIdPaths.login, {
  ...browsing,
  summary: 'Sign in through an OpenID Connect provider',
  query: { parameters: ['provider', 'to'] },
  handle: (context, { actor, query, request }) =>
    login(
      context,
      actor,
      { cookie: request.headers.cookie, provider: query.value('provider') ?? '' },
      query.value('to') ?? '',
    ),
});

const callbackRoute = route('GET', openIdPaths.callback, {
  ...browsing,
  summary: 'Receive the response from an identity provider (redirect URI)',
  handle: (context, { actor, params, request }) =>
    callback(context, actor, {
      provider: params.provider_key,
      parameters: new URLSearchParams(request.url.split('?').slice(1).join('?')),
      cookie: request.headers.cookie,
      userAgent: request.headers['user-agent'],
    }),
});

const linkRoute = route('POST', openIdPaths.link, {
  ...inSession,
  summary: 'Link your account to an identity at a provider',
  payload: formPayload(proofAttributes.properties),
  handle: (context, { actor, params, input, request }) => {
    const visit = { cookie: request.headers.cookie, provider: params.provider_key };
    return linkInSession(context, actor, visit, proofFrom(input));
  },
});

const proveRoute = route('POST', openIdPaths.prove, {
  ...inSession,
  summary: 'Sign in again through an identity provider to prove that you own the account',
  handle: (context, { actor, params, request }) =>
    loginInSession(context, actor, { cookie: request.headers.cookie, provider: params.provider_key }, 'prove'),
});

const checkRoute = route('POST', openIdPaths.check, {
  ...inSession,
  summary: 'Perform a dry run of a sign-in through an identity provider',
  authorise: requireChecker,
  handle: (context, { actor, params, request }) =>
    loginInSession(context, actor, { cookie: request.headers.cookie, provider: params.provider_key }, 'check'),
});

const logoutRoute = route('POST', openIdPaths.logout, {
  isRoot: true,
  rateLimit: 'api',
  caller: 'anyone',
  operationId: 'endSessionsByLogoutToken',
  summary: 'End sessions at the request of an identity provider',
  description:
    'Accepts each logout token (OpenID Connect Back-Channel Logout 1.0) once. The token ends one or all of the sessions that the user opened through this provider.',
  payload: formPayload({ logout_token: Text() }),
  reply: done,
  failures: [400, 404, 429],
  handle: (context, { actor, params, input }) =>
    backChannelLogout(context, actor, params.provider_key, input.logout_token),
});

export const openIdRoutes = [
  loginRoute,
  callbackRoute,
  codeRoute(openIdPaths.code),
  linkRoute,
  proveRoute,
  checkRoute,
  logoutRoute,
];
