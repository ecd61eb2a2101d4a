// Reads facts from the members of a policy's output, in the forms of common policy libraries.

import { numberText } from '../../lib/json/exact-json.ts';
import { isObject } from '../../lib/json/json-tree.ts';
import { addressNames, addressOf } from './resource-address.ts';
import { type Severity, severityOf } from './severity.ts';

/** Names of object members, by the fact they contain. The first name for which the object has a value is used. */
const names = {
  message: [
    'message',
    'msg',
    'rule_message',
    'reason',
    'violation',
    'description',
    'details',
    'summary',
    'rule_summary',
    'title',
    'error',
    'keyActualValue',
  ],
  attribute: ['attribute', 'attribute_path', 'field', 'path', 'violation_path', 'attributes'],
  severity: ['severity', 'rule_severity'],
  fix: ['fix', 'remediation', 'solution', 'recommendation'],
} as const;

/** Names of nested objects that may contain further facts. */
const nested = ['details', 'metadata', 'meta'];

/** Facts about an output member. Each is undefined if the member does not contain it. */
export interface MemberFacts {
  readonly address: string | undefined;
  readonly message: string | undefined;
  /** Dotted path within the resource. */
  readonly attribute: string | undefined;
  readonly severity: Severity | undefined;
  readonly fix: string | undefined;
}

export const memberFacts = (member: unknown): MemberFacts => read(member).facts;

/** Splits a member into its facts and a JSON object with everything else, including the rest of nested objects. */
export function splitMember(member: object): { readonly facts: MemberFacts; readonly others: object } {
  const { facts, sources, used } = read(member);
  const named = facts.address === undefined ? [] : addressNames;
  const rest = (source: object, known: readonly string[] = used.get(source) ?? []): object => {
    const entries = Object.entries(source).filter(([name]) => !known.includes(name));
    const values = entries.map(([name, value]) => [name, sources.includes(value) ? rest(value) : value] as const);
    return Object.fromEntries(values.filter(([, value]) => !isEmpty(value)));
  };
  return { facts, others: rest(member, [...named, ...(used.get(member) ?? [])]) };
}

const isEmpty = (value: unknown): boolean =>
  value === '' || value === null || (typeof value === 'object' && Object.keys(value).length === 0);

/** Returns the facts of a member, the objects that contain them, and the names that were used from each object. */
function read(member: unknown) {
  const sources = sourcesIn(member);
  const used = new Map<object, readonly string[]>();
  const first = <Value>(
    kind: keyof typeof names,
    valueIn: (value: unknown) => Value | undefined,
  ): Value | undefined => {
    for (const source of sources) {
      const fact = firstIn(source, names[kind], valueIn);
      if (fact === undefined) continue;
      used.set(source, [...(used.get(source) ?? []), fact.name]);
      return fact.value;
    }
    return undefined;
  };
  const facts: MemberFacts = {
    address: addressOf(member),
    message: typeof member === 'string' ? member : first('message', textIn),
    attribute: first('attribute', pathIn),
    severity: first('severity', severityOf),
    fix: first('fix', textIn),
  };
  return { facts, sources, used };
}

/** Returns an object and its nested objects that may contain facts. Empty for anything else. */
function sourcesIn(member: unknown): readonly object[] {
  if (!isObject(member)) return [];
  return [member, ...nested.map((name) => ownValue(member, name)).filter(isObject)];
}

function firstIn<Value>(source: object, keys: readonly string[], read: (value: unknown) => Value | undefined) {
  for (const name of keys) {
    const value = read(ownValue(source, name));
    if (value !== undefined) return { name, value };
  }
  return undefined;
}

const ownValue = (source: object, name: string): unknown =>
  Object.hasOwn(source, name) ? Reflect.get(source, name) : undefined;

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

/** Reads a path: a text, a list of steps, or a list of paths, of which the first one is used. */
function pathIn(value: unknown): string | undefined {
  if (!Array.isArray(value)) return textIn(value);
  const [head]: readonly unknown[] = value;
  const path: readonly unknown[] = Array.isArray(head) ? head : value;
  const steps = path.map((step) => textIn(step) ?? numberText(step));
  return steps.length === 0 || steps.includes(undefined) ? undefined : steps.join('.');
}
