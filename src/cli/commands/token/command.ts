import { valued } from '../../terminal/options.ts';
import { pageOptions } from '../options.ts';

const owners = {
  user: valued('--user <name>', 'for an account: username or identifier'),
  team: valued('--team <id>', 'for a team: identifier'),
  organization: valued('--organization <name>', 'for an organization: name'),
};

export const tokenCommands = {
  create: {
    usage: 'token create',
    description: 'create an API token and print it; a team or an organization has one token, and a new one replaces it',
    options: {
      ...owners,
      description: valued('--description <text>', 'the purpose of the token'),
      expiresIn: valued(
        '--expires-in <time>',
        'the lifetime of the token, such as 90m, 12h or 30d; default: no expiry',
      ),
    },
  },
  list: {
    usage: 'token list',
    description: 'list the API tokens of one owner, without the descriptions that users gave their tokens',
    options: { ...owners, ...pageOptions },
  },
  find: {
    usage: 'token find',
    description: 'find the owner of a leaked API token, which is read from standard input',
  },
  revoke: {
    usage: 'token revoke <id>',
    description: 'delete an API token of any owner: it stops working immediately',
    argument: 'the identifier of the token, which starts with at-',
  },
};
