import { createHash, randomFillSync } from 'node:crypto';
import { base58, drawText } from '../lib/text/random-text.ts';

const idLength = 16;

/** Random bytes to come, drawn together: one by one, they would cost ten times as much. */
const pool = Buffer.alloc(4_096);
let used = pool.length;

/** Random bytes for what is no secret, since those to come are in memory. */
const pooledBytes = (length: number): Buffer => {
  if (used + length > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += length;
  return pool.subarray(used - length, used);
};

/** The prefixes of identifiers, by the kind of record. */
export const idPrefixes = [
  'pol',
  'polrev',
  'polset',
  'polsetver',
  'polver',
  'user',
  'org',
  'ou',
  'team',
  'at',
  'sess',
  'drp',
  'fs',
  'sub',
  'mod',
  'modver',
  'moddep',
  'prj',
  'ws',
  'tb',
  'var',
  'poleval',
  'polex',
  'poldel',
  'polrt',
  'polrtc',
  'psout',
  'polchg',
  'polin',
  'polrep',
  'polrepin',
  'identity',
  'idp',
] as const;

export type IdPrefix = (typeof idPrefixes)[number];

/** A new identifier such as `pol-4xT9bQ7mZr2KfWns`: prefix, `-`, 16 base-58 characters. */
export const newId = (prefix: IdPrefix): string => `${prefix}-${drawText(base58, idLength, pooledBytes)}`;

/** The identifier of what has none but is known by these texts: the same texts have the same one. */
export const idOf = (prefix: IdPrefix, texts: readonly string[]): string => {
  const digest = createHash('sha256').update(JSON.stringify(texts)).digest().subarray(0, idLength);
  return `${prefix}-${[...digest].map((byte) => base58[byte % base58.length]).join('')}`;
};

/** True if a text has the form of an identifier of this kind. */
export const isIdForm = (prefix: IdPrefix, text: string): boolean =>
  text.length === prefix.length + 1 + idLength &&
  text.startsWith(`${prefix}-`) &&
  [...text.slice(-idLength)].every((character) => base58.includes(character));

/** True if a text has the form of an identifier of any kind. */
export const isAnyIdForm = (text: string): boolean => idPrefixes.some((prefix) => isIdForm(prefix, text));
