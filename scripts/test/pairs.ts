// Selects the tests that run on both database engines. SQLite runs all tests. PostgreSQL runs the tests about subjects
// in which the engines differ, and enough other tests to run every part of every SQL statement. A pair consists of a
// part of an SQL statement and the outcome of this part.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Pairs that each test produced on SQLite, by test name. A pair has the form `1f0c9a2b rows`. */
export type Pairs = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Contents of a file written by one test process. It contains the pairs of statement parts and outcomes that the tests
 * produced.
 */
export interface PairsFile {
  readonly pairs: Readonly<Record<string, readonly string[]>>;
  /** SQL text of each statement part, by the identifier in the pairs. */
  readonly texts: Readonly<Record<string, string>>;
}

/** Folder with the pairs of the last full run, relative to the project's root. Each test process wrote one file. */
export const recordFolder = 'test-results/pairs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Path of the generated file with the names of the tests that run on both database engines, relative to the project's
 * root.
 */
export const choicePath = 'scripts/test/chosen.generated.json';

/** Folders whose tests all run on both database engines. */
const foldersOnBoth = [
  'src/db/',
  'src/domains/audit/',
  'src/runtime/jobs/',
  'src/runtime/state/',
  'test/access/',
  'test/crash/',
  'test/concurrency/',
  'test/upgrade/',
];

/**
 * Matches test names with words about subjects in which the database engines differ: refusals and constraints,
 * concurrency, leases and locks, search and order, counters, JSON columns, query plans of lists, migrations and
 * backups.
 */
const subjectsOnBoth =
  /refus|reject|conflict|constraint|duplicate|twice|taken|unique|already|race|concurren|at once|same time|meanwhile|second instance|two instances|lease|lock|search|filter|sort|order|\bcount|number|total|json|metadata|migrat|backup|restore|cascade|transaction|crash|interrupt/i;

const isOfOneEngine = /\.engine\b|\bengine ===/;
const ofOneEngine = new Map<string, boolean>();

/** Whether a test file contains code for a specific database engine. */
function readsEngine(path: string): boolean {
  const known = ofOneEngine.get(path) ?? isOfOneEngine.test(readFileSync(join(root, path), 'utf8'));
  ofOneEngine.set(path, known);
  return known;
}

/**
 * Whether a test always runs on both database engines. `name` consists of the file's path, a colon and the test's
 * title.
 */
export function alwaysOnBoth(name: string): boolean {
  const end = name.indexOf(': ');
  const [path, sentence] = [name.slice(0, end), name.slice(end)];
  return (
    foldersOnBoth.some((folder) => path.startsWith(folder)) ||
    subjectsOnBoth.test(basename(path)) ||
    subjectsOnBoth.test(sentence) ||
    readsEngine(path)
  );
}

/**
 * Returns the names of the chosen tests. Undefined if no choice is stored. Every test then runs on both database
 * engines.
 */
export const readChosen = (): ReadonlySet<string> | undefined =>
  existsSync(join(root, choicePath)) ? new Set(JSON.parse(readFileSync(join(root, choicePath), 'utf8'))) : undefined;

export const deleteRecord = (): Promise<void> => rm(join(root, recordFolder), { recursive: true, force: true });

interface Recorded {
  readonly pairs: Pairs;
  readonly texts: ReadonlyMap<string, string>;
}

/** Returns the merged pairs files of the last full run. Undefined if there are none. */
export function readRecord(): Recorded | undefined {
  const paths = globSync('*.json', { cwd: join(root, recordFolder) });
  if (paths.length === 0) return undefined;
  const files: readonly PairsFile[] = paths.map((path) =>
    JSON.parse(readFileSync(join(root, recordFolder, path), 'utf8')),
  );
  return {
    pairs: new Map(files.flatMap(({ pairs }) => Object.entries(pairs).map(([name, own]) => [name, new Set(own)]))),
    texts: new Map(files.flatMap(({ texts }) => Object.entries(texts))),
  };
}

const partOf = (pair: string): string => pair.slice(0, pair.indexOf(' '));

/** Part of an SQL statement that is not run on PostgreSQL by any test. */
export interface Missing {
  readonly sql: string;
  /** Name of a test that runs the statement part on SQLite. */
  readonly test: string;
}

/** Returns the parts of SQL statements that no test would run on PostgreSQL if the tests in `chosen` ran on it. */
export function missingParts({ pairs, texts }: Recorded, chosen: ReadonlySet<string>): readonly Missing[] {
  const covered = new Set<string>();
  const missing = new Map<string, Missing>();
  const isOnBoth = ([name]: readonly [string, unknown]): boolean => alwaysOnBoth(name) || chosen.has(name);
  const [both, one] = [[...pairs].filter(isOnBoth), [...pairs].filter((each) => !isOnBoth(each))];
  for (const [, own] of both) for (const pair of own) covered.add(partOf(pair));
  for (const [test, own] of one) {
    for (const part of [...own].map(partOf)) {
      if (!covered.has(part)) missing.set(part, { sql: texts.get(part) ?? part, test });
    }
  }
  return [...missing.values()];
}

/**
 * Chooses tests by a greedy search. Together with the tests that always run on both database engines, they cover every
 * pair.
 */
export function choose({ pairs }: Recorded): readonly string[] {
  const missing = new Set<string>();
  for (const own of pairs.values()) for (const pair of own) missing.add(pair);
  const cover = (own: ReadonlySet<string>): void => {
    for (const pair of own) missing.delete(pair);
  };
  for (const [name, own] of pairs) if (alwaysOnBoth(name)) cover(own);
  const chosen: string[] = [];
  while (missing.size > 0) {
    const [best] = [...pairs]
      .map(([name, own]) => ({ name, own, count: own.intersection(missing).size }))
      .sort((one, other) => other.count - one.count || one.name.localeCompare(other.name));
    if (best === undefined || best.count === 0) break;
    chosen.push(best.name);
    cover(best.own);
  }
  return chosen.sort();
}
