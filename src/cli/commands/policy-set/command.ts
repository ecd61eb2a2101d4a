import { valued } from '../../terminal/options.ts';
import { serviceOptions } from '../options.ts';

export const policySetCommands = {
  list: {
    usage: 'policy-set list',
    description: 'list the policy sets of an organization on a service',
    options: { ...serviceOptions, search: valued('--search <text>', 'only policy sets whose name contains this text') },
  },
  show: {
    usage: 'policy-set show <name>',
    description: 'show a policy set of a service: its policies, and its workspaces and projects',
    argument: 'the name of the policy set',
    options: serviceOptions,
  },
};
