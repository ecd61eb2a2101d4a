// Runs all tests, or the files that its arguments name, and ends with a status other than 0 unless all of them passed.
// --change  Leaves out what few changes break and what takes long: `slow`, the second look at each page of the console, the
//           rights in the hosted and the self-hosted edition, and the tests that are not chosen for PostgreSQL.
// --pairs   Runs on both database engines also the tests of which PostgreSQL usually gets a chosen set only.
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runTests } from './test/run.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
// Those that take longest begin first, so that none of them runs alone at the end; and those that wait for the policy
// engine, which takes only the processor time that nothing else needs.
const slowest = ['test/properties', 'test/access', 'test/crash', 'src/effects/policy-engine'].map(
  (folder) => `${folder}/*.test.ts`,
);
const everywhere = [...slowest, 'test/**/*.test.ts', 'src/**/*.test.ts'];

/**
 * The demo, the development server, the test command, releases, upgrades, the commands in the documentation, rounds of crashes,
 * races, random requests, large uploads, and the policy engine by itself: evaluations use it in the other tests.
 */
const slow = [
  'test/suite/demo.test.ts',
  'test/suite/dev.test.ts',
  'test/suite/test-command.test.ts',
  'test/release/*',
  'test/upgrade/*',
  'test/docs/pages.test.ts',
  'test/crash/*',
  'test/concurrency/*',
  'test/properties/*',
  'test/upload/*',
  'src/effects/policy-engine/*',
  'src/domains/policies/evaluations/silent-passes.test.ts',
  'src/domains/policies/evaluations/many-policies.test.ts',
];

const { values: options, positionals: named } = parseArgs({
  allowPositionals: true,
  options: { change: { type: 'boolean', default: false }, pairs: { type: 'boolean', default: false } },
});
const filesOf = (patterns: readonly string[]): readonly string[] =>
  patterns.flatMap((pattern) => globSync(pattern, { cwd: root }).sort());

const left = new Set(options.change ? filesOf(slow) : []);
const files = [...new Set(filesOf(named.length > 0 ? named : everywhere))].filter((file) => !left.has(file));
const { env } = process;
if (options.change) Object.assign(env, { TEST_SHORT: '1', TEST_PAIRS: 'chosen' });
const factor = env.PROCESSOR_TIME_FACTOR;
await runTests({
  root,
  files,
  ...(factor !== undefined && { processorTimeFactor: Number(factor) }),
  ...(named.length === 0 && !options.change && { pairs: options.pairs ? 'all' : 'chosen' }),
});
