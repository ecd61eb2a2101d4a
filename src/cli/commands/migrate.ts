import { commandsOf } from '../command.ts';

const declared = {
  migrate: {
    usage: 'migrate',
    description: 'update the schema of the database, as "tipstaff serve" does when it starts',
  },
};

export const migrateCommands = commandsOf(declared, () => import('../actions/migrate.ts'));
