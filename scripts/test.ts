// Runs all tests, or the files that its arguments name, and ends with a status other than 0 unless all of them passed.
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runTests } from './test/run.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
// Those that take longest begin first, so that none of them runs alone at the end; and those that wait for the policy
// engine, which takes only the processor time that nothing else needs.
const slowest = ['test/properties', 'test/access', 'test/crash', 'src/effects/policy-engine'].map(
  (folder) => `${folder}/*.test.ts`,
);
const everywhere = [...slowest, 'test/**/*.test.ts', 'src/**/*.test.ts'];

const patterns = process.argv.length > 2 ? process.argv.slice(2) : everywhere;
const files = [...new Set(patterns.flatMap((pattern) => globSync(pattern, { cwd: root }).sort()))];
// biome-ignore lint/style/noProcessEnv: of the run of the tests, never of the product
const { PROCESSOR_TIME_FACTOR: factor } = process.env;
await runTests({ root, files, ...(factor !== undefined && { processorTimeFactor: Number(factor) }) });
