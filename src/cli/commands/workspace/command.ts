import { repeated, valued } from '../../terminal/options.ts';
import { serviceOptions } from '../options.ts';

export const workspaceCommands = {
  list: {
    usage: 'workspace list',
    description: 'list the workspaces of an organization on a service',
    options: serviceOptions,
  },
  create: {
    usage: 'workspace create <name>',
    description: 'create a workspace on a service, so that policy sets and checks can name it',
    argument: 'letters, digits, - and _',
    options: {
      ...serviceOptions,
      project: valued('--project <name>', 'the project of the workspace; default: the default project'),
      tag: repeated('--tag <key=value>', 'a tag, by which policy sets can select workspaces; can be repeated'),
    },
  },
};
