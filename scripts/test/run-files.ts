import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { type Processes, writeProcesses } from './processes.ts';
import type { Summary, TimedTest } from './summary.ts';

interface Plan {
  readonly root: string;
  /** Paths of the test files relative to the root. */
  readonly files: readonly string[];
  /** Maximum number of concurrent test processes. */
  readonly atOnce: number;
  /** Signal that cancels the run. */
  readonly signal: AbortSignal;
  /** If set, only tests whose names match are run. */
  readonly only?: RegExp;
  /** Factor by which the reported processor time is multiplied, to simulate a slow machine. */
  readonly processorTimeFactor?: number;
}

// `tracking.ts` must be loaded before the test runner, and `guard.ts` loads the test runner. The order is therefore
// important.
const preloaded = ['tracking.ts', 'guard.ts'].map((name) => fileURLToPath(new URL(name, import.meta.url)));

const slowProcessor = (factor: number): string => new URL(`slow-processor.ts?factor=${factor}`, import.meta.url).href;

// Size of V8's young generation in MiB. Most objects in a test are short-lived. A large young generation reduces
// copying and saves an eighth of a process's time.
const nursery = ['--min-semi-space-size=32', '--max-semi-space-size=64'];

// Time limit of the test runner in ms. It only ends a run that a test would block forever, and is far longer than any
// process needs even on a slow machine.
const timeout = 4 * 60 * 60_000;

/** Runs the test files in at most `atOnce` concurrent processes, and reports the results on standard output. */
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

/** Data of an event that reports a finished test or suite. */
interface Ended {
  readonly name: string;
  readonly skip?: string | boolean;
  readonly todo?: string | boolean;
  readonly details: { readonly duration_ms: number; readonly type?: string; readonly error?: unknown };
}

const isSuite = ({ details }: Ended): boolean => details.type === 'suite';

/** Whether a suite itself failed. False if only its tests failed. */
const hasOwnFailure = ({ details: { error } }: Ended): boolean =>
  Reflect.get(Object(error), 'failureType') !== 'subtestsFailed';

/** Counts finished tests. The events of a file arrive one after another, and the event about its suite is the last. */
const countOf = (events: Events, { entries, filesOf }: Processes): (() => Summary) => {
  const tests: TimedTest[] = [];
  const counts = { passed: 0, failed: 0, skipped: 0 };
  let ofThisFile = 0;
  const endFile = (file: Ended, ownFailure: boolean): void => {
    if (ownFailure) counts.failed += 1;
    else if (ofThisFile === 0) {
      counts.failed += 1;
      process.stdout.write(`${file.name} contains no tests.\n`);
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
      process.stdout.write(`The test process of these files failed: ${filesOf(ended.name).join(', ')}\n`);
    }
    ofThisFile += 1;
    tests.push({ name: ended.name, milliseconds: ended.details.duration_ms });
    counts.failed += 1;
  });
  return () => ({ ...counts, slowest: tests.sort((a, b) => b.milliseconds - a.milliseconds).slice(0, 10) });
};
