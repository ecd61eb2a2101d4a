import { flag, valued } from '../../lib/options.ts';
import { actingCommand } from '../command.ts';

const create = actingCommand({
  name: 'admin create',
  description: 'create a site administrator and print an API token for the account',
  options: {
    username: valued('--username <name>', 'letters, digits, _, . and -'),
    email: valued('--email <address>', 'its e-mail address'),
    passwordStdin: flag('--password-stdin', 'read its password, 12 to 128 characters, from standard input'),
  },
  act: async ({ context, actor }, { options: { username, email, passwordStdin } }) => {
    const { createAdministrator } = await import('../../features/users/initial-admin.ts');
    const { getShownUser } = await import('../../features/users/users.ts');
    const { userResource } = await import('../../features/users/resource.ts');
    const { newAccount } = await import('../../features/users/input.ts');
    const { oneRecord } = await import('../output.ts');
    const { checkedInput, passwordFromStdin } = await import('../input.ts');
    const password = passwordStdin ? await passwordFromStdin() : undefined;
    const input = checkedInput(newAccount, { username, email, password });
    const { user, token } = await createAdministrator(context, actor, input);
    return oneRecord(userResource, await getShownUser(context.database, actor, user.id), { token });
  },
});

export const adminCommands = [create];
