import { commandsOf } from '../command.ts';
import { flag, valued } from '../options.ts';
import { accountArgument, pageOptions } from './options.ts';

const identity = valued('--identity <id>', 'which one, where the account has several');

const declared = {
  list: {
    usage: 'user list',
    description: 'list the accounts, by username',
    options: {
      search: valued('--search <text>', 'only those whose username or e-mail address contains it'),
      ...pageOptions,
    },
  },
  show: {
    usage: 'user show <name>',
    description: 'show an account',
    argument: accountArgument,
  },
  create: {
    usage: 'user create',
    description:
      'create an account; without a password it prints a link that sets one, expires in 7 days and works once',
    options: {
      username: valued('--username <name>', 'letters, digits, _, . and -'),
      email: valued('--email <address>', 'its e-mail address'),
      admin: flag('--admin', 'make it a site administrator'),
      serviceAccount: flag('--service-account', 'it belongs to a program, not to a person'),
      passwordStdin: flag('--password-stdin', 'read its password, 12 to 128 characters, from standard input'),
    },
  },
  recount: {
    usage: 'user recount',
    description: 'count the accounts again, after the database was changed by hand; the service may run',
  },
  suspend: {
    usage: 'user suspend <name>',
    description: 'suspend an account: its sessions end and its tokens stop working',
    argument: accountArgument,
  },
  unsuspend: {
    usage: 'user unsuspend <name>',
    description: 're-activate a suspended account',
    argument: accountArgument,
  },
  grantAdmin: {
    usage: 'user grant-admin <name>',
    description: 'make an account a site administrator',
    argument: accountArgument,
  },
  revokeAdmin: {
    usage: 'user revoke-admin <name>',
    description: 'make a site administrator an ordinary user',
    argument: accountArgument,
  },
  disableTwoFactor: {
    usage: 'user disable-two-factor <name>',
    description: 'turn the two-factor authentication of an account off',
    argument: accountArgument,
  },
  confirmEmail: {
    usage: 'user confirm-email <name>',
    description: 'vouch for the e-mail address that an account asks for',
    argument: accountArgument,
  },
  identities: {
    usage: 'user identities <name>',
    description: 'list the names by which the identity provider knows an account',
    argument: accountArgument,
  },
  confirmIdentityOf: {
    usage: 'user confirm-identity <name>',
    description: 'let the name at the identity provider that waits for it enter the account',
    argument: accountArgument,
    options: { identity },
  },
  unlinkIdentityOf: {
    usage: 'user unlink-identity <name>',
    description:
      'unlink a name at the identity provider from an account: its sessions and tokens end, and the teams and the role that the provider gave',
    argument: accountArgument,
    options: { identity },
  },
  remove: {
    usage: 'user delete <name>',
    description: 'delete an account with its tokens, sessions and memberships',
    argument: accountArgument,
    options: { yes: flag('--yes', 'really do it') },
  },
};

export type UserCommands = typeof declared;

export const userCommands = commandsOf(declared, () => import('../actions/user.ts'));
