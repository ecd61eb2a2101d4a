// The operator's way back in: whoever can run this on the machine is never locked out.
import { flag, valued } from '../../lib/options.ts';
import {
  accountArgument,
  namedAccount,
  passwordLink,
  shownAccount,
  statusCommand,
  twoFactorCommand,
} from '../account.ts';
import { actingCommand } from '../command.ts';

const create = actingCommand({
  name: 'admin create',
  description:
    'create a site administrator and print an API token, and without a password a link that sets one, expires in 7 days and works once',
  options: {
    username: valued('--username <name>', 'letters, digits, _, . and -'),
    email: valued('--email <address>', 'its e-mail address'),
    passwordStdin: flag('--password-stdin', 'read its password, 12 to 128 characters, from standard input'),
  },
  act: async ({ context, actor }, { options: { username, email, passwordStdin } }) => {
    const { createAdministrator, newAccount } = await import('../../domains/accounts/index.ts');
    const { checkedInput, passwordFromStdin } = await import('../input.ts');
    const password = passwordStdin ? await passwordFromStdin() : undefined;
    const input = checkedInput(newAccount, { username, email, password });
    const { user, token, passwordUrl } = await createAdministrator(context, actor, input);
    return shownAccount(user, { token, ...passwordLink(passwordUrl) });
  },
});

const resetPassword = actingCommand({
  name: 'admin reset-password',
  description: 'print a link that sets the password of an account, expires in 7 days and works once, or set it here',
  argument: accountArgument,
  options: {
    passwordStdin: flag('--password-stdin', 'read it, 12 to 128 characters, from standard input; every session ends'),
  },
  act: async (session, { subject, options }) => {
    const accounts = await import('../../domains/accounts/index.ts');
    const { checkedInput, passwordFromStdin } = await import('../input.ts');
    const { context, actor } = session;
    const { id } = await namedAccount(session, subject);
    if (!options.passwordStdin) {
      const passwordUrl = await accounts.offerPasswordLink(context, actor, id);
      return shownAccount(await accounts.getShownUser(context.database, actor, id), passwordLink(passwordUrl));
    }
    const { password } = checkedInput(accounts.newPassword, { password: await passwordFromStdin() });
    await accounts.resetPassword(context, actor, id, password);
    return shownAccount(await accounts.getShownUser(context.database, actor, id));
  },
});

export const adminCommands = [
  create,
  statusCommand({ name: 'admin unsuspend', description: 're-activate a suspended account' }, 'unsuspend'),
  twoFactorCommand({
    name: 'admin reset-two-factor',
    description: 'turn two-factor authentication off for a person who has lost the device',
  }),
  resetPassword,
];
