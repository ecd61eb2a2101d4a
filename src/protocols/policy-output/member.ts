// Reads the members of an output, in the forms that policy libraries give them.

import { numberText } from '../../lib/json/exact-json.ts';
import { isObject } from '../../lib/json/json-tree.ts';
import { addressOf } from './resource-address.ts';
import { type Severity, severityOf } from './severity.ts';

/** The members of an object that say something, by what they say; the first that says it counts. */
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

/** Objects within an object that say more about the same thing. */
const nested = ['details', 'metadata', 'meta'];

/** Facts of a member of an output; undefined where it does not say them. */
export interface MemberFacts {
  readonly address: string | undefined;
  readonly message: string | undefined;
  /** A dotted path within the resource. */
  readonly attribute: string | undefined;
  readonly severity: Severity | undefined;
  readonly fix: string | undefined;
}

export function memberFacts(member: unknown): MemberFacts {
  const sources = sourcesIn(member);
  const first = <Value>(kind: keyof typeof names, read: (value: unknown) => Value | undefined): Value | undefined => {
    for (const source of sources) {
      const fact = firstIn(source, names[kind], read);
      if (fact !== undefined) return fact.value;
    }
    return undefined;
  };
  return {
    address: addressOf(member),
    message: typeof member === 'string' ? member : first('message', textIn),
    attribute: first('attribute', pathIn),
    severity: first('severity', severityOf),
    fix: first('fix', textIn),
  };
}

/** The sentence of an object, and the name of the member that has it. */
export const messageIn = (member: object): { readonly name: string; readonly value: string } | undefined =>
  firstIn(member, names.message, textIn);

/** The object itself, then the objects within it that say more; none for anything else. */
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

/** A path may be a text, a list of its steps, or a list of paths, of which the first counts. */
function pathIn(value: unknown): string | undefined {
  if (!Array.isArray(value)) return textIn(value);
  const [head]: readonly unknown[] = value;
  const path: readonly unknown[] = Array.isArray(head) ? head : value;
  const steps = path.map((step) => textIn(step) ?? numberText(step));
  return steps.length === 0 || steps.includes(undefined) ? undefined : steps.join('.');
}
