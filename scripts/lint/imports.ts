// Checks that `import-rules.ts` allows every import in production code. Domains may be imported from outside only
// through their public modules.
import { posix } from 'node:path';
import { type NewExpression, Visitor } from 'oxc-parser';
import { knotsIn } from './graph.ts';
import { mayImport, partOf, partsOfHttp } from './import-rules.ts';
import { lineOf, parse, type Sources } from './source.ts';

export interface ImportProblem {
  readonly path: string;
  readonly line: number;
  /** Path of the imported file. If the import cannot be resolved to a path, this is the import specifier. */
  readonly target: string;
  readonly message: string;
}

interface Import {
  readonly path: string;
  readonly line: number;
  /** Import specifier. Undefined if it is computed at run time. */
  readonly specifier: string | undefined;
}

const isProduction = (path: string): boolean => /^(src|client)\//.test(path) && !path.endsWith('.test.ts');

/** Returns the file that an expression such as `new URL('./thread.ts', import.meta.url)` refers to. */
function urlOfFile({ callee, arguments: [first, second] }: NewExpression): string | undefined {
  const isUrl = callee.type === 'Identifier' && callee.name === 'URL' && second?.type === 'MemberExpression';
  return isUrl && first?.type === 'Literal' && typeof first.value === 'string' ? first.value : undefined;
}

/**
 * Returns all imports in a file. They include static and dynamic imports, type imports, re-exports, and files that are
 * started as threads.
 */
function importsOf(path: string, text: string): readonly Import[] {
  const imports: Import[] = [];
  const add = (specifier: string | undefined, start: number) =>
    void imports.push({ path, line: lineOf(text, start), specifier });
  new Visitor({
    ImportDeclaration: ({ source }) => add(source.value, source.start),
    ExportAllDeclaration: ({ source }) => add(source.value, source.start),
    ExportNamedDeclaration: ({ source }) => {
      if (source !== null) add(source.value, source.start);
    },
    TSImportType: ({ source }) => add(source.value, source.start),
    TSExternalModuleReference: ({ expression }) => add(expression.value, expression.start),
    ImportExpression: ({ source, start }) =>
      add(source.type === 'Literal' && typeof source.value === 'string' ? source.value : undefined, start),
    NewExpression: (node) => {
      const file = urlOfFile(node);
      if (file?.endsWith('.ts') || file?.endsWith('.js')) add(file, node.start);
    },
  }).visit(parse(path, text).program);
  return imports;
}

/** Resolves an import specifier to a path. Undefined for a package. */
function pathOf({ path, specifier }: Import, sources: Sources): string | undefined {
  if (specifier === undefined || !specifier.startsWith('.')) return undefined;
  const target = posix.join(posix.dirname(path), specifier);
  const written = target.replace(/\.js$/, '.ts');
  return sources.has(written) ? written : target;
}

function specifierMessage({ path, specifier }: Import): string | undefined {
  if (specifier === undefined)
    return 'The specifier of an import must be a literal, so that the import can be checked.';
  if (partOf(path) === 'client') return 'The client may import only its own files, because it also runs in browsers.';
  if (/^([/#]|file:|tipstaff(\/|$))/.test(specifier)) return 'Import a file of this repository by a relative path.';
  if (/^(node:)?http(s|2)?$/.test(specifier) && !partsOfHttp.includes(partOf(path)))
    return 'Do not import the HTTP modules here: read bytes from a `ByteSource`, and request headers from a `ClientRequest`.';
  return undefined;
}

/** Returns the reason why one file must not import another file. Undefined if the import is allowed. */
function pathMessage(path: string, target: string): string | undefined {
  if (!isProduction(target))
    return target.startsWith('src/') || /^(test|bench|scripts)\//.test(target)
      ? 'Production code must not import tests or tools.'
      : undefined;
  const [from, to] = [partOf(path), partOf(target)];
  if (from === to) return undefined;
  if (mayImport[from] === undefined)
    return `${from} is missing from scripts/lint/import-rules.ts: add it with the parts that it may import.`;
  if (!mayImport[from].includes(to))
    return `${from} must not import ${to}: see the import rules in docs/architecture.md.`;
  if (!to.startsWith('domains/') || to.endsWith('.ts')) return undefined;
  const doors = from === 'cli' ? ['commands.ts', 'index.ts'] : ['index.ts'];
  return doors.some((door) => target === `src/${to}/${door}`)
    ? undefined
    : `Import ${to} only through its ${doors.join(' or ')}.`;
}

function problemOf(one: Import, sources: Sources): readonly ImportProblem[] {
  const { path, line, specifier } = one;
  const target = pathOf(one, sources);
  const message = target === undefined ? specifierMessage(one) : pathMessage(path, target);
  return message === undefined ? [] : [{ path, line, target: target ?? specifier ?? '(computed)', message }];
}

const productionImports = (sources: Sources): readonly Import[] =>
  [...sources].flatMap(([path, text]) => (isProduction(path) ? importsOf(path, text) : []));

export function importProblems(sources: Sources): readonly ImportProblem[] {
  return productionImports(sources).flatMap((one) => problemOf(one, sources));
}

type GroupOf = (path: string) => string | undefined;

function knotsOf(imports: readonly Import[], sources: Sources, groupOf: GroupOf): readonly (readonly string[])[] {
  const edges = imports.flatMap((one) => {
    const target = pathOf(one, sources);
    const [from, to] = [groupOf(one.path), target === undefined ? undefined : groupOf(target)];
    return from === undefined || to === undefined || from === to ? [] : [[from, to] as const];
  });
  return knotsIn(edges);
}

/**
 * Returns import cycles between groups of files. `groupOf` returns the group of a path, such as a part of `src` or an
 * entity of a domain.
 */
export const importKnots = (sources: Sources, groupOf: GroupOf): readonly (readonly string[])[] =>
  knotsOf(productionImports(sources), sources, (path) => (/^(src|client)\//.test(path) ? groupOf(path) : undefined));

/** Returns import cycles between files. Type imports and lazily loaded pages count as imports. */
export const fileKnots = (sources: Sources): readonly (readonly string[])[] =>
  knotsOf(
    [...sources].flatMap(([path, text]) => importsOf(path, text)),
    sources,
    (path) => path,
  );

/**
 * Returns the path of a file's folder inside its domain, or the file itself if it is in the domain's root. Undefined
 * outside the domains.
 */
export function entityInDomain(path: string): string | undefined {
  const parts = path.split('/');
  return parts[1] === 'domains' && parts.length > 3 ? parts.slice(1, 4).join('/') : undefined;
}
