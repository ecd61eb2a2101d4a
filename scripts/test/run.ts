import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { deleteRecord, missingParts, readChosen, readRecord, recordFolder } from './pairs.ts';
import { runFiles } from './run-files.ts';
import { withSetup } from './set-up.ts';
import { type Summary, summaryLines } from './summary.ts';
import { noteTested } from './tested-commit.ts';

interface Run {
  readonly root: string;
  /** Paths of the test files relative to the root. */
  readonly files: readonly string[];
  /** Maximum number of concurrent test processes. */
  readonly atOnce?: number;
  /** If set, only tests whose names match are run. */
  readonly only?: RegExp;
  /** Factor by which the reported processor time is multiplied, to simulate a slow machine. */
  readonly processorTimeFactor?: number;
  /** Tests to run on PostgreSQL: all tests, or the tests that `pairs.ts` chose. Set only if all test files are run. */
  readonly pairs?: 'all' | 'chosen';
}

/** Memory in bytes that one test process needs, including the policy engines, browsers and services that it starts. */
const memory = 1024 ** 3;
// Default number of concurrent test processes. Tests often wait for the database, timers and leases, so four more
// processes than processors keep the machine busy.
const usualAtOnce = Math.max(1, Math.min(availableParallelism() + 4, Math.floor(totalmem() / memory)));
const failedSetup: Summary = { passed: 0, failed: 1, skipped: 0, slowest: [] };

/** Runs tests. Sets a non-zero exit status if a test fails. */
export async function runTests({ atOnce = usualAtOnce, pairs, ...run }: Run): Promise<void> {
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());
  const start = performance.now();
  // biome-ignore lint/style/noProcessEnv: the global setup reads this variable
  if (run.files.some((file) => file.startsWith('test/console/'))) process.env.TEST_SHARED_BROWSER = '1';
  if (pairs !== undefined) await prepareRecord(run.root, pairs);
  const plan = { ...run, atOnce, signal: interrupted.signal };
  const ofTests = await withSetup(run.root, () => runFiles(plan)).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    return failedSetup;
  });
  const summary = pairs === undefined ? ofTests : await withMissingParts(ofTests);
  process.stdout.write(`${summaryLines(summary, performance.now() - start).join('\n')}\n`);
  const hasPassed = summary.failed === 0 && summary.passed > 0 && !interrupted.signal.aborted;
  if (hasPassed && pairs === 'all') await noteTested(run.root);
  process.exitCode = hasPassed ? 0 : 1;
}

/** Prepares the folder and the environment for the record of SQL statements that the test processes write. */
async function prepareRecord(root: string, pairs: 'all' | 'chosen'): Promise<void> {
  await deleteRecord();
  // biome-ignore lint/style/noProcessEnv: the test processes read these variables
  Object.assign(process.env, { TEST_PAIRS: pairs, TEST_PAIRS_FOLDER: join(root, recordFolder) });
}

/**
 * Adds a failure if no test runs a certain SQL statement on PostgreSQL. After a failed run this check is skipped,
 * because the record of statements is incomplete.
 */
async function withMissingParts(summary: Summary): Promise<Summary> {
  if (summary.failed > 0) {
    await deleteRecord();
    return summary;
  }
  const [record, chosen] = [readRecord(), readChosen()];
  const missing = record === undefined || chosen === undefined ? [] : missingParts(record, chosen);
  if (missing.length === 0) return summary;
  process.stdout.write(`No test runs these ${missing.length} parts of SQL statements on PostgreSQL.\n`);
  process.stdout.write('Run "npm run generate", which chooses tests that run them, and commit the generated files.\n');
  for (const { sql, test } of missing.slice(0, 10)) process.stdout.write(`  ${sql}\n    in ${test}\n`);
  return { ...summary, failed: 1 };
}
