// Refuses exports that nothing imports: dead code, and functions that only their own file calls.
import { posix } from 'node:path';
import { type EcmaScriptModule, type NewExpression, Visitor } from 'oxc-parser';
import { lineOf, parse, type Sources } from './source.ts';

export interface ExportProblem {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

interface Export {
  readonly name: string;
  readonly start: number;
  /** A type that the file itself mentions describes another of its exports; so does a table, which `TablesOf` reads. */
  readonly mayBeLocal: boolean;
}

const declaresTables = /\/(tables|entity|[a-z-]+-entity)\.ts$/;
/** Every import of a module, where it is not known by name what it takes. */
const everything = '*';

function exportsOf(path: string, { staticExports }: EcmaScriptModule): readonly Export[] {
  return staticExports
    .flatMap(({ entries }) => entries)
    .flatMap(({ exportName: { name, start }, isType, moduleRequest }) =>
      name === null || start === null
        ? []
        : [{ name, start, mayBeLocal: moduleRequest === null && (isType || declaresTables.test(path)) }],
    );
}

type Use = readonly [specifier: string, name: string];

const specifierIn = (text: string, { start, end }: { readonly start: number; readonly end: number }): string =>
  text.slice(start, end).replaceAll(/^['"`]|['"`]$/g, '');

/** `new URL('./thread.ts', import.meta.url)`: the file starts as a thread or a process. */
const startedFile = ({ arguments: [first] }: NewExpression): readonly Use[] =>
  first?.type === 'Literal' && typeof first.value === 'string' ? [[first.value, everything]] : [];

function usesIn(path: string, text: string): readonly Use[] {
  const { module, program } = parse(path, text);
  const uses: Use[] = module.staticImports.flatMap(({ moduleRequest, entries }) =>
    entries.map(({ importName }): Use => [moduleRequest.value, importName.name ?? everything]),
  );
  for (const { moduleRequest, importName } of module.staticExports.flatMap(({ entries }) => entries))
    if (moduleRequest !== null) uses.push([moduleRequest.value, importName.name ?? everything]);
  for (const { moduleRequest } of module.dynamicImports) uses.push([specifierIn(text, moduleRequest), everything]);
  new Visitor({
    NewExpression: (node) => void uses.push(...startedFile(node)),
    TSImportType: ({ source }) => void uses.push([source.value, everything]),
  }).visit(program);
  return uses;
}

/** Imported names of each file's exports, `file name`. */
function importedNames(sources: Sources): ReadonlySet<string> {
  const used = [...sources].flatMap(([path, text]) =>
    usesIn(path, text).map(([specifier, name]) => {
      const target = posix.join(posix.dirname(path), specifier);
      return `${sources.has(target) ? target : target.replace(/\.js$/, '.ts')} ${name}`;
    }),
  );
  return new Set(used);
}

/** Number of times that the code of a file, without its comments, has a name. */
function mentionsOf(name: string, path: string, text: string): number {
  const { comments } = parse(path, text);
  const inComments = comments.flatMap(({ value }) => [...value.matchAll(new RegExp(`\\b${name}\\b`, 'g'))]);
  return [...text.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].length - inComments.length;
}

export function exportProblems(sources: Sources): readonly ExportProblem[] {
  const imported = importedNames(sources);
  return [...sources].flatMap(([path, text]) => {
    if (imported.has(`${path} ${everything}`)) return [];
    return exportsOf(path, parse(path, text).module)
      .filter(({ name }) => !imported.has(`${path} ${name}`))
      .filter(({ name, mayBeLocal }) => !(mayBeLocal && mentionsOf(name, path, text) > 1))
      .map(({ name, start }) => ({
        path,
        line: lineOf(text, start),
        message: `Nothing imports "${name}": delete it, or its \`export\`.`,
      }));
  });
}
