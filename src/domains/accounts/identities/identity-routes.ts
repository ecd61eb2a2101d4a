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
  summary: 'List the identities of a user at the identity provider',
  description:
    'Shows the names by which the identity provider knows the user. One with `to-confirm-since` was refused, since the account is suspended or was unused for long: it enters the account once it is confirmed.',
  query: { paginated: true, include: ['user'] },
  reply: many(identityResource),
  handle: async (context, { subject, query }) => pageIn(await findIdentities(context, subject), query.page),
});

const confirm = route('POST', `${identity}/actions/confirm`, {
  ...ofAnyone,
  operationId: 'confirmUserIdentity',
  summary: 'Confirm an identity that waits for it',
  description:
    'For a name that belongs to the person of the account, and not to somebody who got the address later. Sessions and tokens from before end if the account was never entered by that name. Refused while the account is suspended.',
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
    "The name no longer enters the account. The user's sessions and tokens end, and the teams and the role of site administrator that the identity provider gave. Refused for the caller and for the last active administrator.",
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
    'Shows the names by which identity providers know you. More are linked in a browser, on the page of your profile.',
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
    'The name no longer enters your account. Sessions that it began end, and the teams and the role of site administrator that the identity provider gave. Takes the current password; an account without one takes a one-time code, and one without both a session that was proved to be yours within the last five minutes (`/users/owner`). Refused when it is the only way into the account.',
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
