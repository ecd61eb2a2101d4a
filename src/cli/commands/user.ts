import {
  confirmEmailOf,
  createAccount,
  deleteUser,
  getShownUser,
  listUsers,
  newAccount,
  recountUsers,
  userResource,
} from '../../domains/accounts/index.ts';
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
import { actingCommand } from '../acting-command.ts';
import { UsageError } from '../command.ts';
import { checkedInput, passwordFromStdin } from '../input.ts';
import { listQueryOf } from '../list.ts';
import { aligned, manyRecords } from '../output.ts';

export const list = actingCommand({
  options: {
    search: valued('--search <text>', 'only those whose username or e-mail address contains it'),
    page: valued('--page <number>', 'which page'),
    pageSize: valued('--page-size <number>', 'how many a page, at most 100'),
  },
  act: async ({ context, actor }, { options }) => {
    const page = await listUsers(context, actor, listQueryOf(options));
    return manyRecords(userResource, page, ['username', 'email', 'is-admin', 'is-suspended', 'is-service-account']);
  },
});

export const show = accountCommand(({ context, actor }, { id }) => getShownUser(context.database, actor, id));

export const create = actingCommand({
  options: {
    username: valued('--username <name>', 'letters, digits, _, . and -'),
    email: valued('--email <address>', 'its e-mail address'),
    admin: flag('--admin', 'make it a site administrator'),
    serviceAccount: flag('--service-account', 'it belongs to a program, not to a person'),
    passwordStdin: flag('--password-stdin', 'read its password, 12 to 128 characters, from standard input'),
  },
  act: async ({ context, actor }, { options }, terminal) => {
    const { username, email, admin: isAdmin, serviceAccount: isServiceAccount } = options;
    const password = options.passwordStdin ? await passwordFromStdin(terminal) : undefined;
    const input = checkedInput(newAccount, { username, email, password });
    const created = await createAccount(context, actor, { ...input, isAdmin, isServiceAccount });
    return shownAccount(created, passwordLink(created.passwordUrl));
  },
});

export const remove = actingCommand({
  argument: accountArgument,
  options: { yes: flag('--yes', 'really do it') },
  act: async (session, { subject, options }) => {
    const user = await namedAccount(session, subject);
    const { username } = user;
    if (!options.yes) throw new UsageError(`This deletes the account ${username}; add --yes to do it.`);
    await deleteUser(session.context, session.actor, user);
    return { text: `Deleted ${username}.`, json: { deleted: username } };
  },
});

export const recount = actingCommand({
  act: async ({ context, actor }) => {
    const { before, after } = await recountUsers(context, actor);
    const rows = Object.entries(after).map(([name, count]) => [
      name.replace('_', ' '),
      String(Reflect.get(before, name)),
      String(count),
    ]);
    return { text: aligned([['ACCOUNTS', 'BEFORE', 'NOW'], ...rows]), json: { before, after } };
  },
});
export const suspend = statusCommand('suspend');

export const unsuspend = statusCommand('unsuspend');

export const grantAdmin = statusCommand('grant_admin');

export const revokeAdmin = statusCommand('revoke_admin');

export const disableTwoFactor = twoFactorCommand();

export const confirmEmail = accountCommand(({ context, actor }, user) => confirmEmailOf(context, actor, user));
