import { flag, valued } from '../../terminal/options.ts';
import { accountArgument } from '../options.ts';

export const adminCommands = {
  create: {
    usage: 'admin create',
    description:
      'create a site administrator and print an API token; without a password, also print a link for setting a password, which works once and expires in 7 days',
    options: {
      username: valued('--username <name>', 'letters, digits, _, . and -'),
      email: valued('--email <address>', 'the e-mail address'),
      passwordStdin: flag('--password-stdin', 'read the password, 12 to 128 characters, from standard input'),
    },
  },
  unsuspend: {
    usage: 'admin unsuspend <name>',
    description: 're-activate a suspended account',
    argument: accountArgument,
  },
  resetTwoFactor: {
    usage: 'admin reset-two-factor <name>',
    description: 'turn off the two-factor authentication of a user who lost the device',
    argument: accountArgument,
  },
  setPassword: {
    usage: 'admin reset-password <name>',
    description:
      'print a link that sets the password of an account (it expires in 7 days and works once), or set the password here',
    argument: accountArgument,
    options: {
      passwordStdin: flag(
        '--password-stdin',
        'read the password, 12 to 128 characters, from standard input; all sessions end',
      ),
    },
  },
};
