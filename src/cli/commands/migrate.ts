import { type Output, plainCommand } from '../command.ts';

const outputOf = (applied: readonly string[]): Output => ({
  text: applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`,
  json: { applied },
});

export const migrate = plainCommand({
  name: 'migrate',
  description: 'bring the database up to date, as serve does when it starts',
  run: async () => {
    const { processConfig } = await import('../../config.ts');
    const config = processConfig();
    const { prepareDataFolder } = await import('../../data-folder.ts');
    const database = await import('../../db/open.ts');
    await prepareDataFolder(config);
    return outputOf(await database.migrate(config));
  },
});
