// The sensitive values that were masked, and where else they occur.
import { numberText } from '../../lib/json/exact-json.ts';
import { isObject, withValues } from '../../lib/json/json-tree.ts';

/** Text in the place of a sensitive value. */
export const mask = '(sensitive value)';

/** Shorter values are masked only where they are flagged: they occur by chance. In characters. */
const minLength = 4;
/** As part of a longer text, a value is masked from this length on. */
const minLengthWithin = 8;

/** Members that identify a resource: they stay, since a plan without them is none. */
const identityMembers = new Set(['address', 'previous_address', 'module_address', 'mode', 'type', 'name']);
const structuralMembers = new Set(['actions', 'provider_name', 'provider_config_key', 'format_version']);

/** Collects sensitive values, and masks them wherever they occur again. */
export class SecretValues {
  private readonly values = new Set<string>();
  /** The lengths of the values with the same start. */
  private readonly lengths = new Map<string, Set<number>>();
  /** A bit for the hash of each start of a value, so that nearly every place in a text costs a few instructions. */
  private readonly starts = new Uint8Array(hashSize);
  private masked = 0;

  /** Number of values that were masked where they are flagged. */
  get count(): number {
    return this.masked;
  }

  /** The mask for a value that is flagged. What is null stays: that nothing is there is no secret. */
  hide(value: unknown): unknown {
    if (value === null || value === undefined) return value;
    this.masked += 1;
    this.collect(value);
    return mask;
  }

  private collect(value: unknown): void {
    const text = typeof value === 'string' ? value : numberText(value);
    if (text !== undefined) this.add(text);
    else if (Array.isArray(value)) for (const each of value) this.collect(each);
    else if (isObject(value)) for (const each of Object.values(value)) this.collect(each);
  }

  private add(text: string): void {
    if (text.length < minLength || text === mask || this.values.has(text)) return;
    this.values.add(text);
    if (text.length < minLengthWithin) return;
    const start = text.slice(0, minLengthWithin);
    this.lengths.set(start, (this.lengths.get(start) ?? new Set()).add(text.length));
    this.starts[hashOf(start, 0)] = 1;
  }

  /** A document with the collected values masked, wherever they are a whole value or part of a text. */
  removedFrom(value: unknown): unknown {
    if (this.values.size === 0) return value;
    if (typeof value === 'string') return this.values.has(value) ? mask : this.removedWithin(value);
    if (Array.isArray(value)) return value.map((each) => this.removedFrom(each));
    const number = numberText(value);
    if (number !== undefined) return this.values.has(number) ? mask : value;
    if (!isObject(value)) return value;
    const isResource = 'address' in value && 'mode' in value && 'type' in value;
    return withValues(value, (key, member) => (isKept(key, isResource) ? member : this.removedFrom(member)));
  }

  /** A value that is masked already, with the collected values masked in the keys of its objects, too. */
  removedFromKeys(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((each) => this.removedFromKeys(each));
    if (!isObject(value) || numberText(value) !== undefined) return value;
    const members = Object.entries(value);
    return Object.fromEntries(
      members.map(([key, each]) => [String(this.removedFrom(key)), this.removedFromKeys(each)]),
    );
  }

  private removedWithin(text: string): string {
    if (text.length < minLengthWithin || this.lengths.size === 0) return text;
    const pieces: string[] = [];
    let from = 0;
    for (let at = 0; at + minLengthWithin <= text.length; at += 1) {
      const match = this.starts[hashOf(text, at)] === 1 ? this.matchAt(text, at) : undefined;
      if (match === undefined) continue;
      pieces.push(text.slice(from, at), mask);
      from = at + match.length;
      at = from - 1;
    }
    return from === 0 ? text : [...pieces, text.slice(from)].join('');
  }

  private matchAt(text: string, at: number): string | undefined {
    const lengths = this.lengths.get(text.slice(at, at + minLengthWithin)) ?? [];
    return [...lengths]
      .sort((a, b) => b - a)
      .map((length) => text.slice(at, at + length))
      .find((part) => this.values.has(part));
  }
}

const isKept = (key: string, isResource: boolean): boolean =>
  structuralMembers.has(key) || (isResource && identityMembers.has(key));

const hashSize = 1 << 20;

function hashOf(text: string, at: number): number {
  let hash = 0;
  for (let index = at; index < at + minLengthWithin; index += 1) hash = (hash * 31 + text.charCodeAt(index)) | 0;
  return (hash ^ (hash >>> 15)) & (hashSize - 1);
}
