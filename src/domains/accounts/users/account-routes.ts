import { Type } from 'typebox';
import { accepted, nothing, one } from '../../../http/reply.ts';
import { type RouteFactory, route } from '../../../http/route.ts';
import { documentPayload } from '../../../jsonapi/payload.ts';
import { Email, Username } from '../../../jsonapi/schema.ts';
import { getPasswordLink, setPasswordByLink } from '../passwords/links.ts';
import { changePassword } from '../passwords/passwords.ts';
import { linkedPassword, passwordChange, resetRequest } from '../passwords/payloads.ts';
import { requestPasswordReset } from '../passwords/reset.ts';
import { oneself } from '../sessions/access.ts';
import { updateAccount } from './account.ts';
import { userResource } from './resource.ts';
import { getShownUser } from './users.ts';

const update: RouteFactory = () =>
  route({
    method: 'PATCH',
    path: '/account/update',
    operationId: 'updateAccount',
    summary: 'Change your own account',
    description: 'Changes the username, the e-mail address, or both. Both must be unique on the instance.',
    caller: 'user',
    isPersonal: true,
    authorise: oneself,
    payload: documentPayload({
      type: 'users',
      attributes: Type.Object({ username: Type.Optional(Username()), email: Type.Optional(Email()) }),
    }),
    reply: one(userResource),
    handle: (context, { actor, subject, input }) => updateAccount(context, actor, subject, input.attributes),
  });

const password: RouteFactory = () =>
  route({
    method: 'PATCH',
    path: '/account/password',
    operationId: 'updatePassword',
    summary: 'Change your own password',
    description: 'Takes the current password and the new one. All other sessions of the user end.',
    caller: 'user',
    isPersonal: true,
    authorise: oneself,
    payload: passwordChange,
    reply: one(userResource),
    failures: [429],
    handle: async (context, { actor, subject, input: { attributes } }) => {
      const wanted = { current: attributes['current-password'], wanted: attributes.password };
      await changePassword(context, actor, subject, wanted);
      return getShownUser(context.database, actor, subject.id);
    },
  });

const requestReset: RouteFactory = () =>
  route({
    method: 'POST',
    path: '/account/password-reset',
    operationId: 'requestPasswordReset',
    summary: 'Request a password reset link',
    description: 'Sends a mail with a link if an account has this address. The answer is the same if none has.',
    caller: 'anyone',
    requiresSameOrigin: true,
    payload: resetRequest,
    reply: accepted,
    handle: (context, { actor, input }) => requestPasswordReset(context, actor, input.attributes.email),
  });

const reset: RouteFactory = () =>
  route({
    method: 'POST',
    path: '/account/password-reset/:token',
    operationId: 'resetPassword',
    summary: 'Set a password with a link',
    description:
      'Takes the token of the link and a new password. The link works once, and all sessions of the user end.',
    caller: 'anyone',
    requiresSameOrigin: true,
    authorise: async (context, _actor, { token }) => {
      await getPasswordLink(context, token);
      return token;
    },
    payload: linkedPassword,
    reply: nothing,
    handle: (context, { actor, subject, input }) =>
      setPasswordByLink(context, actor, subject, input.attributes.password),
  });

export const accountRoutes: readonly RouteFactory[] = [update, password, requestReset, reset];
