import { availableParallelism, totalmem } from 'node:os';
import { runFiles } from './run-files.ts';
import { withSetup } from './set-up.ts';
import { type Summary, summaryLines } from './summary.ts';

interface Run {
  readonly root: string;
  /** Paths from the root. */
  readonly files: readonly string[];
  /** Number of processes that run at the same time. */
  readonly atOnce?: number;
  /** Of the tests only those whose name has a match. */
  readonly only?: RegExp;
  /** Factor on processor time. */
  readonly processorTimeFactor?: number;
}

/** Memory in bytes of a process of tests with its policy engines, its browser and the services that it starts. */
const memory = 1024 ** 3;
// Tests wait for the database, for timers and for leases, so four processes more than there are processors keep these busy.
const usualAtOnce = Math.max(1, Math.min(availableParallelism() + 4, Math.floor(totalmem() / memory)));
const failedSetup: Summary = { passed: 0, failed: 1, skipped: 0, slowest: [] };

/** Runs tests, and sets the program's status to another one than 0 unless all of them passed. */
export async function runTests({ atOnce = usualAtOnce, ...run }: Run): Promise<void> {
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());
  const start = performance.now();
  // biome-ignore lint/style/noProcessEnv: for the global set-up
  if (run.files.some((file) => file.startsWith('test/console/'))) process.env.TEST_SHARED_BROWSER = '1';
  const plan = { ...run, atOnce, signal: interrupted.signal };
  const summary = await withSetup(run.root, () => runFiles(plan)).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    return failedSetup;
  });
  process.stdout.write(`${summaryLines(summary, performance.now() - start).join('\n')}\n`);
  process.exitCode = summary.failed === 0 && summary.passed > 0 && !interrupted.signal.aborted ? 0 : 1;
}
