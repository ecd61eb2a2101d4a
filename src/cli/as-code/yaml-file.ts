// Parses YAML files with declared records. Rejects unknown keys, checks values against schemas, and reports every error
// with its file and line.
import { type TSchema, Type } from 'typebox';
import { isMap, isScalar, isSeq } from 'yaml';
import { Exactly } from '../../jsonapi/schema.ts';
import { validate } from '../../jsonapi/validate.ts';
import { memoize } from '../../lib/functions/memoize.ts';
import { mapValues } from '../../lib/functions/records.ts';
import { withFullStop } from '../../lib/text/text.ts';
import { RefusedArchive } from '../../protocols/archives/refused-archive.ts';
import { parseYaml, type YamlFile } from '../../protocols/archives/yaml-nodes.ts';
import type { RecordValues, SourceLocation } from './model.ts';
import type { RecordKind } from './record-kind.ts';

/** A YAML file that is being read, with a callback for its errors. */
export interface YamlReading {
  readonly file: YamlFile;
  /** Reports an error at the location of a YAML node. `sentence` describes the error. */
  readonly fault: (node: unknown, sentence: string) => void;
}

/**
 * Parses a file. Returns undefined if it is not valid YAML. `addFault` is called for each error, with its file and
 * line.
 */
export function startReading(
  source: { readonly name: string; readonly text: string },
  addFault: (sentence: string) => void,
): YamlReading | undefined {
  try {
    const file = parseYaml(source);
    return { file, fault: (node, sentence) => addFault(`${file.placeOf(node)}: ${withFullStop(sentence)}`) };
  } catch (error) {
    if (!(error instanceof RefusedArchive)) throw error;
    for (const fault of error.faults) addFault(withFullStop(fault));
    return undefined;
  }
}

/** A YAML mapping, with its value nodes by key. `place` has the locations of the mapping and of its values. */
export interface YamlMapping {
  readonly node: unknown;
  readonly nodes: ReadonlyMap<string, unknown>;
  readonly place: SourceLocation;
}

/** Returns the mapping at a node, and reports its unknown keys. Undefined if the node is not a mapping. */
export function mappingOf(
  { file, fault }: YamlReading,
  node: unknown,
  known: readonly string[],
): YamlMapping | undefined {
  if (!isMap(node)) {
    fault(node ?? file.contents, `the entry must be a mapping with the keys ${known.join(', ')}`);
    return undefined;
  }
  const nodes = new Map<string, unknown>();
  const keys = new Map<string, unknown>();
  for (const { key, value } of node.items) {
    const name = isScalar(key) ? String(key.value) : '';
    if (!known.includes(name))
      fault(key, `the key ${name.slice(0, 80)} is unknown: use one of the keys ${known.join(', ')}`);
    else if (nodes.has(name)) fault(key, `the key ${name} is listed twice`);
    else {
      nodes.set(name, value);
      keys.set(name, key);
    }
  }
  return { node, nodes, place: { text: file.placeOf(node), of: (name) => file.placeOf(keys.get(name) ?? node) } };
}

/** Returns the values that match their schemas. Reports the other values as errors. */
export function valuesOf(
  { fault }: YamlReading,
  { node, nodes }: YamlMapping,
  schemas: Readonly<Record<string, TSchema>>,
): RecordValues {
  const raw = Object.fromEntries(
    [...nodes].filter(([name]) => name in schemas).map(([name, each]) => [name, plainOf(each)]),
  );
  const result = validate(optionalOf(schemas), raw);
  if ('value' in result) return raw;
  for (const { pointer = '', detail } of result.problems) fault(nodeAt(node, pointer), detail);
  return {};
}

const optionalOf = memoize((schemas: Readonly<Record<string, TSchema>>) =>
  Exactly(mapValues(schemas, (each) => Type.Optional(each))),
);

/** Returns the node at a JSON Pointer, or its deepest existing ancestor. */
function nodeAt(node: unknown, pointer: string): unknown {
  let last = node;
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    const next: unknown = isMap(last) || isSeq(last) ? last.get(isSeq(last) ? Number(name) : name, true) : undefined;
    if (next === undefined || next === null) break;
    last = next;
  }
  return last;
}

const plainOf = (node: unknown): unknown => {
  if (isMap(node))
    return Object.fromEntries(
      node.items.map(({ key, value }) => [isScalar(key) ? String(key.value) : '', plainOf(value)]),
    );
  if (isSeq(node)) return node.items.map(plainOf);
  return isScalar(node) ? node.value : null;
};

/** Returns the elements of a list. Reports an error and returns none if the node is not a list. */
export function elementsOf({ fault }: YamlReading, node: unknown, key: string): readonly unknown[] {
  if (isSeq(node)) return node.items;
  fault(node, `${key} must be a list`);
  return [];
}

/** Returns the text of a node. Reports an error and returns undefined if the node is not a text. */
function scalarText({ fault }: YamlReading, node: unknown, what: string): string | undefined {
  if (isScalar(node) && typeof node.value === 'string' && node.value.trim() !== '') return node.value;
  fault(node, `${what} must be a text`);
  return undefined;
}

/** An element of a list, with its mapping and the names that identify its record. */
interface NamedEntry {
  readonly entry: YamlMapping;
  readonly names: readonly string[];
}

/**
 * Reads a list element and the names that identify its record. `lists` contains the keys of nested lists that are also
 * allowed. If a name is missing, reports an error and returns undefined.
 */
export function namedEntry(
  reading: YamlReading,
  element: unknown,
  kind: RecordKind,
  lists: readonly string[],
): NamedEntry | undefined {
  if (kind.isText === true) {
    const text = scalarText(reading, element, `each entry of ${kind.list}`);
    const place = reading.file.placeOf(element);
    const entry = { node: element, nodes: new Map(), place: { text: place, of: () => place } };
    return text === undefined ? undefined : { entry, names: [text.toLowerCase()] };
  }
  const { names: keys, naming, noun, attributes } = kind;
  const entry = mappingOf(reading, element, [
    ...(naming === undefined ? keys : Object.keys(naming.keys)),
    ...Object.keys(attributes),
    ...lists,
  ]);
  if (entry === undefined) return undefined;
  if (naming !== undefined) {
    const names = naming.namesIn(valuesOf(reading, entry, naming.keys));
    if (names === undefined) reading.fault(element, naming.rule);
    return names && { entry, names };
  }
  const names = keys.map((key) => {
    const node = entry.nodes.get(key);
    if (node !== undefined) return scalarText(reading, node, key);
    reading.fault(element, `each ${noun} needs the key ${key}`);
    return undefined;
  });
  const known = names.filter((name) => name !== undefined);
  return known.length < keys.length ? undefined : { entry, names: known };
}
