import { flag } from '../../terminal/options.ts';

export const databaseCommands = {
  distribute: {
    usage: 'database distribute',
    description:
      'show how to distribute the tables over the nodes of a Citus cluster, and which steps remain; run this command after every "migrate"',
    options: { apply: flag('--apply', 'carry out the steps; a table accepts no changes while it is copied') },
  },
};
