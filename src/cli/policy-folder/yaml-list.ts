// `policies.yaml`: the policies of a folder, read strictly, since a policy that is written wrongly would enforce nothing.
import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, visit } from 'yaml';
import type { NotChecked } from '../command.ts';
import { faultAt, levelsOfKind, type PolicyEntry } from './listed-policy.ts';
import { isInside } from './paths.ts';

const keys = ['name', 'query', 'enforcement-level', 'shadow', 'kind', 'description', 'file'];
const nameForm = /^[A-Za-z0-9_-]{1,255}$/;

type Fail = (node: unknown, message: string) => NotChecked;

/** The keys of an entry with their nodes. */
type Nodes = ReadonlyMap<string, unknown>;

/** Reads a list; throws `NotChecked` with file and line for the first fault. */
export function policiesInYaml(file: string, text: string): readonly PolicyEntry[] {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [error] = document.errors;
  if (error !== undefined) throw faultAt(file, lines.linePos(error.pos[0]).line, error.message);
  const fail: Fail = (node, message) => faultAt(file, lines.linePos(offsetOf(node)).line, message);
  visit(document, (_, node) => {
    if (isAlias(node)) throw fail(node, 'aliases are not known here');
  });
  const policies = policyNodes(document.contents, fail).map((node) => ({ node, entry: entryOf(node, fail) }));
  const seen = new Set<string>();
  for (const { node, entry } of policies) {
    if (seen.has(entry.name)) throw fail(node, `the policy ${entry.name} is there twice`);
    seen.add(entry.name);
  }
  return policies.map(({ entry }) => entry);
}

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
  return new Map(
    node.items.map(({ key, value }) => {
      const name = isScalar(key) ? String(key.value) : '';
      if (!known.includes(name)) throw fail(key, `the key ${name} is not known; known are ${known.join(', ')}`);
      return [name, value];
    }),
  );
}

function entryOf(node: unknown, fail: Fail): PolicyEntry {
  const entry: Entry = { node, nodes: nodesOf(node, keys, fail), fail };
  const name = textOf(entry, 'name') ?? '';
  if (!nameForm.test(name)) throw fault(entry, 'name', 'each policy needs a name of letters, digits, - and _');
  const kind = kindOf(entry);
  const query = textOf(entry, 'query') ?? null;
  if (kind === 'opa' && query === null) {
    throw fault(entry, 'query', `the policy ${name} needs a query, such as data.${name}.deny`);
  }
  const description = textOf(entry, 'description') ?? null;
  const [enforcementLevel, isShadow] = [levelOf(entry, kind), shadowOf(entry)];
  return { name, kind, description, enforcementLevel, isShadow, query, file: fileOf(entry, name, kind) };
}

/** An entry under way. */
interface Entry {
  readonly node: unknown;
  readonly nodes: Nodes;
  readonly fail: Fail;
}

/** A fault of the value of a key, or of the entry where it has none. */
const fault = ({ node, nodes, fail }: Entry, key: string, message: string): NotChecked =>
  fail(nodes.get(key) ?? node, message);

function textOf(entry: Entry, key: string): string | undefined {
  const value = entry.nodes.get(key);
  if (value === undefined || (isScalar(value) && value.value === null)) return undefined;
  if (isScalar(value) && typeof value.value === 'string' && value.value.trim() !== '') return value.value;
  throw fault(entry, key, `${key} must be a text`);
}

function kindOf(entry: Entry): PolicyEntry['kind'] {
  const kind = textOf(entry, 'kind') ?? 'opa';
  if (kind === 'opa' || kind === 'native') return kind;
  throw fault(entry, 'kind', `the kind ${kind} is not known; known are opa, native`);
}

function levelOf(entry: Entry, kind: PolicyEntry['kind']): string {
  const levels = levelsOfKind[kind];
  const level = textOf(entry, 'enforcement-level') ?? levels[0] ?? '';
  if (levels.includes(level)) return level;
  throw fault(entry, 'enforcement-level', `the level ${level} is not known; known are ${levels.join(', ')}`);
}

function shadowOf(entry: Entry): boolean {
  const value = entry.nodes.get('shadow');
  if (value === undefined) return false;
  if (isScalar(value) && typeof value.value === 'boolean') return value.value;
  throw fault(entry, 'shadow', 'shadow must be true or false');
}

function fileOf(entry: Entry, name: string, kind: PolicyEntry['kind']): string | null {
  const file = textOf(entry, 'file') ?? (kind === 'opa' ? `${name}.rego` : null);
  if (file === null || isInside(file)) return file;
  throw fault(entry, 'file', `the file ${file} is not in the folder`);
}
