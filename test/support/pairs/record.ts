// Records the SQL statements that each test runs on SQLite, with their outcomes. This record decides which tests also
// run on PostgreSQL.
import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAllTests } from '../../../scripts/test/guard.ts';
import type { PairsFile } from '../../../scripts/test/pairs.ts';
import type { Database } from '../../../src/db/database.ts';
import { withStatementLog } from '../../../src/db/statement-log.ts';
import { partsOf } from './statement-parts.ts';

// biome-ignore lint/style/noProcessEnv: from the program that runs all tests
const folder = process.env.TEST_PAIRS_FOLDER;

const presentTest = new AsyncLocalStorage<Set<string>>();
const recorded = new Map<string, Set<string>>();
const texts = new Map<string, string>();

/** Runs a test and records its SQL statements under the test's name. */
export function recordTest<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (folder === undefined) return work();
  const pairs = recorded.get(name) ?? new Set();
  recorded.set(name, pairs);
  return presentTest.run(pairs, work);
}

const outcomeOf = (rows: number | undefined, hasFailed: boolean): string =>
  hasFailed ? 'failure' : rows === 0 ? 'none' : 'rows';

/** Wraps a database, so that its statements are recorded for the test that opened it. */
export function withRecord(database: Database): Database {
  const pairs = presentTest.getStore();
  if (pairs === undefined || database.engine !== 'sqlite') return database;
  return withStatementLog(database, ({ sql, rows, ...ended }) => {
    for (const { id, text } of partsOf(sql('postgres'))) {
      texts.set(id, text);
      pairs.add(`${id} ${outcomeOf(rows, 'error' in ended)}`);
    }
  });
}

afterAllTests(async () => {
  if (folder === undefined || recorded.size === 0) return;
  const file: PairsFile = {
    pairs: Object.fromEntries([...recorded].map(([name, pairs]) => [name, [...pairs]])),
    texts: Object.fromEntries(texts),
  };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${process.pid}.json`), JSON.stringify(file));
});
