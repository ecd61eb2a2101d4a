import type { Context } from '../../../context.ts';
import { administrationOf } from '../../../http/callers.ts';
import { many, nothing, one } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { documentPayload } from '../../../jsonapi/payload.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { pageIn } from '../../../kernel/page.ts';
import { proofAttributes, proofFrom } from '../two-factor/proof-input.ts';
import { requirePerson } from '../users/access.ts';
import { getUser } from '../users/users.ts';
import { identityResource } from './identity-resource.ts';
import { confirmIdentity, findIdentities, getIdentity, unlinkIdentity } from './linked-identities.ts';
import { unlinkOwnIdentity } from './own-identities.ts';

const identities = '/admin/users/:user_id/identities';
const identity = `${identities}/:identity_id` as const;

const ofAnyone = administrationOf(async (context, params: { readonly user_id: string; readonly identity_id: string }) =>
  getIdentity(context, await getUser(context, params.user_id), params.identity_id),
);

const list = route('GET', identities, {
  ...administrationOf((context, { user_id }: { readonly user_id: string }) => getUser(context, user_id)),
  operationId: 'listUserIdentities',
  summary: "List a user's identities at identity providers",
  description:
    "Returns the user's identities at identity providers. If `to-confirm-since` is set, sign-ins with the identity are refused, because the account is suspended or was unused for a long time. Such sign-ins are accepted again once an administrator has confirmed the identity.",
  query: { paginated: true, include: ['user'] },
  reply: many(identityResource),
  handle: async (context, { subject, query }) => pageIn(await findIdentities(context, subject), query.page),
});

const confirm = route('POST', `${identity}/actions/confirm`, {
  ...ofAnyone,
  operationId: 'confirmUserIdentity',
  summary: 'Confirm an identity that waits for confirmation',
  description:
    'Confirm an identity only if it belongs to the owner of the account, and not to somebody who received the e-mail address later. If the identity has never been used to sign in to the account, the existing sessions and tokens of the account end. The request is refused while the account is suspended.',
  isPersonal: true,
  query: { include: ['user'] },
  reply: one(identityResource),
  failures: [422],
  handle: (context, { actor, subject }) => confirmIdentity(context, actor, subject),
});

const unlink = route('DELETE', identity, {
  ...ofAnyone,
  operationId: 'unlinkUserIdentity',
  summary: 'Unlink an identity from a user',
  description:
    "The identity can no longer sign in to the account. The user's sessions and tokens end. The user loses the team memberships and the site administrator role that the identity provider granted. The request is refused for the caller's own account and for the last active administrator.",
  isPersonal: true,
  reply: nothing,
  failures: [422],
  handle: (context, { actor, subject }) => unlinkIdentity(context, actor, subject),
});

const ofAccount = '/account/identities';

const listOwn = route('GET', ofAccount, {
  operationId: 'listIdentities',
  summary: 'List your own identities at identity providers',
  description:
    'Returns your identities at identity providers. To link another identity, open your profile page in a browser.',
  caller: 'user',
  authorise: requirePerson,
  query: { paginated: true, include: ['user'] },
  reply: many(identityResource),
  handle: async (context, { subject, query }) => pageIn(await findIdentities(context, subject), query.page),
});

const ownIdentity = async (context: Context, actor: Actor, { identity_id }: { readonly identity_id: string }) =>
  getIdentity(context, await requirePerson(context, actor), identity_id);

const unlinkOwn = route('DELETE', `${ofAccount}/:identity_id`, {
  operationId: 'unlinkIdentity',
  summary: 'Unlink one of your identities',
  description:
    'The identity can no longer sign in to your account. Sessions that were opened with the identity end. You lose the team memberships and the site administrator role that the identity provider granted. The request requires the current password. If the account has no password, it requires a one-time code. If the account has neither, open `/users/owner` first to prove that the account is yours, and repeat the request in the same session within five minutes. The request is refused if the identity is the only way to sign in to the account.',
  caller: 'user',
  isPersonal: true,
  authorise: ownIdentity,
  payload: documentPayload({
    type: identityResource.type,
    isOptional: true,
    attributes: proofAttributes,
  }),
  reply: nothing,
  failures: [422, 429],
  handle: async (context, { actor, subject, input: { attributes } }) => {
    const person = await requirePerson(context, actor);
    await unlinkOwnIdentity(context, { actor, person }, subject, proofFrom(attributes));
  },
});

export const identityRoutes = [list, confirm, unlink, listOwn, unlinkOwn];
