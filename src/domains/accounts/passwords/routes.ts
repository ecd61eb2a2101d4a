import { one } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { requirePerson } from '../users/access.ts';
import { userResource } from '../users/resource.ts';
import { getShownUser } from '../users/users.ts';
import { changePassword } from './passwords.ts';
import { passwordChange } from './payloads.ts';

const change = route('PATCH', '/account/password', {
  operationId: 'updatePassword',
  summary: 'Change your own password',
  description: 'Takes the current and the new password. All other sessions of the user end.',
  caller: 'user',
  isPersonal: true,
  authorise: requirePerson,
  payload: passwordChange,
  reply: one(userResource),
  failures: [429],
  handle: async (context, { actor, subject, input: { attributes } }) => {
    await changePassword(context, actor, subject, {
      current: attributes['current-password'],
      wanted: attributes.password,
    });
    return getShownUser(context.database, actor, subject.id);
  },
});

export const passwordRoutes = [change];
