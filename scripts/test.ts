// Runs all tests, or only the test files that the arguments name. Exits with a non-zero status unless all tests pass.
// Options:
// - `--change` leaves out slow tests that few changes break: the files in `slow`, the second pass over each console
// page, the rights of the hosted and self-hosted editions, and tests that are not chosen for PostgreSQL.
// - `--pairs` runs all tests on both database engines. By default, only a chosen subset runs on PostgreSQL.
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runTests } from './test/run.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
// Test files that start first. They are the slowest files, which would otherwise run alone at the end, and the tests of
// the policy engine, which only gets processor time that no other process needs.
const slowest = ['test/properties', 'test/access', 'test/crash', 'src/effects/policy-engine'].map(
  (folder) => `${folder}/*.test.ts`,
);
const everywhere = [...slowest, 'test/**/*.test.ts', 'src/**/*.test.ts'];

/**
 * Slow tests: the demo, the development server, the test command, releases, upgrades, commands in the documentation,
 * crash tests, races, random requests, large uploads, and direct tests of the policy engine. Other tests already use
 * the policy engine in evaluations.
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
