import { valued } from '../options.ts';

const run = () => import('../actions/token.ts');

export const tokenCommands = {
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
    run,
  },
};
