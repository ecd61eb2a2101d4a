import { commandsOf } from '../command.ts';
import { valued } from '../options.ts';

const declared = {
  create: {
    usage: 'token create',
    description: 'create an API token and print it; a team or an organization has one token, and a new one replaces it',
    options: {
      user: valued('--user <name>', 'for an account, by its username or identifier'),
      team: valued('--team <id>', 'for a team, by its identifier'),
      organization: valued('--organization <name>', 'for an organization, by its name'),
      description: valued('--description <text>', 'what it is for'),
      expiresIn: valued('--expires-in <time>', 'how long it is valid, such as 90m, 12h or 30d; default: forever'),
    },
  },
};

export type TokenCommands = typeof declared;

export const tokenCommands = commandsOf(declared, () => import('../actions/token.ts'));
