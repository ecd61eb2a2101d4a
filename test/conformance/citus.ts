// `npm run test:conformance -- citus`: the tests of both engines, those of PostgreSQL on a Citus cluster. `REEVE_CITUS_URL` is
// the address of an empty database on its coordinator, with the extension and the workers, as a superuser who may make
// databases on every node. Further arguments are files; without any, all that test on both engines.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runFiles } from '../../scripts/test/run-files.ts';
import { withSetup } from '../../scripts/test/set-up.ts';
import { summaryLines } from '../../scripts/test/summary.ts';
import { clusterUrl } from '../support/citus.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const testsOnBoth = /onEachEngine|commandsOnEachEngine|of engines\b/;

const filesOnBoth = (): readonly string[] =>
  globSync(['test/**/*.test.ts', 'src/**/*.test.ts'], { cwd: root })
    .sort()
    .filter((file) => testsOnBoth.test(readFileSync(`${root}${file}`, 'utf8')));

const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`);

if (clusterUrl === undefined) say('Citus: skipped, since REEVE_CITUS_URL names no cluster.');
else {
  const start = performance.now();
  const named = process.argv.slice(2);
  const summary = await withSetup(root, () =>
    runFiles({
      root,
      files: named.length > 0 ? named : filesOnBoth(),
      // Each has a database of its own on every node.
      atOnce: 2,
      signal: new AbortController().signal,
      only: /postgres/,
    }),
  );
  say(summaryLines(summary, performance.now() - start).join('\n'));
  process.exitCode = summary.failed === 0 ? 0 : 1;
}
