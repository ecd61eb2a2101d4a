// What the routes of both protocols have in common.
import { Type } from 'typebox';
import { page } from '../../../http/reply.ts';
import { type Route, route } from '../../../http/route.ts';
import { formPayload } from '../../../jsonapi/payload.ts';
import { Text } from '../../../jsonapi/schema.ts';
import { signInWithSsoCode } from './sso-session.ts';

/** Properties of routes that a browser follows during a sign-in. */
export const browsing = { isRoot: true, rateLimit: 'api', caller: 'anyone', reply: page } as const;

/** Properties of routes that a signed-in person calls from a page of this service. */
export const inSession = { ...browsing, caller: 'visitor', isPersonal: true, requiresSameOrigin: true } as const;

/** Returns the route that accepts the one-time code after a sign-in through a provider. */
export const codeRoute = (path: string): Route =>
  route('POST', path, {
    ...browsing,
    summary: 'Enter a one-time code after signing in through an identity provider',
    requiresSameOrigin: true,
    payload: formPayload({ ticket: Text(), code: Text(), to: Type.Optional(Text()) }),
    handle: (context, { actor, input: { ticket, code }, request }) =>
      signInWithSsoCode(context, actor, { action: path, ticket, code, userAgent: request.headers['user-agent'] }),
  });
