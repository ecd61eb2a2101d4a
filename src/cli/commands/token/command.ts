import { valued } from '../../terminal/options.ts';

export const tokenCommands = {
  create: {
    usage: 'token create',
    description: 'create an API token and print it; a team or an organization has one token, and a new one replaces it',
    options: {
      user: valued('--user <name>', 'for an account: username or identifier'),
      team: valued('--team <id>', 'for a team: identifier'),
      organization: valued('--organization <name>', 'for an organization: name'),
      description: valued('--description <text>', 'the purpose of the token'),
      expiresIn: valued(
        '--expires-in <time>',
        'the lifetime of the token, such as 90m, 12h or 30d; default: no expiry',
      ),
    },
  },
};
