import { choice, flag, valued } from '../../terminal/options.ts';
import { pageOptions } from '../options.ts';

const argument = 'the name of the organization';

export const organizationCommands = {
  list: {
    usage: 'organization list',
    description: 'list the organizations, by name',
    options: {
      search: valued('--search <text>', 'only organizations whose name contains this text'),
      ...pageOptions,
    },
  },
  show: {
    usage: 'organization show <name>',
    description: 'show an organization',
    argument,
  },
  create: {
    usage: 'organization create',
    description: 'create an organization',
    options: {
      name: valued('--name <name>', 'letters, digits, - and _'),
      email: valued('--email <address>', 'the e-mail address'),
      owner: valued('--owner <name>', 'the username or identifier of the first owner'),
      policyUploadCheck: {
        ...choice('--policy-upload-check <mode>', ['enforce', 'enforce-tests', 'report']),
        description:
          'how uploaded policy code with errors is handled: enforce (refused), enforce-tests (code that fails its tests is also refused) or report (accepted, and the errors are shown); default: enforce',
      },
    },
  },
  remove: {
    usage: 'organization delete <name>',
    description: 'delete an organization with everything in it',
    argument,
    options: { yes: flag('--yes', 'confirm the deletion') },
  },
};

export const subscriptionCommands = {
  setPlan: {
    usage: 'organization set-plan <name> [feature-set...]',
    description: 'change the subscription of an organization; none of its data is deleted',
    argument,
    others: 'the identifier of the feature set, such as plus',
  },
  history: {
    usage: 'organization subscriptions <name>',
    description: 'show the current and the earlier subscriptions of an organization, newest first',
    argument,
  },
};
