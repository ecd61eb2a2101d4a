import { flag, valued } from '../../terminal/options.ts';
import { accountArgument, pageOptions } from '../options.ts';

const identity = valued('--identity <id>', 'the identifier of the identity, if the account has several identities');

export const userCommands = {
  list: {
    usage: 'user list',
    description: 'list the accounts, by username',
    options: {
      search: valued('--search <text>', 'only accounts whose username or e-mail address contains this text'),
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
      'create an account; without a password, also print a link for setting a password, which works once and expires in 7 days',
    options: {
      username: valued('--username <name>', 'letters, digits, _, . and -'),
      email: valued('--email <address>', 'the e-mail address'),
      admin: flag('--admin', 'make the account a site administrator'),
      serviceAccount: flag('--service-account', 'create a service account, for a program instead of a person'),
      passwordStdin: flag('--password-stdin', 'read the password, 12 to 128 characters, from standard input'),
    },
  },
  recount: {
    usage: 'user recount',
    description: 'recount the accounts after a manual change of the database; the service can keep running',
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
    description: 'turn off the two-factor authentication of an account',
    argument: accountArgument,
  },
  confirmEmail: {
    usage: 'user confirm-email <name>',
    description: 'confirm the new e-mail address of an account',
    argument: accountArgument,
  },
  identities: {
    usage: 'user identities <name>',
    description: 'list the identities of an account at the identity provider',
    argument: accountArgument,
  },
  confirmIdentityOf: {
    usage: 'user confirm-identity <name>',
    description: 'confirm a pending identity, so that it can sign in to the account',
    argument: accountArgument,
    options: { identity },
  },
  unlinkIdentityOf: {
    usage: 'user unlink-identity <name>',
    description:
      'unlink an identity from an account: the sessions and tokens of the account end, and the account loses the teams and the role that the identity provider gave',
    argument: accountArgument,
    options: { identity },
  },
  remove: {
    usage: 'user delete <name>',
    description: 'delete an account with its tokens, sessions and memberships',
    argument: accountArgument,
    options: { yes: flag('--yes', 'confirm the deletion') },
  },
};
