import type { Config } from '../config.ts';
import { isLost, isMade } from '../db/open.ts';
import { CommandFailed } from './command.ts';

/** Fails where the data folder is not that of an instance: the command was run in the wrong folder, perhaps. */
export async function requireInstance(config: Config): Promise<void> {
  // It is said where the database is opened.
  if (isLost(config) || (await isMade(config))) return;
  const { databaseUrl, dataDir } = config;
  throw new CommandFailed(
    databaseUrl === undefined
      ? `There is no data of Reeve in ${dataDir}: run this in the folder of the service, or set REEVE_DATA_DIR to its data folder. "reeve serve" makes a new one.`
      : `There is no data of Reeve in the database of REEVE_DATABASE_URL (data folder ${dataDir}): set it to that of the service. "reeve serve" makes a new one.`,
  );
}
