import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import { many, nothing, one, unstored } from '../../../http/reply.ts';
import { type RouteFactory, route } from '../../../http/route.ts';
import { siteAdministrator } from '../../../http/site-administrator.ts';
import { Exactly } from '../../../jsonapi/schema.ts';
import type { Actor } from '../../../lib/actor.ts';
import type { Page } from '../../../lib/page.ts';
import { passwordLinkMeta } from '../passwords/meta.ts';
import { countMatching, type StatusCounts } from '../users/counts.ts';
import { newUserDocument } from '../users/input.ts';
import { listUsers } from '../users/list.ts';
import { userResource } from '../users/resource.ts';
import { userCounts } from '../users/store.ts';
import { getShownUser, type ShownUser, type UserRow } from '../users/users.ts';
import { administeredUser } from './access.ts';
import { createAccount, type NewUser } from './creation.ts';
import { deleteUser } from './removal.ts';
import { changeAccountStatus } from './status.ts';
import { disableTwoFactorOf } from './two-factor.ts';

const administration = { caller: 'user', edition: 'self-hosted' } as const;
const users = '/admin/users';
const query = { include: ['organizations'] };

/** A page of accounts, and how many the instance has of each standing. */
interface ListedUsers extends Page<ShownUser> {
  readonly counts: StatusCounts | undefined;
}

const list: RouteFactory = () =>
  route({
    ...administration,
    method: 'GET',
    path: users,
    summary: "List the instance's accounts by username, with how many there are whatever the filters",
    authorise: siteAdministrator,
    query: { ...query, paginated: true, plain: ['q'], filter: ['admin', 'suspended'] },
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
    handle: async (context, { actor, query: listQuery }) => ({
      ...(await listUsers(context, actor, listQuery)),
      counts: await context.database.first(userCounts, {}),
    }),
  });

const create: RouteFactory = () =>
  route({
    ...administration,
    method: 'POST',
    path: users,
    summary: 'Create an account; a person without a password gets a link to set one, which is shown this once',
    authorise: siteAdministrator,
    query,
    payload: newUserDocument,
    reply: unstored(one<ShownUser, NewUser>(userResource, 201, [], passwordLinkMeta)),
    handle: (context, { actor, input: { attributes } }) => {
      const { 'is-admin': isAdmin = false, 'is-service-account': isServiceAccount = false, ...account } = attributes;
      return createAccount(context, actor, { ...account, isAdmin, isServiceAccount });
    },
  });

const show: RouteFactory = () =>
  route({
    ...administration,
    method: 'GET',
    path: `${users}/:user_id`,
    summary: 'Show any account by its identifier or username',
    authorise: (context, actor, { user_id }) => administeredUser(context, actor, user_id),
    query,
    reply: one(userResource),
    handle: (context, { actor, subject }) => getShownUser(context.database, actor, subject.id),
  });

const remove: RouteFactory = () =>
  route({
    ...administration,
    method: 'DELETE',
    path: `${users}/:user_id`,
    summary:
      'Delete an account; not that of the caller, of the sole owner of an organization, or of the last active administrator',
    authorise: (context, actor, { user_id }) => administeredUser(context, actor, user_id),
    reply: nothing,
    failures: [422],
    handle: (context, { actor, subject }) => deleteUser(context, actor, subject),
  });

interface UserAction {
  readonly name: string;
  readonly summary: string;
  readonly act: (context: Context, actor: Actor, user: UserRow) => Promise<ShownUser>;
  /** Whether guards forbid it for some accounts. */
  readonly isGuarded?: boolean;
  /** Whether nobody does it who acts as somebody else. */
  readonly isPersonal?: boolean;
}

const actions: readonly UserAction[] = [
  {
    name: 'suspend',
    summary:
      'Suspend a user, whose sessions end and whose tokens stop; not the caller, and not the last active administrator',
    isGuarded: true,
    act: (context, actor, user) => changeAccountStatus(context, actor, user, 'suspend'),
  },
  {
    name: 'unsuspend',
    summary: 'Re-activate a suspended user',
    act: (context, actor, user) => changeAccountStatus(context, actor, user, 'unsuspend'),
  },
  {
    name: 'grant_admin',
    summary: 'Make a user a site administrator; not a service account',
    isGuarded: true,
    act: (context, actor, user) => changeAccountStatus(context, actor, user, 'grant_admin'),
  },
  {
    name: 'revoke_admin',
    summary: 'Make a site administrator an ordinary user; not the last active one',
    isGuarded: true,
    act: (context, actor, user) => changeAccountStatus(context, actor, user, 'revoke_admin'),
  },
  {
    name: 'disable_two_factor',
    summary: "Turn a user's two-factor authentication off",
    isPersonal: true,
    act: disableTwoFactorOf,
  },
];

const actionRoute =
  ({ name, summary, act, isGuarded = false, isPersonal = false }: UserAction): RouteFactory =>
  () =>
    route({
      ...administration,
      method: 'POST',
      path: `${users}/:user_id/actions/${name}`,
      summary,
      isPersonal,
      authorise: (context, actor, { user_id }) => administeredUser(context, actor, user_id),
      query,
      reply: one(userResource),
      failures: isGuarded ? [422] : [],
      handle: (context, { actor, subject }) => act(context, actor, subject),
    });

/** Both spellings of an action's name, where there are two. */
const spellingsOf = (action: UserAction): readonly UserAction[] => {
  const hyphenated = action.name.replaceAll('_', '-');
  return hyphenated === action.name ? [action] : [action, { ...action, name: hyphenated }];
};

export const adminUserRoutes: readonly RouteFactory[] = [
  list,
  create,
  show,
  remove,
  ...actions.flatMap(spellingsOf).map(actionRoute),
];
