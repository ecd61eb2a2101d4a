// Runs all tests, or the files that its arguments name, and ends with a status other than 0 unless all of them passed.
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { runFiles } from './test/run-files.ts';
import { withSetup } from './test/set-up.ts';
import { type Summary, summaryLines } from './test/summary.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
// Those that take longest begin first, so that none of them runs alone at the end.
const slowest = ['test/properties/*.test.ts', 'test/access/*.test.ts', 'test/crash/*.test.ts'];
const everywhere = [...slowest, 'test/**/*.test.ts', 'src/**/*.test.ts'];
const failedSetup: Summary = { passed: 0, failed: 1, skipped: 0, slowest: [] };

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());

const start = performance.now();
const patterns = process.argv.length > 2 ? process.argv.slice(2) : everywhere;
const files = [...new Set(patterns.flatMap((pattern) => globSync(pattern, { cwd: root }).sort()))];
// Tests wait for the database, for timers and for leases, so two processes more than there are processors keep these busy.
const atOnce = availableParallelism() + 2;
const summary = await withSetup(root, () => runFiles({ root, files, atOnce, signal: interrupted.signal })).catch(
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    return failedSetup;
  },
);
process.stdout.write(`${summaryLines(summary, performance.now() - start).join('\n')}\n`);
process.exitCode = summary.failed === 0 && summary.passed > 0 && !interrupted.signal.aborted ? 0 : 1;
