import { nothing } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { confirmByLink, getAddressLink } from './links.ts';

const confirm = route('POST', '/account/email-confirmation/:token', {
  operationId: 'confirmEmail',
  summary: 'Confirm a new e-mail address',
  description:
    'Takes the token from the link that was mailed to the new address. The new address then becomes the confirmed e-mail address of the account.',
  caller: 'anyone',
  requiresSameOrigin: true,
  authorise: async (context, _actor, { token }) => {
    await getAddressLink(context, token);
    return token;
  },
  reply: nothing,
  failures: [422],
  handle: (context, { actor, subject }) => confirmByLink(context, actor, subject),
});

export const addressRoutes = [confirm];
