// Runs every test file. Node leaves a processor free, which on two of them is half of what there is.
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

const files = ['src/**/*.test.ts', 'test/**/*.test.ts'];
const atOnce = Math.max(2, availableParallelism() - 1);
const options = [`--test-concurrency=${atOnce}`, '--test-global-setup=test/support/global-setup.ts'];
const { status } = spawnSync(process.execPath, ['--test', ...options, ...process.argv.slice(2), ...files], {
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
