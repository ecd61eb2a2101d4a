import { Type } from 'typebox';
import { accepted, nothing } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { documentPayload } from '../../../jsonapi/payload.ts';
import { Text } from '../../../jsonapi/schema.ts';
import { linkedPassword } from '../passwords/payloads.ts';
import { getPasswordLink, setPasswordByLink } from './followed-link.ts';
import { requestPasswordReset } from './password-reset.ts';

const request = route('POST', '/account/password-reset', {
  operationId: 'requestPasswordReset',
  summary: 'Request a password reset link',
  description: 'Mails a link if an account has this address. The response is the same if no account has it.',
  caller: 'anyone',
  requiresSameOrigin: true,
  payload: documentPayload({ type: 'users', attributes: Type.Object({ email: Text() }) }),
  reply: accepted,
  handle: (context, { actor, input }) => requestPasswordReset(context, actor, input.attributes.email),
});

const reset = route('POST', '/account/password-reset/:token', {
  rateLimit: 'refusals',
  operationId: 'resetPassword',
  summary: 'Set a password with a link',
  description:
    "Takes the token from the link and a new password. The link works once, and all of the user's sessions end. A mailed link also confirms the e-mail address. If the account is in use but its e-mail address is unconfirmed, a new account with this address is created for the person who received the mail.",
  caller: 'anyone',
  requiresSameOrigin: true,
  authorise: async (context, _actor, { token }) => {
    await getPasswordLink(context, token);
    return token;
  },
  payload: linkedPassword,
  reply: nothing,
  handle: (context, { actor, subject, input }) => setPasswordByLink(context, actor, subject, input.attributes.password),
});

export const passwordResetRoutes = [request, reset];
