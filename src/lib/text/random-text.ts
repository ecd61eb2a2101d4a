import { randomBytes } from 'node:crypto';

/** Digits and letters, without characters that look alike. */
export const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const base62 = `0Il${base58}O`;

/**
 * Draws `length` characters of `alphabet`, all with equal probability. The alphabet has at most 64 characters. `bytes`
 * returns random bytes.
 */
export const drawText = (alphabet: string, length: number, bytes: (count: number) => Uint8Array): string => {
  const drawn: string[] = [];
  while (drawn.length < length) {
    for (const byte of bytes(length * 2)) {
      const character = alphabet[byte & 63];
      if (character !== undefined && drawn.length < length) drawn.push(character);
    }
  }
  return drawn.join('');
};

/** Returns `length` random base-62 characters. */
export const randomText = (length: number): string => drawText(base62, length, randomBytes);
