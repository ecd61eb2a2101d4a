// Start of the chain in the database: after the last record that went into an archive. Nobody who can change the database,
// and has no key, can move it: it has a seal of its own.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Reader, Transaction } from '../../db/database.ts';
import { lockState, readState, storeState, storeStateOnce } from '../../runtime/state/instance-state.ts';
import { emptyChain, type Head, headText, readStartHead } from './chain-head.ts';

const sealOf = (key: Buffer, head: Head): string =>
  createHmac('sha256', key)
    .update(`start of the chain\n${headText(head)}`)
    .digest('hex');

const startText = (key: Buffer, head: Head): string => `${headText(head)}:${sealOf(key, head)}`;

/** The head after which the chain begins, with no regard to its seal: for what is removed, never for what is verified. */
export const readStart = async (reader: Reader): Promise<Head> =>
  readStartHead(await readState(reader, 'audit-start')) ?? emptyChain;

/** The head after which the chain begins, if its seal is right; undefined where somebody else wrote it. */
export const verifiedStart = async (reader: Reader, key: Buffer): Promise<Head | undefined> => {
  const text = await readState(reader, 'audit-start');
  if (text === undefined) return emptyChain;
  const head = readStartHead(text);
  if (head === undefined) return undefined;
  const [stored, own] = [Buffer.from(text), Buffer.from(startText(key, head))];
  return stored.length === own.length && timingSafeEqual(stored, own) ? head : undefined;
};

/** Moves the start from one head to a later one; false where it is elsewhere. */
export const moveStart = async (tx: Transaction, key: Buffer, from: Head, to: Head): Promise<boolean> => {
  const text = startText(key, to);
  if (from.sequence === 0) return storeStateOnce(tx, 'audit-start', text);
  if ((await lockState(tx, 'audit-start')) !== startText(key, from)) return false;
  await storeState(tx, 'audit-start', text);
  return true;
};
