// Collects the sensitive values that were masked, and finds other occurrences of them.
import { numberText } from '../../lib/json/exact-json.ts';
import { isObject, withValues } from '../../lib/json/json-tree.ts';

/** Text that replaces a sensitive value. */
export const mask = '(sensitive value)';

/**
 * Minimum length in characters of values that are also masked outside of the flagged locations. Shorter values may
 * occur there by chance.
 */
const minLength = 4;
/** Minimum length in characters of values that are masked as part of a longer text. */
const minLengthWithin = 8;

/** Members that identify a resource. They are never masked, because a plan is unusable without them. */
const identityMembers = new Set(['address', 'previous_address', 'module_address', 'mode', 'type', 'name']);
const structuralMembers = new Set(['actions', 'provider_name', 'provider_config_key', 'format_version']);

/** Collects sensitive values, and masks all other occurrences. */
export class SecretValues {
  private readonly values = new Set<string>();
  /** Lengths of the values that have at least `minLengthWithin` characters, by their first characters. */
  private readonly lengths = new Map<string, Set<number>>();
  /**
   * Contains 1 at the hash of the first characters of each value, and 0 everywhere else, so that most positions in a
   * text can be skipped quickly.
   */
  private readonly starts = new Uint8Array(hashSize);
  private masked = 0;

  /** Number of values that were masked because they are flagged. */
  get count(): number {
    return this.masked;
  }

  /** Returns the mask for a flagged value. Null is kept, because the absence of a value is not a secret. */
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

  /** Returns a document in which the collected values are masked, both as whole values and as parts of texts. */
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

  /** Returns a masked value in which the collected values are also masked in object keys. */
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
