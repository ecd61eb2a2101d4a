import { commandsOf } from '../command.ts';
import { flag } from '../options.ts';

const declared = {
  distribute: {
    usage: 'database distribute',
    description:
      'show how the tables are to be spread over the nodes of a Citus cluster, and what of that is not done yet; run it after every "migrate"',
    options: { apply: flag('--apply', 'do it: a table takes no changes while it is copied') },
  },
};

export type DatabaseCommands = typeof declared;

export const databaseCommands = commandsOf(declared, () => import('../actions/database.ts'));
