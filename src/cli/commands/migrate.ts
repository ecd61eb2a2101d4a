import { readConfig } from '../../config.ts';
import { prepareDataFolder } from '../../data-folder.ts';
import { migrate as migrateDatabase } from '../../db/open.ts';
import { type Output, plainCommand } from '../command.ts';
import { migrateCommands } from '../declarations/migrate.ts';

const outputOf = (applied: readonly string[]): Output => ({
  text: applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`,
  json: { applied },
});

export const migrate = plainCommand(migrateCommands.migrate, async (_called, { environment }) => {
  const config = readConfig(environment);
  await prepareDataFolder(config);
  return outputOf(await migrateDatabase(config));
});
