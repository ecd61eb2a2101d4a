import { flag, valued } from '../../lib/options.ts';
import { actingCommand, CommandFailed } from '../command.ts';

const list = actingCommand({
  name: 'user list',
  description: 'list the accounts, by username',
  options: {
    search: valued('--search <text>', 'only those whose username or e-mail address contains it'),
    page: valued('--page <number>', 'which page'),
    pageSize: valued('--page-size <number>', 'how many a page, at most 100'),
  },
  act: async ({ context, actor }, { options }) => {
    const { listUsers } = await import('../../features/users/list.ts');
    const { userResource } = await import('../../features/users/resource.ts');
    const { listQueryOf } = await import('../list.ts');
    const { manyRecords } = await import('../output.ts');
    const page = await listUsers(context, actor, listQueryOf(options));
    return manyRecords(userResource, page, ['username', 'email', 'is-admin', 'is-suspended', 'is-service-account']);
  },
});

const show = actingCommand({
  name: 'user show',
  description: 'show an account',
  argument: ['name', 'its username or identifier'],
  act: async ({ context, actor }, { subject }) => {
    const { findUser, getShownUser } = await import('../../features/users/users.ts');
    const { userResource } = await import('../../features/users/resource.ts');
    const { oneRecord } = await import('../output.ts');
    const user = await findUser(context, subject);
    if (user === undefined) throw new CommandFailed(`There is no account ${subject}.`);
    return oneRecord(userResource, await getShownUser(context.database, actor, user.id));
  },
});

const create = actingCommand({
  name: 'user create',
  description: 'create an account; "token create" then lets it use the API',
  options: {
    username: valued('--username <name>', 'letters, digits, _, . and -'),
    email: valued('--email <address>', 'its e-mail address'),
    admin: flag('--admin', 'make it a site administrator'),
    serviceAccount: flag('--service-account', 'it belongs to a program, not to a person'),
    passwordStdin: flag('--password-stdin', 'read its password, 12 to 128 characters, from standard input'),
  },
  act: async ({ context, actor }, { options }) => {
    const { createUser, getShownUser } = await import('../../features/users/users.ts');
    const { userResource } = await import('../../features/users/resource.ts');
    const { newAccount } = await import('../../features/users/input.ts');
    const { oneRecord } = await import('../output.ts');
    const { checkedInput, passwordFromStdin } = await import('../input.ts');
    const { username, email, admin: isAdmin, serviceAccount: isServiceAccount } = options;
    const password = options.passwordStdin ? await passwordFromStdin() : undefined;
    const input = checkedInput(newAccount, { username, email, password });
    const { id } = await createUser(context, actor, { ...input, isAdmin, isServiceAccount });
    return oneRecord(userResource, await getShownUser(context.database, actor, id));
  },
});

export const userCommands = [list, show, create];
