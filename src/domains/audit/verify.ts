// Whether the chain still is what was sealed: walked from its first record to its last.
import type { Context } from '../../context.ts';
import { ConstraintViolation } from '../../lib/constraint-violation.ts';
import { runOnce } from '../../runtime/jobs.ts';
import { emptyChain, type Head, linksAfter } from './chain.ts';
import { chainKey } from './key.ts';
import { readStoredHead, sealingJob } from './sealing.ts';
import { sealAt, sealedAfter, sealedOutside, unsealedCount } from './store.ts';

const batchSize = 1_000;

/** The first thing found to be wrong. */
export interface Fault {
  /** The place in the chain; undefined where it concerns none. */
  readonly sequence: number | undefined;
  readonly detail: string;
}

export interface Verification {
  /** The last record that is right, as are all before it. */
  readonly head: Head;
  /** How many records are not sealed yet. */
  readonly waiting: number;
  readonly fault: Fault | undefined;
}

export interface VerifyOptions {
  /** A head that was kept outside: the chain must lead through it. */
  readonly outside?: Head | undefined;
  /** Told now and then how many records were found right. */
  readonly progress?: (sealed: number) => void;
}

interface Walk {
  readonly head: Head;
  readonly fault?: Fault;
}

const missing = (sequence: number): Fault => ({ sequence, detail: `Record ${sequence} of the chain is missing.` });
const changed = (sequence: number): Fault => ({
  sequence,
  detail: `Record ${sequence} of the chain, or one before it, is not what was sealed.`,
});

/** Follows the chain through one batch of records. */
const follow = (key: Buffer, from: Head, records: Awaited<ReturnType<typeof readBatch>>): Walk => {
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

const readBatch = ({ database }: Context, { sequence }: Head) =>
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

/** What is wrong unless a chain that is right up to `end` leads through a head. */
const faultThrough = async ({ database }: Context, end: Head, { sequence, seal }: Head): Promise<Fault | undefined> => {
  if (sequence > end.sequence) return missing(end.sequence + 1);
  const stored = sequence === 0 ? '' : (await database.first(sealAt, { sequence }))?.seal;
  return stored === seal ? undefined : changed(sequence);
};

/** What a walk alone does not show: an end that was cut off, another chain put in place, records beside it. */
const faultAround = async (context: Context, end: Head, heads: readonly Head[]): Promise<Fault | undefined> => {
  for (const head of heads) {
    const fault = await faultThrough(context, end, head);
    if (fault !== undefined) return fault;
  }
  const storedHead = await readStoredHead(context.database);
  if (storedHead === undefined && end.sequence > 0) {
    return { sequence: undefined, detail: 'The last sealed head, which is kept beside the records, is missing.' };
  }
  if (storedHead !== undefined && storedHead.sequence < end.sequence) {
    const sequence = storedHead.sequence + 1;
    return {
      sequence,
      detail: `The chain goes on after its last sealed head: record ${sequence} should not be there.`,
    };
  }
  const beside = await context.database.first(sealedOutside, {});
  return beside && { sequence: undefined, detail: 'There are records with a seal that have no place in the chain.' };
};

/** Seals what waits, unless a running service does so. */
const sealWaiting = async (context: Context): Promise<void> => {
  try {
    await runOnce(context, sealingJob(context));
  } catch (error) {
    // After a head that was set back the next place is taken: that is what verifying is to tell.
    if (!(error instanceof ConstraintViolation)) throw error;
  }
};

const ignore = (): void => undefined;

/** Seals what waits unless a running service does so; then verifies the chain. */
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

/** The last sealed head, after sealing what waits unless a running service does so. */
export const sealedHead = async (context: Context): Promise<Head> => {
  await sealWaiting(context);
  return (await readStoredHead(context.database)) ?? emptyChain;
};
