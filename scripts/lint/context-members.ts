// Limits the number of members of `Context`, which every business rule receives. A value that only one part of the
// program needs belongs to a service of that part.
import { posix } from 'node:path';
import type { Program, TSInterfaceDeclaration, TSSignature, TSType, TSTypeAliasDeclaration } from 'oxc-parser';
import { lineOf, type Problem, parse, type Sources } from './source.ts';

const contextFile = 'src/context.ts';
const maxMembers = 12;

type Declaration = TSInterfaceDeclaration | TSTypeAliasDeclaration;

/** Type declaration, and the path of the file that contains it. */
interface Declared {
  readonly path: string;
  readonly type: Declaration;
}

const declarationIn = ({ body }: Program, name: string): Declaration | undefined =>
  body
    .map((each) => (each.type === 'ExportNamedDeclaration' ? each.declaration : each))
    .filter((each) => each?.type === 'TSInterfaceDeclaration' || each?.type === 'TSTypeAliasDeclaration')
    .find(({ id }) => id.name === name);

/** Returns the path of the file that a name is imported from, and the name that this file exports. */
const importIn = ({ body }: Program, path: string, name: string): readonly [path: string, name: string] | undefined => {
  for (const each of body) {
    if (each.type !== 'ImportDeclaration') continue;
    for (const specifier of each.specifiers) {
      if (specifier.type !== 'ImportSpecifier' || specifier.local.name !== name) continue;
      const { imported } = specifier;
      const original = imported.type === 'Identifier' ? imported.name : imported.value;
      return [posix.join(posix.dirname(path), each.source.value), original];
    }
  }
  return undefined;
};

function declarationOf(sources: Sources, path: string, name: string): Declared | undefined {
  const text = sources.get(path);
  if (text === undefined) return undefined;
  const { program } = parse(path, text);
  const type = declarationIn(program, name);
  if (type !== undefined) return { path, type };
  const imported = importIn(program, path, name);
  return imported && declarationOf(sources, ...imported);
}

/** Returns the type of a property. Undefined for a method. */
const typeOf = (member: TSSignature): TSType | undefined =>
  member.type === 'TSPropertySignature' ? member.typeAnnotation?.typeAnnotation : undefined;

/**
 * Whether an object type only groups values of named types. False for an object with functions, which is a service, and
 * for an object with primitive members, which is plain data.
 */
const isBag = (members: readonly TSSignature[]): boolean =>
  members.length > 0 &&
  members.every((member) => ['TSTypeReference', 'TSTypeLiteral'].includes(typeOf(member)?.type ?? ''));

/** Counts the members of an object type, including the members of nested groups. */
const total = (sources: Sources, path: string, members: readonly TSSignature[]): number =>
  members.map((member) => countOf(sources, path, typeOf(member))).reduce((sum, count) => sum + count, 0);

function countOf(sources: Sources, path: string, type: TSType | undefined): number {
  if (type?.type === 'TSTypeLiteral') return total(sources, path, type.members);
  if (type?.type === 'TSIntersectionType')
    return type.types.map((each) => countOf(sources, path, each)).reduce((sum, count) => sum + count, 0);
  if (type?.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier') return 1;
  const declared = declarationOf(sources, path, type.typeName.name);
  if (declared?.type.type === 'TSTypeAliasDeclaration') {
    const { typeAnnotation } = declared.type;
    const isObject = typeAnnotation.type === 'TSTypeLiteral' && isBag(typeAnnotation.members);
    return isObject ? total(sources, declared.path, typeAnnotation.members) : 1;
  }
  const members = declared?.type.body.body ?? [];
  return declared !== undefined && isBag(members) ? total(sources, declared.path, members) : 1;
}

/**
 * Counts the members of `Context`. For a member that only groups values, the values in the group are counted instead.
 */
export function contextMembers(sources: Sources): { readonly count: number; readonly start: number } {
  const type = declarationOf(sources, contextFile, 'Context')?.type;
  if (type?.type !== 'TSInterfaceDeclaration') throw new Error(`${contextFile} has no interface Context.`);
  return { count: total(sources, contextFile, type.body.body), start: type.start };
}

export function contextProblems(sources: Sources): readonly Problem[] {
  const { count, start } = contextMembers(sources);
  if (count <= maxMembers) return [];
  const message = `Context has ${count} members; the limit is ${maxMembers}. Make a value that only one part of the program needs a \`service\` of that part.`;
  return [{ path: contextFile, line: lineOf(sources.get(contextFile) ?? '', start), message }];
}
