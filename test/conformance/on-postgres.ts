// The tests of both engines, of which those on PostgreSQL run.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runFiles } from '../../scripts/test/run-files.ts';
import { withSetup } from '../../scripts/test/set-up.ts';
import { summaryLines } from '../../scripts/test/summary.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const testsOnBoth = /onEachEngine|commandsOnEachEngine|of engines\b/;

const filesOnBoth = (): readonly string[] =>
  globSync(['test/**/*.test.ts', 'src/**/*.test.ts'], { cwd: root })
    .sort()
    .filter((file) => testsOnBoth.test(readFileSync(`${root}${file}`, 'utf8')));

export const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`);

/** Runs the files that the program's arguments name, or else all, so many at once; sets the program's status. */
export const runOnPostgres = async (atOnce: number): Promise<void> => {
  const start = performance.now();
  const named = process.argv.slice(2);
  const files = named.length > 0 ? named : filesOnBoth();
  const { signal } = new AbortController();
  const summary = await withSetup(root, () => runFiles({ root, files, atOnce, signal, only: /postgres/ }));
  say(summaryLines(summary, performance.now() - start).join('\n'));
  process.exitCode = summary.failed === 0 && summary.passed > 0 ? 0 : 1;
};
