import { flag, valued } from '../../lib/options.ts';
import {
  accountArgument,
  accountCommand,
  namedAccount,
  passwordLink,
  shownAccount,
  statusCommand,
  twoFactorCommand,
} from '../account.ts';
import { actingCommand, UsageError } from '../command.ts';

const list = actingCommand({
  name: 'user list',
  description: 'list the accounts, by username',
  options: {
    search: valued('--search <text>', 'only those whose username or e-mail address contains it'),
    page: valued('--page <number>', 'which page'),
    pageSize: valued('--page-size <number>', 'how many a page, at most 100'),
  },
  act: async ({ context, actor }, { options }) => {
    const { listUsers, userResource } = await import('../../domains/accounts/index.ts');
    const { listQueryOf } = await import('../list.ts');
    const { manyRecords } = await import('../output.ts');
    const page = await listUsers(context, actor, listQueryOf(options));
    return manyRecords(userResource, page, ['username', 'email', 'is-admin', 'is-suspended', 'is-service-account']);
  },
});

const show = accountCommand(
  { name: 'user show', description: 'show an account' },
  async ({ context, actor }, { id }) => {
    const { getShownUser } = await import('../../domains/accounts/index.ts');
    return getShownUser(context.database, actor, id);
  },
);

const create = actingCommand({
  name: 'user create',
  description: 'create an account; without a password it prints a link that sets one, expires in 7 days and works once',
  options: {
    username: valued('--username <name>', 'letters, digits, _, . and -'),
    email: valued('--email <address>', 'its e-mail address'),
    admin: flag('--admin', 'make it a site administrator'),
    serviceAccount: flag('--service-account', 'it belongs to a program, not to a person'),
    passwordStdin: flag('--password-stdin', 'read its password, 12 to 128 characters, from standard input'),
  },
  act: async ({ context, actor }, { options }) => {
    const { createAccount, newAccount } = await import('../../domains/accounts/index.ts');
    const { checkedInput, passwordFromStdin } = await import('../input.ts');
    const { username, email, admin: isAdmin, serviceAccount: isServiceAccount } = options;
    const password = options.passwordStdin ? await passwordFromStdin() : undefined;
    const input = checkedInput(newAccount, { username, email, password });
    const created = await createAccount(context, actor, { ...input, isAdmin, isServiceAccount });
    return shownAccount(created, passwordLink(created.passwordUrl));
  },
});

const remove = actingCommand({
  name: 'user delete',
  description: 'delete an account with its tokens, sessions and memberships',
  argument: accountArgument,
  options: { yes: flag('--yes', 'really do it') },
  act: async (session, { subject, options }) => {
    const { deleteUser } = await import('../../domains/accounts/index.ts');
    const user = await namedAccount(session, subject);
    const { username } = user;
    if (!options.yes) throw new UsageError(`This deletes the account ${username}; add --yes to do it.`);
    await deleteUser(session.context, session.actor, user);
    return { text: `Deleted ${username}.`, json: { deleted: username } };
  },
});

const recount = actingCommand({
  name: 'user recount',
  description: 'count the accounts anew, for a database that was written to by hand; the service may run',
  act: async ({ context, actor }) => {
    const { recountUsers } = await import('../../domains/accounts/index.ts');
    const { aligned } = await import('../output.ts');
    const { before, after } = await recountUsers(context, actor);
    const rows = Object.entries(after).map(([name, count]) => [
      name.replace('_', ' '),
      String(Reflect.get(before, name)),
      String(count),
    ]);
    return { text: aligned([['ACCOUNTS', 'BEFORE', 'NOW'], ...rows]), json: { before, after } };
  },
});

export const userCommands = [
  list,
  show,
  create,
  recount,
  statusCommand(
    { name: 'user suspend', description: 'suspend an account: its sessions end and its tokens stop' },
    'suspend',
  ),
  statusCommand({ name: 'user unsuspend', description: 're-activate a suspended account' }, 'unsuspend'),
  statusCommand({ name: 'user grant-admin', description: 'make an account a site administrator' }, 'grant_admin'),
  statusCommand(
    { name: 'user revoke-admin', description: 'make a site administrator an ordinary user' },
    'revoke_admin',
  ),
  twoFactorCommand({
    name: 'user disable-two-factor',
    description: 'turn the two-factor authentication of an account off',
  }),
  remove,
];
