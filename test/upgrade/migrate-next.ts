// Brings a database to the schema of the next release, in a process that a test can kill; each line says how far it is.
import { readConfig } from '../../src/config.ts';
import { migrate } from '../../src/db/open.ts';
import { nextSteps } from './next.ts';

// biome-ignore lint/style/noProcessEnv: where the database is
const config = readConfig(process.env);
await migrate(config, { steps: nextSteps, progress: (sentence) => process.stdout.write(`${sentence}\n`) });
