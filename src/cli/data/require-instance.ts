import type { Config } from '../../config.ts';
import { refusedDataSentence } from '../../data-folder.ts';
import { isMade } from '../../db/open.ts';
import { CommandFailed } from '../terminal/command.ts';

/**
 * Throws `CommandFailed` if there is no instance in the configured location, for example because the command was run in
 * the wrong folder.
 */
export async function requireInstance(config: Config): Promise<void> {
  // Opening the database reports an unusable data folder with a better message, so it is not reported here.
  if (refusedDataSentence(config) !== undefined || (await isMade(config))) return;
  const { databaseUrl, dataDir } = config;
  throw new CommandFailed(
    databaseUrl === undefined
      ? `${dataDir} contains no data of Tipstaff: run this command in the folder of the service, or set TIPSTAFF_DATA_DIR to its data folder. "tipstaff serve" creates a new instance.`
      : `The database in TIPSTAFF_DATABASE_URL contains no data of Tipstaff (data folder ${dataDir}): set the variable to the database of the service. "tipstaff serve" creates a new instance.`,
  );
}
