import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import { administration, administrationOf } from '../../../http/callers.ts';
import type { Operation } from '../../../http/operation.ts';
import { many, nothing, one, unstored } from '../../../http/reply.ts';
import { alias, type Route, route } from '../../../http/route.ts';
import { Exactly } from '../../../jsonapi/schema.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { passwordLinkMeta } from '../passwords/meta.ts';
import { countMatching } from '../users/counts.ts';
import { newUserDocument } from '../users/input.ts';
import { type ListedUsers, listUsers } from '../users/list.ts';
import { userResource } from '../users/resource.ts';
import { scanUsers } from '../users/search.ts';
import { getShownUser, getUser, type ShownUser, type UserRow } from '../users/users.ts';
import { confirmEmailOf } from './confirmation.ts';
import { createAccount, type NewUser } from './creation.ts';
import { deleteUser } from './removal.ts';
import { changeAccountStatus } from './status.ts';
import { disableTwoFactorOf } from './two-factor.ts';

const users = '/admin/users';
const query = { include: ['organizations'] };

/** Builds routes that act on any account, given by its identifier or username. */
const administered = administrationOf((context, { user_id }: { readonly user_id: string }) =>
  getUser(context, user_id),
);

const list = route('GET', users, {
  ...administration,
  operationId: 'listUsers',
  summary: 'List the users of the instance',
  description:
    'The users are sorted by username. `meta` contains the total numbers of users, suspended users and administrators, regardless of the filters. `filter[two-factor]` selects users by whether their two-factor authentication is on. This filter excludes service accounts, because they never sign in.',
  query: { ...scanUsers.query, ...query },
  reply: many<ShownUser, ListedUsers>(userResource, {
    members: {
      'status-counts': Exactly({ total: Type.Integer(), suspended: Type.Integer(), admin: Type.Integer() }),
    },
    read: ({ counts }) => ({
      'status-counts': {
        total: countMatching(counts),
        suspended: countMatching(counts, { is_suspended: 1 }),
        admin: countMatching(counts, { is_admin: 1 }),
      },
    }),
  }),
  handle: (context, { actor, query: listQuery }) => listUsers(context, actor, listQuery),
});

const create = route('POST', users, {
  ...administration,
  operationId: 'createUser',
  summary: 'Create a user',
  description: 'If no password is sent, the response contains a link to set one. The link is shown only once.',
  query,
  payload: newUserDocument,
  creates: true,
  reply: unstored(one<ShownUser, NewUser>(userResource, 201, [], passwordLinkMeta)),
  handle: (context, { actor, input: { attributes } }) => {
    const { 'is-admin': isAdmin = false, 'is-service-account': isServiceAccount = false, ...account } = attributes;
    return createAccount(context, actor, { ...account, isAdmin, isServiceAccount });
  },
});

const show = route('GET', `${users}/:user_id`, {
  ...administered,
  operationId: 'readAdminUser',
  summary: 'Show any user',
  description:
    'Finds any user of the instance by identifier or username. Only site administrators may use this endpoint.',
  query,
  reply: one(userResource),
  handle: (context, { actor, subject }) => getShownUser(context.database, actor, subject.id),
});

const remove = route('DELETE', `${users}/:user_id`, {
  ...administered,
  operationId: 'deleteUser',
  summary: 'Delete a user',
  description:
    "The user's sessions end and the user's tokens stop working immediately. The request is refused for the caller's own account, for the sole owner of an organization, and for the last active administrator.",
  reply: nothing,
  failures: [422],
  handle: (context, { actor, subject }) => deleteUser(context, actor, subject),
});

interface UserAction extends Operation {
  readonly name: string;
  readonly act: (context: Context, actor: Actor, user: UserRow) => Promise<ShownUser>;
  /** Whether the action returns 422 for some accounts. */
  readonly isGuarded?: boolean;
  /** Whether the action is refused during an impersonation. */
  readonly isPersonal?: boolean;
}

const actions: readonly UserAction[] = [
  {
    name: 'suspend',
    operationId: 'suspendUser',
    summary: 'Suspend a user',
    description:
      "The user's sessions end and the user's tokens stop working. The request is refused for the caller's own account and for the last active administrator.",
    isGuarded: true,
    act: (context, actor, user) => changeAccountStatus(context, actor, user, 'suspend'),
  },
  {
    name: 'unsuspend',
    operationId: 'unsuspendUser',
    summary: 'Reactivate a suspended user',
    description:
      "The user can sign in again, and the user's tokens work again. Sessions that ended at the suspension are not restored.",
    act: (context, actor, user) => changeAccountStatus(context, actor, user, 'unsuspend'),
  },
  {
    name: 'grant_admin',
    operationId: 'grantUserAdmin',
    summary: 'Make a user a site administrator',
    description: 'The user can then administer the whole instance. The request is refused for service accounts.',
    isGuarded: true,
    act: (context, actor, user) => changeAccountStatus(context, actor, user, 'grant_admin'),
  },
  {
    name: 'revoke_admin',
    operationId: 'revokeUserAdmin',
    summary: 'Make a site administrator an ordinary user',
    description:
      'The user stays in their organizations and teams. The request is refused for the last active administrator.',
    isGuarded: true,
    act: (context, actor, user) => changeAccountStatus(context, actor, user, 'revoke_admin'),
  },
  {
    name: 'disable_two_factor',
    operationId: 'disableUserTwoFactor',
    summary: "Turn off a user's two-factor authentication",
    description:
      'Use this endpoint for a user who has lost both the authenticator device and the recovery codes. The user is notified by mail.',
    isPersonal: true,
    act: disableTwoFactorOf,
  },
  {
    name: 'confirm_email',
    operationId: 'confirmUserEmail',
    summary: "Confirm a user's e-mail address",
    description:
      "Makes the address in `unconfirmed-email` the user's e-mail address, or confirms the current address if it is unconfirmed. If another account uses the same address without having confirmed it, the address is removed from that account.",
    isGuarded: true,
    isPersonal: true,
    act: confirmEmailOf,
  },
];

const actionPath = (name: string) => `${users}/:user_id/actions/${name}` as const;

const actionRoute = ({ name, act, isGuarded = false, isPersonal = false, ...operation }: UserAction): Route =>
  route('POST', actionPath(name), {
    ...administered,
    ...operation,
    isPersonal,
    query,
    reply: one(userResource),
    failures: isGuarded ? [422] : [],
    handle: (context, { actor, subject }) => act(context, actor, subject),
  });

/** Returns the routes of an action: one whose path uses underscores, and one whose path uses hyphens. */
const spellingsOf = (action: UserAction): readonly Route[] => {
  const hyphenated = action.name.replaceAll('_', '-');
  const original = actionRoute(action);
  return hyphenated === action.name ? [original] : [original, alias(original, { path: actionPath(hyphenated) })];
};

export const adminUserRoutes = [list, create, show, remove, ...actions.flatMap(spellingsOf)];
