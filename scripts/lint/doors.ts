// Limits the number of exports in each domain's public modules, `index.ts` and `commands.ts`. The limit keeps the
// interface of a domain small.
import { posix } from 'node:path';
import { Visitor } from 'oxc-parser';
import { type Problem, parse, type Sources } from './source.ts';

const maxNames = 45;
const door = /^src\/domains\/([a-z-]+)\/(?:index|commands)\.ts$/;

/** Counts the members of each object literal that a file exports. Returns the counts by exported name. */
function objectsIn(path: string, text: string): ReadonlyMap<string, number> {
  const objects = new Map<string, number>();
  new Visitor({
    ExportNamedDeclaration: ({ declaration }) => {
      if (declaration?.type !== 'VariableDeclaration') return;
      for (const { id, init } of declaration.declarations)
        if (id.type === 'Identifier' && init?.type === 'ObjectExpression') objects.set(id.name, init.properties.length);
    },
  }).visit(parse(path, text).program);
  return objects;
}

/**
 * Counts the exports of a public module. Each member of an exported object counts as one export. The domain's
 * declaration counts as one export in total.
 */
function namesOf(path: string, text: string, sources: Sources): number {
  const { staticExports } = parse(path, text).module;
  let names = 0;
  for (const { moduleRequest, importName } of staticExports.flatMap(({ entries }) => entries)) {
    const target = moduleRequest === null ? undefined : posix.join(posix.dirname(path), moduleRequest.value);
    const source = target === undefined ? undefined : sources.get(target);
    const objects = target === undefined || source === undefined ? undefined : objectsIn(target, source);
    names += objects?.get(importName.name ?? '') ?? 1;
  }
  return names;
}

export function doorProblems(sources: Sources): readonly Problem[] {
  return [...sources].flatMap(([path, text]) => {
    if (!door.test(path)) return [];
    const names = namesOf(path, text, sources);
    const message = `The public module has ${names} exports; the limit is ${maxNames}: export less, or split the domain.`;
    return names > maxNames ? [{ path, line: 1, message }] : [];
  });
}
