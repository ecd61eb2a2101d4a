// Runs the checks that neither the compiler nor Biome can do. They cover import rules, file and function sizes, SQL
// statements, the number of exports of each domain, paths and links in the documentation, and the list of tests that run
// on PostgreSQL.
import { fileURLToPath } from 'node:url';
import { readChosen } from '../test/pairs.ts';
import { chosenTestProblems } from './chosen-tests.ts';
import { contextProblems } from './context-members.ts';
import { linkProblems, navigationProblems } from './document-links.ts';
import { pathProblems } from './documented-paths.ts';
import { doorProblems } from './doors.ts';
import { partOf } from './import-rules.ts';
import { entityInDomain, fileKnots, importKnots, importProblems } from './imports.ts';
import { sizeProblems } from './sizes.ts';
import { readSources } from './source.ts';
import { statementProblems } from './statements.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const code = [
  'src/**/*.ts',
  'client/**/*.ts',
  'test/**/*.ts',
  'bench/**/*.ts',
  'scripts/**/*.{ts,js}',
  'bin/*.js',
  'integrations/*.js',
  'console/src/**/*.{ts,tsx}',
  'site/{,.vitepress/}*.ts',
];
const all = new Map(
  [...readSources(root, code)].filter(([path]) => !/\.d\.ts$|^client\/.*\.generated\.ts$/.test(path)),
);
const documents = readSources(root, ['*.md', 'docs/**/*.md', 'examples/*.md', 'console/*.md']);
/** Documents for developers that contain file paths. */
const maps = readSources(root, [
  '*.md',
  'docs/architecture.md',
  'docs/dev/*.md',
  'docs/operate/hardening.md',
  'console/*.md',
]);

const imports = importProblems(all);
const knots = [...importKnots(all, partOf), ...importKnots(all, entityInDomain), ...fileKnots(all)];

const problems = [
  ...imports,
  ...sizeProblems(all),
  ...statementProblems(all),
  ...contextProblems(all),
  ...doorProblems(all),
  ...pathProblems(root, maps),
  ...linkProblems(root, documents),
  ...navigationProblems([...documents.keys()]),
  ...chosenTestProblems(all, readChosen() ?? new Set()),
];
for (const { path, line, message } of problems) process.stdout.write(`${path}:${line}: ${message}\n`);
for (const knot of knots) process.stdout.write(`Import cycle: ${knot.join(', ')}\n`);
process.stdout.write(`${problems.length + knots.length} problems\n`);
process.exitCode = problems.length + knots.length > 0 ? 1 : 0;
