import { flag, valued } from '../options.ts';
import { pageOptions } from './options.ts';

const onOrganization = () => import('../actions/organization.ts');
const onSubscription = () => import('../actions/subscription.ts');

const argument = 'its name';

export const organizationCommands = {
  list: {
    usage: 'organization list',
    description: 'list the organizations, by name',
    options: {
      search: valued('--search <text>', 'only those whose name contains it'),
      ...pageOptions,
    },
    run: onOrganization,
  },
  show: {
    usage: 'organization show <name>',
    description: 'show an organization',
    argument,
    run: onOrganization,
  },
  create: {
    usage: 'organization create',
    description: 'create an organization',
    options: {
      name: valued('--name <name>', 'letters, digits, - and _'),
      email: valued('--email <address>', 'its e-mail address'),
      owner: valued('--owner <name>', 'the username or identifier of its first owner'),
    },
    run: onOrganization,
  },
  remove: {
    usage: 'organization delete <name>',
    description: 'delete an organization with everything in it',
    argument,
    options: { yes: flag('--yes', 'really do it') },
    run: onOrganization,
  },
  setPlan: {
    usage: 'organization set-plan <name> [plan...]',
    description: 'give an organization another pricing plan; nothing of it is deleted',
    argument,
    others: 'the identifier of the plan, such as plus',
    run: onSubscription,
  },
  history: {
    usage: 'organization subscriptions <name>',
    description: 'show the current and the earlier pricing plans of an organization, newest first',
    argument,
    run: onSubscription,
  },
};
