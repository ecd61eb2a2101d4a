// `policies.yaml`: a list of policies, each with a file of its own. It is read strictly, since a policy that is written
// wrongly would enforce nothing.
import { posix } from 'node:path';
import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, visit } from 'yaml';
import { isPlainText, type ListedPolicy, maxTextLength } from './policy-list.ts';
import { RefusedArchive } from './refused-archive.ts';

export const yamlFileName = 'policies.yaml';

/** A policy of a list in YAML; one of the kind `native` has a file only where it names one, and need not have a query. */
export interface YamlPolicy extends ListedPolicy {
  readonly kind: 'opa' | 'native';
}

/** What such a list may say. */
export interface YamlListing {
  /** Of each kind; the first one applies where an entry names none. */
  readonly levels: Readonly<Record<YamlPolicy['kind'], readonly string[]>>;
  readonly maxPolicies: number;
}

const keys = ['name', 'query', 'enforcement-level', 'shadow', 'kind', 'description', 'file'];
const nameForm = /^[A-Za-z0-9_-]{1,255}$/;

/** A fault with the place of a node. */
type Fail = (node: unknown, message: string) => RefusedArchive;

/** The keys of an entry with their nodes. */
type Nodes = ReadonlyMap<string, unknown>;

/** A list under way. */
interface Reading {
  readonly listing: YamlListing;
  readonly fail: Fail;
  readonly placeOf: (node: unknown) => string;
}

/** The policies in the order of the file. Throws `RefusedArchive` with file and line for the first fault. */
export function policiesInYaml(
  { name, text }: { readonly name: string; readonly text: string },
  listing: YamlListing,
): readonly YamlPolicy[] {
  try {
    return policiesOf(name, text, listing);
  } catch (error) {
    if (error instanceof RangeError) throw new RefusedArchive(`${name}:1: ${tooDeep}`);
    throw error;
  }
}

function policiesOf(name: string, text: string, listing: YamlListing): readonly YamlPolicy[] {
  const lines = new LineCounter();
  // Keys that are there twice are found below: the parser would compare each with all others.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  const [error] = document.errors;
  if (error !== undefined) {
    throw new RefusedArchive(`${name}:${lines.linePos(error.pos[0]).line}: ${reasonOf(error)}`);
  }
  const placeOf = (node: unknown) => `${name}:${lines.linePos(offsetOf(node)).line}`;
  const fail: Fail = (node, message) => new RefusedArchive(`${placeOf(node)}: ${message}`);
  visit(document, (_, node) => {
    if (isAlias(node)) throw fail(node, 'aliases are not known here');
  });
  const nodes = policyNodes(document.contents, fail);
  if (nodes.length > listing.maxPolicies) {
    throw fail(document.contents, `there are more than ${listing.maxPolicies} policies: split the policy set`);
  }
  const policies = nodes.map((node) => ({ node, policy: policyOf(node, { listing, fail, placeOf }) }));
  const seen = new Set<string>();
  for (const { node, policy } of policies) {
    if (seen.has(policy.name)) throw fail(node, `the policy ${policy.name} is there twice`);
    seen.add(policy.name);
  }
  return policies.map(({ policy }) => policy);
}

/** The parser calls itself for each level. */
const tooDeep = 'it is nested too deeply';

const reasonOf = ({ message }: Error): string =>
  message.startsWith('Maximum call stack') ? tooDeep : message.slice(0, 300);

const offsetOf = (node: unknown): number => Reflect.get(Object(node), 'range')?.[0] ?? 0;

function policyNodes(contents: Node | null, fail: Fail): readonly unknown[] {
  const top = nodesOf(contents, ['policies'], fail);
  const list = top.get('policies');
  if (!isSeq(list)) throw fail(list ?? contents, 'it must have the key policies, with a list');
  return list.items;
}

/** The values of a mapping by their keys; an unknown key is a fault. */
function nodesOf(node: unknown, known: readonly string[], fail: Fail): Nodes {
  if (!isMap(node)) throw fail(node, `this must be a mapping with the keys ${known.join(', ')}`);
  const values = new Map<string, unknown>();
  for (const { key, value } of node.items) {
    const name = isScalar(key) ? String(key.value) : '';
    if (!known.includes(name)) {
      throw fail(key, `the key ${name.slice(0, 80)} is not known; known are ${known.join(', ')}`);
    }
    if (values.has(name)) throw fail(key, `the key ${name} is there twice`);
    values.set(name, value);
  }
  return values;
}

function policyOf(node: unknown, { listing, fail, placeOf }: Reading): YamlPolicy {
  const entry: Entry = { node, nodes: nodesOf(node, keys, fail), fail };
  const name = textOf(entry, 'name') ?? '';
  if (!nameForm.test(name)) throw fault(entry, 'name', 'each policy needs a name of letters, digits, - and _');
  const kind = kindOf(entry);
  const query = textOf(entry, 'query') ?? null;
  if (kind === 'opa' && query === null) {
    throw fault(entry, 'query', `the policy ${name} needs a query, such as data.${name}.deny`);
  }
  return {
    name,
    kind,
    description: textOf(entry, 'description') ?? null,
    enforcementLevel: levelOf(entry, listing.levels[kind]),
    isShadow: shadowOf(entry),
    query,
    path: fileOf(entry, name, kind),
    place: placeOf(node),
  };
}

/** An entry under way. */
interface Entry {
  readonly node: unknown;
  readonly nodes: Nodes;
  readonly fail: Fail;
}

/** A fault of the value of a key, or of the entry where it has none. */
const fault = ({ node, nodes, fail }: Entry, key: string, message: string): RefusedArchive =>
  fail(nodes.get(key) ?? node, message);

function textOf(entry: Entry, key: string): string | undefined {
  const node = entry.nodes.get(key);
  if (node === undefined || (isScalar(node) && node.value === null)) return undefined;
  const value = isScalar(node) ? node.value : undefined;
  if (typeof value !== 'string' || value.trim() === '') throw fault(entry, key, `${key} must be a text`);
  if (isPlainText(value)) return value;
  throw fault(entry, key, `${key} is too long, or no text (the maximum is ${maxTextLength} characters)`);
}

function kindOf(entry: Entry): YamlPolicy['kind'] {
  const kind = textOf(entry, 'kind') ?? 'opa';
  if (kind === 'opa' || kind === 'native') return kind;
  throw fault(entry, 'kind', `the kind ${kind.slice(0, 80)} is not known; known are opa, native`);
}

function levelOf(entry: Entry, levels: readonly string[]): string {
  const level = textOf(entry, 'enforcement-level') ?? levels[0] ?? '';
  if (levels.includes(level)) return level;
  throw fault(
    entry,
    'enforcement-level',
    `the level ${level.slice(0, 80)} is not known; known are ${levels.join(', ')}`,
  );
}

function shadowOf(entry: Entry): boolean {
  const node = entry.nodes.get('shadow');
  if (node === undefined) return false;
  if (isScalar(node) && typeof node.value === 'boolean') return node.value;
  throw fault(entry, 'shadow', 'shadow must be true or false');
}

function fileOf(entry: Entry, name: string, kind: YamlPolicy['kind']): string | null {
  const file = textOf(entry, 'file') ?? (kind === 'opa' ? `${name}.rego` : null);
  if (file === null || isInside(file)) return file;
  throw fault(entry, 'file', `the file ${file.slice(0, 80)} is not in the folder`);
}

/** Whether a path, written with slashes, stays below the folder that it begins at. */
const isInside = (path: string): boolean =>
  !posix.isAbsolute(path) && !path.includes('\\') && posix.normalize(path) === path && !path.startsWith('../');
