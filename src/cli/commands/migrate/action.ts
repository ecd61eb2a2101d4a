import { readConfig } from '../../../config.ts';
import { prepareDataFolder, requireUsableData } from '../../../data-folder.ts';
import { isDistributionDue, migrate as migrateDatabase } from '../../../db/open.ts';
import type { Action } from '../../terminal/command.ts';

export const migrate: Action = async (_called, { environment, progress }) => {
  const config = readConfig(environment);
  requireUsableData(config);
  await prepareDataFolder(config);
  const applied = await migrateDatabase(config, { progress });
  const text = applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`;
  const isDue = await isDistributionDue(config);
  const advice = 'Some tables of the Citus cluster are not distributed yet: run "tipstaff database distribute".';
  return { text: isDue ? `${text}\n${advice}` : text, json: { applied, ...(isDue && { 'distribution-due': true }) } };
};
