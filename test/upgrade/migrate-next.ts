// Migrates a database to the next release's schema, in a separate process that a test can kill. Each line of the output
// reports progress.
import { readConfig } from '../../src/config.ts';
import { migrate } from '../../src/db/open.ts';
import { nextSteps } from './next.ts';

// biome-ignore lint/style/noProcessEnv: where the database is
const config = readConfig(process.env);
await migrate(config, { steps: nextSteps, progress: (sentence) => process.stdout.write(`${sentence}\n`) });
