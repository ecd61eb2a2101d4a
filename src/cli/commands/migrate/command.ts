export const migrateCommands = {
  migrate: {
    usage: 'migrate',
    description: 'update the schema of the database, as "tipstaff serve" does when it starts',
  },
};
