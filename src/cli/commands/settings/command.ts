import { flag } from '../../terminal/options.ts';

const group = 'a group of settings, such as general';

export const settingsCommands = {
  get: {
    usage: 'settings get [group]',
    description: 'show a group of settings, or the list of groups',
    argument: group,
  },
  set: {
    usage: 'settings set <group> [name=value...]',
    description: 'change settings of a group; a running service applies them within a second',
    argument: group,
    others: 'attributes to set',
    options: {
      stdin: flag('--stdin', 'read a JSON object of attributes from standard input: for secrets, null and long texts'),
    },
  },
};
