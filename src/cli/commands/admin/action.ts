// Commands that restore the access of site administrators. An operator who can run commands on the server can always
// regain access.
import {
  createAdministrator,
  getShownUser,
  newAccount,
  newPassword,
  offerPasswordLink,
  resetPassword,
} from '../../../domains/accounts/commands.ts';
import { namedAccount, passwordLink, shownAccount, statusAction, twoFactorAction } from '../../data/account.ts';
import { asOperator } from '../../data/as-operator.ts';
import { checkedInput, passwordFromStdin, requireOptions } from '../../terminal/input.ts';
import type { adminCommands } from './command.ts';

export const create = asOperator<typeof adminCommands.create>(
  async ({ context, actor }, { options: { username, email, passwordStdin } }, terminal) => {
    requireOptions({ '--username': username, '--email': email });
    const password = passwordStdin ? await passwordFromStdin(terminal) : undefined;
    const input = checkedInput(newAccount, { username, email, password });
    const { user, token, passwordUrl } = await createAdministrator(context, actor, input);
    return shownAccount(user, { token, ...passwordLink(passwordUrl) });
  },
  { makesInstance: true },
);

const linkLabels = { username: 'Username', 'set-password-url': 'Link that sets the password' };

export const setPassword = asOperator<typeof adminCommands.setPassword>(
  async (session, { subject, options }, terminal) => {
    const { context, actor } = session;
    const { id } = await namedAccount(context, subject);
    if (!options.passwordStdin) {
      const passwordUrl = await offerPasswordLink(context, actor, id);
      const user = await getShownUser(context.database, actor, id);
      return shownAccount(user, passwordLink(passwordUrl), linkLabels);
    }
    const { password } = checkedInput(newPassword, { password: await passwordFromStdin(terminal) });
    await resetPassword(context, actor, id, password);
    return shownAccount(await getShownUser(context.database, actor, id));
  },
);
export const unsuspend = statusAction('unsuspend');

export const resetTwoFactor = twoFactorAction;
