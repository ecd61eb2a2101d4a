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
    summary: "Change one's own username or e-mail address",
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
    summary: "Change one's own password; every session ends but the one at hand",
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
    summary: 'Ask for a link that sets a new password; the answer is the same whether there is such an account',
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
    summary: 'Set a password with a link, which is then spent; every session ends',
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
