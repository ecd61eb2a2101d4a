// Checks what neither the compiler nor the linter knows: the direction of imports, the words, the sizes.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { partOf } from './import-rules.ts';
import { folderInDomain, importKnots, importProblems } from './imports.ts';
import { sizeProblems } from './sizes.ts';
import { readSources } from './source.ts';
import { wordProblems } from './words.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const code = ['src/**/*.ts', 'test/**/*.ts', 'bench/**/*.ts', 'scripts/**/*.{ts,js}', 'bin/*.js'];
const lists = ['scripts/lint/private-words.ts', 'test/lint/words.test.ts'];
const all = readSources(root, code);
const documents = readSources(root, ['*.md', 'docs/**/*.md']);
const prose = new Map([...all, ...documents].filter(([path]) => !lists.includes(path)));

interface Allowed {
  readonly imports: readonly string[];
  readonly words: Readonly<Record<string, number>>;
  readonly knots: readonly string[];
}

// NOTE: what was there when the checks came; it only shrinks, and goes when it is empty.
const allowed: Allowed = JSON.parse(readFileSync(new URL('allowed.json', import.meta.url), 'utf8'));

const imports = importProblems(all);
const newImports = imports.filter(({ path, target }) => !allowed.imports.includes(`${path} -> ${target}`));
const folderOf = (path: string): string => path.split('/').slice(0, -1).join('/') || '.';
const words = Map.groupBy(wordProblems(prose), ({ path }) => folderOf(path));
const newWords = [...words].flatMap(([folder, ofFolder]) =>
  ofFolder.length > (allowed.words[folder] ?? 0) ? ofFolder : [],
);
const knots = importKnots(all, partOf).filter((knot) => !allowed.knots.includes(knot.join(', ')));
const inside = importKnots(all, folderInDomain);

const problems = [...newImports, ...newWords, ...sizeProblems(all)];
for (const { path, line, message } of problems) process.stdout.write(`${path}:${line}: ${message}\n`);
for (const knot of knots) process.stdout.write(`Import each other in a circle: ${knot.join(', ')}\n`);
const left = [imports.length - newImports.length, [...words.values()].flat().length];
process.stdout.write(
  `${problems.length} problems; still allowed: ${left[0]} imports, ${left[1]} words; circles inside domains: ${inside.length}\n`,
);
process.exitCode = problems.length > 0 || knots.length > 0 ? 1 : 0;
