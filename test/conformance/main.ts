// `npm run test:conformance -- NAME`: runs one conformance program, which is `clients`, `rego`, `reports`,
// `generators`, `monitoring`, `citus` or `pgbouncer`; without a name, runs all of them.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

const programs: Readonly<Record<string, readonly string[]>> = {
  clients: ['--test', '--test-global-setup=test/support/global-setup.ts', 'test/conformance/run.ts'],
  rego: ['test/conformance/rego/run.ts'],
  generators: ['test/conformance/generators.ts'],
  reports: ['test/conformance/reports.ts'],
  monitoring: ['--test', '--test-global-setup=test/support/global-setup.ts', 'test/conformance/monitoring.ts'],
  citus: ['test/conformance/citus.ts'],
  pgbouncer: ['test/conformance/pgbouncer.ts'],
};

/** Programs that accept test files as arguments. */
const takesFiles = ['citus', 'pgbouncer'];

const words = process.argv.slice(2);
const hasFiles = takesFiles.includes(words[0] ?? '');
const [names, files] = hasFiles ? [words.slice(0, 1), words.slice(1)] : [words, []];
const unknown = names.find((name) => programs[name] === undefined);
if (unknown !== undefined) throw new Error(`There is no ${unknown}: name ${Object.keys(programs).join(' or ')}.`);
for (const name of names.length === 0 ? Object.keys(programs) : names) {
  const { status } = spawnSync(process.execPath, [...(programs[name] ?? []), ...files], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
