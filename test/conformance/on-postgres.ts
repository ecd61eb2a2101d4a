// Runs the tests that use both engines, but only on PostgreSQL.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runTests } from '../../scripts/test/run.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const testsOnBoth = /onEachEngine|commandsOnEachEngine|of engines\b/;

const filesOnBoth = (): readonly string[] =>
  globSync(['test/**/*.test.ts', 'src/**/*.test.ts'], { cwd: root })
    .sort()
    .filter((file) => testsOnBoth.test(readFileSync(`${root}${file}`, 'utf8')));

/** Runs the files that the program's arguments name, or all files, and sets the exit status. */
export const runOnPostgres = (options: { readonly atOnce?: number } = {}): Promise<void> => {
  const named = process.argv.slice(2);
  return runTests({ root, files: named.length > 0 ? named : filesOnBoth(), only: /postgres/, ...options });
};
