import { resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import type { Summary, TimedTest } from './summary.ts';

interface Plan {
  readonly root: string;
  /** Paths from the root. */
  readonly files: readonly string[];
  /** How many files run at the same time. */
  readonly atOnce: number;
  /** Ends the run early. */
  readonly signal: AbortSignal;
}

const guard = fileURLToPath(new URL('guard.ts', import.meta.url));

// Far more than any file needs: it only keeps a test that never ends from blocking the run.
const timeout = 15 * 60_000;

/** Runs each file in a process of its own and reports on standard output. */
export async function runFiles({ root, files, atOnce, signal }: Plan): Promise<Summary> {
  const events = run({
    files: files.map((file) => resolve(root, file)),
    concurrency: atOnce,
    execArgv: ['--import', guard],
    signal,
    timeout,
  });
  const tests: TimedTest[] = [];
  const empty: string[] = [];
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const remember = (test: { name: string; details: { duration_ms: number } }) =>
    tests.push({ name: test.name, milliseconds: test.details.duration_ms });
  events.on('test:pass', remember).on('test:fail', remember);
  events.on('test:summary', ({ file, counts: { tests: declared, passed, skipped, todo } }) => {
    const left = skipped + todo;
    if (file === undefined) Object.assign(counts, { passed, failed: declared - passed - left, skipped: left });
    else if (declared === 0) empty.push(file);
  });
  for await (const text of events.compose(new spec())) process.stdout.write(text);
  for (const file of empty) process.stdout.write(`${file} declares no test.\n`);
  // Node counts a file without tests as one passed test.
  return {
    passed: counts.passed - empty.length,
    failed: counts.failed + empty.length,
    skipped: counts.skipped,
    slowest: tests.sort((a, b) => b.milliseconds - a.milliseconds).slice(0, 10),
  };
}
