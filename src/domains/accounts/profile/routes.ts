import { Type } from 'typebox';
import { one } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { documentPayload } from '../../../jsonapi/payload.ts';
import { proofAttributes, proofFrom } from '../two-factor/proof-input.ts';
import { requirePerson } from '../users/access.ts';
import { users } from '../users/entity.ts';
import { withPermissions } from '../users/permissions.ts';
import { userResource } from '../users/resource.ts';
import { getShownUser, type ShownUser } from '../users/users.ts';
import { updateProfile } from './profile.ts';
import { requirementMeta, twoFactorRequirement, type WithRequirement } from './requirement.ts';

const show = route('GET', '/account/details', {
  operationId: 'readAccount',
  summary: 'Show your own account',
  description:
    "Returns the user of the request's token or session, with the e-mail address and the permissions. If the user must turn on two-factor authentication to access some resources, `meta` lists these resources.",
  caller: 'user',
  authorise: requirePerson,
  reply: one<ShownUser, ShownUser & WithRequirement>(userResource, 200, [], requirementMeta),
  handle: async (context, { actor, subject }) => {
    const user = await getShownUser(context.database, actor, subject.id);
    return { ...withPermissions(context, actor, user), requirement: await twoFactorRequirement(context, actor) };
  },
});

const update = route('PATCH', '/account/update', {
  operationId: 'updateAccount',
  summary: 'Change your own account',
  description:
    'Changes the username, the e-mail address or both. Both must be unique in the instance. A new address is shown as `unconfirmed-email` until the link that is mailed to it is used. While mail is off, the current password in the request confirms the new address. If the account has no password, a one-time code confirms the address. If the account has neither, open `/users/owner` first to prove that the account is yours, and repeat the request in the same session within five minutes.',
  caller: 'user',
  isPersonal: true,
  authorise: requirePerson,
  payload: documentPayload({
    type: 'users',
    attributes: Type.Object({ ...users.update, ...proofAttributes.properties }),
  }),
  reply: one(userResource),
  failures: [429],
  handle: async (context, { actor, subject, input: { attributes } }) => {
    const personal = { actor, person: subject };
    return withPermissions(context, actor, await updateProfile(context, personal, attributes, proofFrom(attributes)));
  },
});

export const profileRoutes = [show, update];
