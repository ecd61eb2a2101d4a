import { createHash, randomFillSync } from 'node:crypto';
import { base58, drawText } from '../lib/text/random-text.ts';

const idLength = 16;

/** Buffer of random bytes. Generating each byte separately would take ten times as long. */
const pool = Buffer.alloc(4_096);
let used = pool.length;

/**
 * Returns random bytes for values that are not secret. They must not be used for secrets, because they stay in memory
 * for some time.
 */
const pooledBytes = (length: number): Buffer => {
  if (used + length > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += length;
  return pool.subarray(used - length, used);
};

/** Prefixes of identifiers, one for each type of record. */
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
  'parov',
  'poleval',
  'polex',
  'polexreq',
  'poldel',
  'polapp',
  'tws',
  'tprj',
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

/**
 * Returns a new identifier, such as `pol-4xT9bQ7mZr2KfWns`. It consists of a prefix, `-`, and 16 base-58 characters.
 */
export const newId = (prefix: IdPrefix): string => `${prefix}-${drawText(base58, idLength, pooledBytes)}`;

/**
 * Derives an identifier from texts, for records that have no stored identifier. Equal texts result in equal
 * identifiers.
 */
export const idOf = (prefix: IdPrefix, texts: readonly string[]): string => {
  const digest = createHash('sha256').update(JSON.stringify(texts)).digest().subarray(0, idLength);
  return `${prefix}-${[...digest].map((byte) => base58[byte % base58.length]).join('')}`;
};

/** Whether a text has the form of an identifier with this prefix. */
export const isIdForm = (prefix: IdPrefix, text: string): boolean =>
  text.length === prefix.length + 1 + idLength &&
  text.startsWith(`${prefix}-`) &&
  [...text.slice(-idLength)].every((character) => base58.includes(character));

/** Whether a text has the form of an identifier with any prefix. */
export const isAnyIdForm = (text: string): boolean => idPrefixes.some((prefix) => isIdForm(prefix, text));
