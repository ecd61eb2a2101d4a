// Finds the query builder calls in the source files that read or write tables.
import { readFileSync } from 'node:fs';
import { visitorKeys } from 'oxc-parser';
import { parse } from '../../scripts/lint/source.ts';

/** Table that a query builder call names. */
export interface TableUse {
  readonly file: string;
  /** Name of the table; undefined if the name is not a literal. */
  readonly table: string | undefined;
  readonly isWrite: boolean;
  /** Whether the table is written by a handwritten SQL statement. */
  readonly isRawWrite?: boolean;
}

/** Names of query builder methods, and of functions in `src/db/writes.ts`, that write. */
const writes = [
  'insertInto',
  'replaceInto',
  'updateTable',
  'deleteFrom',
  'mergeInto',
  'inserter',
  'updater',
  'deleter',
];
const reads = ['selectFrom', 'from', 'using', 'innerJoin', 'leftJoin', 'rightJoin', 'fullJoin', 'crossJoin'];

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

const nodesIn = (node: Node): readonly Node[] => {
  const children = (visitorKeys[String(node.type)] ?? []).flatMap((key) => node[key]).filter(isNode);
  return [node, ...children.flatMap(nodesIn)];
};

const calledName = ({ type, callee }: Node): string => {
  if (type !== 'CallExpression' || !isNode(callee)) return '';
  const name = callee.type === 'MemberExpression' ? callee.property : callee;
  return isNode(name) ? String(name.name) : '';
};

const literalsOf = (argument: unknown): readonly unknown[] => {
  if (!isNode(argument)) return [];
  if (argument.type === 'ArrayExpression' && Array.isArray(argument.elements))
    return argument.elements.flatMap(literalsOf);
  return argument.type === 'Literal' ? [argument.value] : [];
};

/** SQL keywords that write. `for update` is excluded, because it only locks rows. */
const writingWords = /\b(insert into|delete from|(?<!for )update)\b/i;

const rawSqlOf = ({ type, tag, quasi }: Node): string => {
  const isSql = type === 'TaggedTemplateExpression' && isNode(tag) && tag.name === 'sql';
  return isSql && isNode(quasi) ? JSON.stringify(quasi.quasis) : '';
};

const usesIn =
  (file: string) =>
  (node: Node): readonly TableUse[] => {
    if (writingWords.test(rawSqlOf(node))) return [{ file, table: undefined, isWrite: false, isRawWrite: true }];
    const name = calledName(node);
    const isWrite = writes.includes(name);
    if (!isWrite && !reads.includes(name)) return [];
    const [first] = Array.isArray(node.arguments) ? node.arguments : [];
    const named = literalsOf(first).filter((value) => typeof value === 'string');
    if (named.length === 0) return isWrite ? [{ file, table: undefined, isWrite }] : [];
    return named.map((value) => ({ file, table: value.split(' ')[0], isWrite }));
  };

/** Returns all tables that the query builder calls in these files name. */
export const tableUses = (files: readonly string[]): readonly TableUse[] =>
  files.flatMap((file) => {
    const program: unknown = parse(file, readFileSync(file, 'utf8')).program;
    return isNode(program) ? nodesIn(program).flatMap(usesIn(file)) : [];
  });
