// Verifies the audit chain from the first to the last record in the database.
import type { Context } from '../../context.ts';
import { ConstraintViolation } from '../../lib/errors/constraint-violation.ts';
import { runOnce } from '../../runtime/jobs/jobs.ts';
import { linksAfter } from './chain.ts';
import { emptyChain, type Head } from './chain-head.ts';
import { readStart, verifiedStart } from './chain-start.ts';
import { chainKey } from './key.ts';
import { readStoredHead, sealingJob } from './sealing.ts';
import { sealAt, sealedAfter, sealedOutside, unsealedCount } from './store.ts';

const batchSize = 1_000;

/** First fault found in the audit chain. */
export interface ChainFault {
  /** Sequence number of the faulty record. Undefined for a fault that concerns no specific record. */
  readonly sequence: number | undefined;
  readonly detail: string;
}

export interface Verification {
  /** Head of the audit chain after the last archived record, at which the remaining chain starts. */
  readonly start: Head;
  /** Last intact record. All records before it are intact, too. */
  readonly head: Head;
  /** Number of unsealed records. */
  readonly waiting: number;
  readonly fault: ChainFault | undefined;
}

export interface VerifyOptions {
  /** Head of the audit chain that was kept outside of the database. The chain must contain this head. */
  readonly outside?: Head | undefined;
  /** Called after each batch with the number of records verified so far. */
  readonly progress?: (sealed: number) => void;
}

interface Walk {
  readonly head: Head;
  readonly fault?: ChainFault;
}

type Batch = Awaited<ReturnType<typeof readBatch>>;

interface Step extends Walk {
  /** Verified records up to the head. */
  readonly records: Batch;
  readonly isEnd: boolean;
}

const missing = (sequence: number): ChainFault => ({
  sequence,
  detail: `Record ${sequence} of the audit chain is missing.`,
});
const changed = (sequence: number): ChainFault => ({
  sequence,
  detail: `Record ${sequence} of the audit chain, or a record before it, was changed after it was sealed.`,
});

const archived = (sequence: number): ChainFault => ({
  sequence,
  detail: `Record ${sequence} has been archived, so it cannot be verified here. Verify the archive file with "tipstaff audit verify-archive".`,
});
export const forgedStart: ChainFault = {
  sequence: undefined,
  detail: 'The stored start of the audit chain was not written by Tipstaff. Earlier records were possibly removed.',
};

/** Verifies one batch of records that must follow the head `from` of the audit chain. */
export const follow = (key: Buffer, from: Head, records: Batch): Walk => {
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

/** Returns the next batch of sealed records after a head. */
export const readBatch = ({ database }: Context, { sequence }: Head) =>
  database.rows(sealedAfter, { sequence, limit: batchSize });

/** Returns the later of two heads. */
export const laterOf = (one: Head, other: Head): Head => (other.sequence > one.sequence ? other : one);

/**
 * Reads and verifies the next records after a head of the audit chain. If those records have been archived,
 * verification begins at the start of the remaining chain.
 */
export const followNext = async (context: Context, key: Buffer, after: Head): Promise<Step> => {
  const start = await verifiedStart(context.database, key);
  if (start === undefined) return { head: after, fault: forgedStart, records: [], isEnd: true };
  const from = laterOf(after, start);
  const records = await readBatch(context, from);
  const walked = follow(key, from, records);
  // Records that were archived while this function read them are not missing.
  const isMoved = walked.fault !== undefined && (await readStart(context.database)).sequence > from.sequence;
  if (isMoved) return followNext(context, key, from);
  const intact = records.slice(0, walked.head.sequence - from.sequence);
  return { ...walked, records: intact, isEnd: records.length < batchSize };
};

const walk = async (context: Context, start: Head, progress: (sealed: number) => void): Promise<Walk> => {
  const key = await chainKey(context);
  let result: Walk = { head: start };
  for (;;) {
    const { isEnd, head, fault } = await followNext(context, key, result.head);
    result = { head, ...(fault && { fault }) };
    if (result.fault !== undefined || isEnd) return result;
    progress(result.head.sequence);
  }
};

/**
 * Returns the fault of an audit chain that is intact up to `end` but does not contain the given head. Undefined if the
 * chain contains the head.
 */
export const faultThrough = async (
  { database }: Context,
  end: Head,
  { sequence, seal }: Head,
): Promise<ChainFault | undefined> => {
  if (sequence > end.sequence) return missing(end.sequence + 1);
  const start = await readStart(database);
  if (sequence < start.sequence) return archived(sequence);
  const stored = sequence === start.sequence ? start.seal : (await database.first(sealAt, { sequence }))?.seal;
  return stored === seal ? undefined : changed(sequence);
};

/**
 * Returns a fault that the verification of one record after another does not find: records cut from the end, a replaced
 * audit chain, or sealed records outside of the chain.
 */
const faultAround = async (context: Context, end: Head, heads: readonly Head[]): Promise<ChainFault | undefined> => {
  for (const head of heads) {
    const fault = await faultThrough(context, end, head);
    if (fault !== undefined) return fault;
  }
  const storedHead = await readStoredHead(context.database);
  if (storedHead === undefined && end.sequence > 0) {
    return { sequence: undefined, detail: 'The stored head of the audit chain is missing.' };
  }
  if (storedHead !== undefined && storedHead.sequence < end.sequence) {
    const sequence = storedHead.sequence + 1;
    return {
      sequence,
      detail: `Record ${sequence} comes after the stored head of the audit chain, so it was not sealed by Tipstaff.`,
    };
  }
  const beside = await context.database.first(sealedOutside, {});
  return (
    beside && {
      sequence: undefined,
      detail: 'The database contains sealed audit records without a sequence number, which Tipstaff never writes.',
    }
  );
};

/** Seals the unsealed records, unless a running service does it. */
export const sealWaiting = async (context: Context): Promise<void> => {
  try {
    await runOnce(context, sealingJob(context));
  } catch (error) {
    // If the stored head was reset, a record with the next sequence number already exists. Verification reports that.
    if (!(error instanceof ConstraintViolation)) throw error;
  }
};

const ignore = (): void => undefined;

/** Seals the unsealed records, unless a running service does it, and verifies the audit chain. */
export const verifyChain = async (
  context: Context,
  { outside, progress = ignore }: VerifyOptions = {},
): Promise<Verification> => {
  const before = await readStoredHead(context.database);
  await sealWaiting(context);
  const { database } = context;
  const start = (await verifiedStart(database, await chainKey(context))) ?? emptyChain;
  const { head, fault } = await walk(context, start, progress);
  // The head that was stored before sealing may have been archived in the meantime.
  const end = before && laterOf(before, await readStart(database));
  const heads = [end, outside].filter((each) => each !== undefined);
  const waiting = (await database.first(unsealedCount, {}))?.total ?? 0;
  return { start, head, waiting, fault: fault ?? (await faultAround(context, head, heads)) };
};

/** Seals the unsealed records and returns the head of the audit chain. */
export const sealedHead = async (context: Context): Promise<Head> => {
  await sealWaiting(context);
  return (await readStoredHead(context.database)) ?? emptyChain;
};
