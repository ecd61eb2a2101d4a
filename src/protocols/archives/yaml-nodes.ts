// Strict YAML reader that knows the line number of every value and refuses unknown content.
import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, visit } from 'yaml';
import { isPlainText, maxTextLength } from './plain-text.ts';
import { RefusedArchive } from './refused-archive.ts';

/** Creates an error with the file and line of a node. */
export type Fail = (node: unknown, message: string) => RefusedArchive;

export interface YamlFile {
  readonly contents: Node | null;
  readonly fail: Fail;
  /** Returns the file and line of a node. */
  readonly placeOf: (node: unknown) => string;
}

/** Parses a file. Throws `RefusedArchive`, with file and line, if it is not valid YAML or contains aliases. */
export function parseYaml({ name, text }: { readonly name: string; readonly text: string }): YamlFile {
  try {
    return parsed(name, text);
  } catch (error) {
    if (error instanceof RangeError) throw new RefusedArchive(`${name}:1: ${tooDeep}`);
    throw error;
  }
}

/** Message for a file that overflows the stack. The parser is recursive, so deep nesting can cause this. */
const tooDeep = 'the file is nested too deeply';

function parsed(name: string, text: string): YamlFile {
  const lines = new LineCounter();
  // Duplicate keys are detected in `nodesOf`, because the parser would compare each key with all others.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  const [error] = document.errors;
  if (error !== undefined) {
    throw new RefusedArchive(`${name}:${lines.linePos(error.pos[0]).line}: ${reasonOf(error)}`);
  }
  const placeOf = (node: unknown) => `${name}:${lines.linePos(offsetOf(node)).line}`;
  const fail: Fail = (node, message) => new RefusedArchive(`${placeOf(node)}: ${message}`);
  visit(document, (_, node) => {
    if (isAlias(node)) throw fail(node, 'aliases are not supported');
  });
  return { contents: document.contents, fail, placeOf };
}

const reasonOf = ({ message }: Error): string =>
  message.startsWith('Maximum call stack') ? tooDeep : message.slice(0, 300);

const offsetOf = (node: unknown): number => Reflect.get(Object(node), 'range')?.[0] ?? 0;

/** YAML mapping that is being read. `nodes` maps each key to the node of its value. */
export interface Entry {
  readonly node: unknown;
  readonly nodes: ReadonlyMap<string, unknown>;
  readonly fail: Fail;
}

/** Reads a mapping. An unknown key or a duplicate key is an error. */
export function entryOf(node: unknown, known: readonly string[], fail: Fail): Entry {
  if (!isMap(node)) throw fail(node, `the entry must be a mapping with the keys ${known.join(', ')}`);
  const nodes = new Map<string, unknown>();
  for (const { key, value } of node.items) {
    const name = isScalar(key) ? String(key.value) : '';
    if (!known.includes(name)) {
      throw fail(key, `the key ${name.slice(0, 80)} is unknown: use one of the keys ${known.join(', ')}`);
    }
    if (nodes.has(name)) throw fail(key, `the key ${name} is listed twice`);
    nodes.set(name, value);
  }
  return { node, nodes, fail };
}

/** Creates an error at the value of a key, or at the mapping if the key is missing. */
export const faultIn = ({ node, nodes, fail }: Entry, key: string, message: string): RefusedArchive =>
  fail(nodes.get(key) ?? node, message);

/** Reads each element of a list. Throws one `RefusedArchive` with the errors of all invalid elements. */
export function readEach<Value>(nodes: readonly unknown[], read: (node: unknown) => Value): readonly Value[] {
  const faults: string[] = [];
  const values = nodes.flatMap((node) => {
    try {
      return [read(node)];
    } catch (error) {
      if (!(error instanceof RefusedArchive)) throw error;
      faults.push(error.message);
      return [];
    }
  });
  const [first, ...others] = faults;
  if (first !== undefined) throw new RefusedArchive(first, others.slice(0, maxFaults - 1));
  return values;
}

const maxFaults = 20;

/** Returns the elements of the list at a top-level key. `others` are the other allowed top-level keys. */
export function listedIn({ contents, fail }: YamlFile, key: string, others: readonly string[]) {
  const entry = entryOf(contents, [key, ...others], fail);
  const list = entry.nodes.get(key);
  if (!isSeq(list)) throw fail(list ?? contents, `the file must have the key ${key}, with a list`);
  return { nodes: list.items, entry };
}

/**
 * Returns the text at a key, or undefined if the entry does not have the key or the value is null. An empty text is an
 * error.
 */
export function textIn(entry: Entry, key: string): string | undefined {
  const node = entry.nodes.get(key);
  if (node === undefined || (isScalar(node) && node.value === null)) return undefined;
  const value = isScalar(node) ? node.value : undefined;
  if (typeof value !== 'string' || value.trim() === '') throw faultIn(entry, key, `${key} must be a text`);
  if (isPlainText(value)) return value;
  throw faultIn(
    entry,
    key,
    `${key} is longer than ${maxTextLength} characters, or has characters that cannot be stored`,
  );
}

/** Returns the boolean at a key, or undefined if the entry does not have the key. */
export function flagIn(entry: Entry, key: string): boolean | undefined {
  const node = entry.nodes.get(key);
  if (node === undefined) return undefined;
  if (isScalar(node) && typeof node.value === 'boolean') return node.value;
  throw faultIn(entry, key, `${key} must be true or false`);
}
