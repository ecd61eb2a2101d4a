import { flag, valued } from '../options.ts';
import { pageOptions } from './page-options.ts';
export const organizationCommands = {
  list: {
    usage: 'organization list',
    description: 'list the organizations, by name',
    options: {
      search: valued('--search <text>', 'only those whose name contains it'),
      ...pageOptions,
    },
  },
  show: {
    usage: 'organization show <name>',
    description: 'show an organization',
    argument: 'its name',
  },
  create: {
    usage: 'organization create',
    description: 'create an organization',
    options: {
      name: valued('--name <name>', 'letters, digits, - and _'),
      email: valued('--email <address>', 'its e-mail address'),
      owner: valued('--owner <name>', 'the username or identifier of its first owner'),
    },
  },
  remove: {
    usage: 'organization delete <name>',
    description: 'delete an organization with everything in it',
    argument: 'its name',
    options: { yes: flag('--yes', 'really do it') },
  },
};
