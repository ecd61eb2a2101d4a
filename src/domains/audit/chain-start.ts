// Start of the audit chain in the database, which is the head after the last archived record. The start has its own
// seal, so that somebody with write access to the database but without the key cannot move it.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Reader, Transaction } from '../../db/database.ts';
import { lockState, readState, storeState, storeStateOnce } from '../../runtime/state/instance-state.ts';
import { emptyChain, type Head, headText, readStartHead } from './chain-head.ts';

const sealOf = (key: Buffer, head: Head): string =>
  createHmac('sha256', key)
    .update(`start of the chain\n${headText(head)}`)
    .digest('hex');

const startText = (key: Buffer, head: Head): string => `${headText(head)}:${sealOf(key, head)}`;

/**
 * Returns the head at which the audit chain starts, without checking its seal. Use it only to remove records, never for
 * verification.
 */
export const readStart = async (reader: Reader): Promise<Head> =>
  readStartHead(await readState(reader, 'audit-start')) ?? emptyChain;

/** Returns the head at which the audit chain starts. Undefined if its seal is invalid. */
export const verifiedStart = async (reader: Reader, key: Buffer): Promise<Head | undefined> => {
  const text = await readState(reader, 'audit-start');
  if (text === undefined) return emptyChain;
  const head = readStartHead(text);
  if (head === undefined) return undefined;
  const [stored, own] = [Buffer.from(text), Buffer.from(startText(key, head))];
  return stored.length === own.length && timingSafeEqual(stored, own) ? head : undefined;
};

/**
 * Moves the start of the audit chain from one head to a later one. Returns false if the chain does not start at `from`.
 */
export const moveStart = async (tx: Transaction, key: Buffer, from: Head, to: Head): Promise<boolean> => {
  const text = startText(key, to);
  if (from.sequence === 0) return storeStateOnce(tx, 'audit-start', text);
  if ((await lockState(tx, 'audit-start')) !== startText(key, from)) return false;
  await storeState(tx, 'audit-start', text);
  return true;
};
