const run = () => import('../actions/migrate.ts');

export const migrateCommands = {
  migrate: {
    usage: 'migrate',
    description: 'bring the database up to date, as serve does when it starts',
    run,
  },
};
