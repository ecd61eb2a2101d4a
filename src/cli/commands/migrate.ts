import { commandsOf } from '../command.ts';

const declared = {
  migrate: {
    usage: 'migrate',
    description: 'bring the database up to date, as serve does when it starts',
  },
};

export const migrateCommands = commandsOf(declared, () => import('../actions/migrate.ts'));
