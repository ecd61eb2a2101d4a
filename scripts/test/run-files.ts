import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { type Processes, writeProcesses } from './processes.ts';
import type { Summary, TimedTest } from './summary.ts';

interface Plan {
  readonly root: string;
  /** Paths from the root. */
  readonly files: readonly string[];
  /** Number of processes that run at the same time. */
  readonly atOnce: number;
  /** Ends the run early. */
  readonly signal: AbortSignal;
  /** Of the tests only those whose name has a match. */
  readonly only?: RegExp;
  /** Factor on processor time, so that a fast machine shows what a slow one would. */
  readonly processorTimeFactor?: number;
}

// In this order: the guard loads the test runner.
const preloaded = ['tracking.ts', 'guard.ts'].map((name) => fileURLToPath(new URL(name, import.meta.url)));

const slowProcessor = (factor: number): string => new URL(`slow-processor.ts?factor=${factor}`, import.meta.url).href;

// In mebibytes. What a test makes is garbage soon after: in a larger nursery more of it is by the time that it is collected,
// which saves an eighth of the time of a process.
const nursery = ['--min-semi-space-size=32', '--max-semi-space-size=64'];

// Far more than any process needs, on a slow machine too: it only keeps a test that never ends from blocking the run.
const timeout = 4 * 60 * 60_000;

/** Runs the files in as many processes, and reports on standard output. */
export async function runFiles({ root, files, atOnce, signal, only, processorTimeFactor }: Plan): Promise<Summary> {
  const loaded = [...preloaded, ...(processorTimeFactor === undefined ? [] : [slowProcessor(processorTimeFactor)])];
  await using processes = await writeProcesses({ root, files, atOnce, isFiltered: only !== undefined });
  const events = run({
    files: [...processes.entries],
    concurrency: atOnce,
    execArgv: [...nursery, ...loaded.flatMap((path) => ['--import', path])],
    signal,
    timeout,
    ...(only && { testNamePatterns: only }),
  });
  const count = countOf(events, processes);
  for await (const text of events.compose(new spec())) process.stdout.write(text);
  return count();
}

type Events = ReturnType<typeof run>;

/** Data in an event about a test that ended, or about the suite of a file. */
interface Ended {
  readonly name: string;
  readonly skip?: string | boolean;
  readonly todo?: string | boolean;
  readonly details: { readonly duration_ms: number; readonly type?: string; readonly error?: unknown };
}

const isSuite = ({ details }: Ended): boolean => details.type === 'suite';

/** A suite whose tests failed has failed for no reason of its own. */
const hasOwnFailure = ({ details: { error } }: Ended): boolean =>
  Reflect.get(Object(error), 'failureType') !== 'subtestsFailed';

/** Counts the tests that end; the events of a file come in one piece, and its suite's after them. */
const countOf = (events: Events, { entries, filesOf }: Processes): (() => Summary) => {
  const tests: TimedTest[] = [];
  const counts = { passed: 0, failed: 0, skipped: 0 };
  let ofThisFile = 0;
  const endFile = (file: Ended, ownFailure: boolean): void => {
    if (ownFailure) counts.failed += 1;
    else if (ofThisFile === 0) {
      counts.failed += 1;
      process.stdout.write(`${file.name} declares no test.\n`);
    }
    ofThisFile = 0;
  };
  events.on('test:pass', (ended: Ended) => {
    if (isSuite(ended)) return endFile(ended, false);
    ofThisFile += 1;
    tests.push({ name: ended.name, milliseconds: ended.details.duration_ms });
    if (ended.skip === undefined && ended.todo === undefined) counts.passed += 1;
    else counts.skipped += 1;
  });
  events.on('test:fail', (ended: Ended) => {
    if (isSuite(ended)) return endFile(ended, hasOwnFailure(ended));
    if (entries.includes(ended.name)) {
      process.stdout.write(`The process of these files failed: ${filesOf(ended.name).join(', ')}\n`);
    }
    ofThisFile += 1;
    tests.push({ name: ended.name, milliseconds: ended.details.duration_ms });
    counts.failed += 1;
  });
  return () => ({ ...counts, slowest: tests.sort((a, b) => b.milliseconds - a.milliseconds).slice(0, 10) });
};
