// Verifies the chain from its first record to its last.
import type { Context } from '../../context.ts';
import { emptyChain, type Head } from '../../lib/chain-head.ts';
import { ConstraintViolation } from '../../lib/constraint-violation.ts';
import { runOnce } from '../../runtime/jobs.ts';
import { linksAfter } from './chain.ts';
import { chainKey } from './key.ts';
import { readStoredHead, sealingJob } from './sealing.ts';
import { sealAt, sealedAfter, sealedOutside, unsealedCount } from './store.ts';

export const batchSize = 1_000;

/** The first fault of the chain. */
export interface Fault {
  /** The place in the chain; undefined for a fault without a place. */
  readonly sequence: number | undefined;
  readonly detail: string;
}

export interface Verification {
  /** The last intact record; all records before it are intact too. */
  readonly head: Head;
  /** How many records are not sealed yet. */
  readonly waiting: number;
  readonly fault: Fault | undefined;
}

export interface VerifyOptions {
  /** A head that was kept outside of the database: the chain must contain it. */
  readonly outside?: Head | undefined;
  /** Receives the number of verified records, batch by batch. */
  readonly progress?: (sealed: number) => void;
}

interface Walk {
  readonly head: Head;
  readonly fault?: Fault;
}

const missing = (sequence: number): Fault => ({ sequence, detail: `Record ${sequence} of the chain is missing.` });
const changed = (sequence: number): Fault => ({
  sequence,
  detail: `Record ${sequence} of the chain, or a record before it, was changed after it was sealed.`,
});

/** Follows the chain through one batch of records. */
export const follow = (key: Buffer, from: Head, records: Awaited<ReturnType<typeof readBatch>>): Walk => {
  const links = linksAfter(key, from, records);
  const wrong = records.findIndex(({ sequence, seal }, index) => {
    const link = links[index];
    return sequence !== link?.sequence || seal !== link.seal;
  });
  if (wrong < 0) return { head: links.at(-1) ?? from };
  const head = links[wrong - 1] ?? from;
  const next = head.sequence + 1;
  return { head, fault: records[wrong]?.sequence === next ? changed(next) : missing(next) };
};

/** The sealed records after a head. */
export const readBatch = ({ database }: Context, { sequence }: Head) =>
  database.rows(sealedAfter, { sequence, limit: batchSize });

const walk = async (context: Context, progress: (sealed: number) => void): Promise<Walk> => {
  const key = await chainKey(context);
  let result: Walk = { head: emptyChain };
  for (;;) {
    const records = await readBatch(context, result.head);
    result = follow(key, result.head, records);
    if (result.fault !== undefined || records.length < batchSize) return result;
    progress(result.head.sequence);
  }
};

/** The fault of a chain, intact up to `end`, that does not contain a head. */
export const faultThrough = async (
  { database }: Context,
  end: Head,
  { sequence, seal }: Head,
): Promise<Fault | undefined> => {
  if (sequence > end.sequence) return missing(end.sequence + 1);
  const stored = sequence === 0 ? '' : (await database.first(sealAt, { sequence }))?.seal;
  return stored === seal ? undefined : changed(sequence);
};

/** Faults that the walk cannot see: a cut tail, a replaced chain, sealed records outside of the chain. */
const faultAround = async (context: Context, end: Head, heads: readonly Head[]): Promise<Fault | undefined> => {
  for (const head of heads) {
    const fault = await faultThrough(context, end, head);
    if (fault !== undefined) return fault;
  }
  const storedHead = await readStoredHead(context.database);
  if (storedHead === undefined && end.sequence > 0) {
    return { sequence: undefined, detail: 'The stored head of the chain is missing.' };
  }
  if (storedHead !== undefined && storedHead.sequence < end.sequence) {
    const sequence = storedHead.sequence + 1;
    return {
      sequence,
      detail: `Record ${sequence} comes after the stored head of the chain: it was not sealed by Reeve.`,
    };
  }
  const beside = await context.database.first(sealedOutside, {});
  return beside && { sequence: undefined, detail: 'There are sealed records without a place in the chain.' };
};

/** Seals the waiting records, unless a running service does it. */
const sealWaiting = async (context: Context): Promise<void> => {
  try {
    await runOnce(context, sealingJob(context));
  } catch (error) {
    // The next place is taken where the stored head was set back; the verification reports that.
    if (!(error instanceof ConstraintViolation)) throw error;
  }
};

const ignore = (): void => undefined;

/** Seals the waiting records, unless a running service does it, and verifies the chain. */
export const verifyChain = async (
  context: Context,
  { outside, progress = ignore }: VerifyOptions = {},
): Promise<Verification> => {
  const before = await readStoredHead(context.database);
  await sealWaiting(context);
  const { head, fault } = await walk(context, progress);
  const heads = [before, outside].filter((each) => each !== undefined);
  const waiting = (await context.database.first(unsealedCount, {}))?.total ?? 0;
  return { head, waiting, fault: fault ?? (await faultAround(context, head, heads)) };
};

/** The head of the chain after sealing the waiting records. */
export const sealedHead = async (context: Context): Promise<Head> => {
  await sealWaiting(context);
  return (await readStoredHead(context.database)) ?? emptyChain;
};
