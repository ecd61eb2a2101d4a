// Job that verifies the audit chain in parts while the service runs, and stores the result. `verify.ts` verifies the
// whole chain in one call and compares it with a head that was kept outside of the database.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Type } from 'typebox';
import type { Context } from '../../context.ts';
import type { Reader } from '../../db/database.ts';
import type { Meta } from '../../http/reply.ts';
import { Count, Exactly, Nullable, Timestamp } from '../../jsonapi/schema.ts';
import { timestamp } from '../../kernel/clock.ts';
import type { Page } from '../../kernel/page.ts';
import type { Job } from '../../runtime/jobs/jobs.ts';
import { readState, storeState } from '../../runtime/state/instance-state.ts';
import { emptyChain, type Head } from './chain-head.ts';
import { readStart } from './chain-start.ts';
import { chainKey } from './key.ts';
import type { AuditRecord } from './record.ts';
import { readStoredHead } from './sealing.ts';
import { type ChainFault, faultThrough, followNext, laterOf } from './verify.ts';

const everyMinute = 60_000;
/** Maximum number of batches that one run of the job verifies. Verifying them takes about half a second. */
const batchesOfTurn = 20;
/** Time in milliseconds after which verification of the whole audit chain starts again. */
const passMilliseconds = 24 * 60 * 60 * 1_000;

/** Progress of the verification. A pass verifies the audit chain from its start to its end. */
interface Verified {
  /** Highest sequence number up to which a pass has found all records intact. */
  readonly through: number;
  /** Time at which the last batch was verified. */
  readonly at: string;
  /** Last record verified in the current pass. `begun` is the time when the pass started. */
  readonly pass: Head;
  readonly begun: string;
  /** Fault found in the current pass. The pass stops there until the fault is fixed. */
  readonly fault: string | null;
}

const readVerified = async (reader: Reader): Promise<Verified | undefined> => {
  const text = await readState(reader, 'audit-verified');
  return text === undefined ? undefined : JSON.parse(text);
};

const isOld = ({ clock }: Context, begun: string): boolean => clock.now() - Date.parse(begun) >= passMilliseconds;

/** Verifies the next batch of the current pass, or the first batch of a new pass. */
const verifyBatch = async (context: Context, before: Verified | undefined): Promise<Verified & { isEnd: boolean }> => {
  const { database, clock } = context;
  const at = timestamp(clock.now());
  const head = (await readStoredHead(database)) ?? emptyChain;
  const isDone = before === undefined || (before.pass.sequence >= head.sequence && isOld(context, before.begun));
  const { pass, begun } = isDone ? { pass: emptyChain, begun: at } : before;
  const { head: reached, fault: met, isEnd } = await followNext(context, await chainKey(context), pass);
  // The stored head was read before these records. So the chain must contain this head if it is intact.
  const fault: ChainFault | undefined =
    met ?? (isEnd ? await faultThrough(context, reached, laterOf(head, await readStart(database))) : undefined);
  const through = Math.max(before?.through ?? 0, reached.sequence);
  return {
    through: fault === undefined ? through : Math.min(through, reached.sequence),
    at,
    pass: reached,
    begun,
    fault: fault?.detail ?? null,
    isEnd: isEnd || fault !== undefined,
  };
};

/** Job that verifies newly sealed audit records every minute, and the whole audit chain once a day. */
export const verificationJob = (context: Context): Job => ({
  name: 'audit-verification',
  intervalMilliseconds: everyMinute,
  isDue: async () => {
    const [verified, head] = await Promise.all([readVerified(context.database), readStoredHead(context.database)]);
    if (verified === undefined || verified.fault !== null) return head !== undefined;
    return verified.pass.sequence !== head?.sequence || isOld(context, verified.begun);
  },
  run: async ({ transaction, signal }) => {
    let before = await readVerified(context.database);
    for (let batch = 0; batch < batchesOfTurn && !signal.aborted; batch += 1) {
      const { isEnd, ...verified } = await verifyBatch(context, before);
      await transaction((tx) => storeState(tx, 'audit-verified', JSON.stringify(verified)));
      if (verified.fault !== null && before?.fault !== verified.fault)
        context.log.error(
          { fault: verified.fault },
          'the audit records do not match their hash chain: run "tipstaff audit verify" to find the first mismatch',
        );
      before = verified;
      if (isEnd) return;
      await nextTurn();
    }
  },
});

/** Status of the audit chain, shown in lists of audit records. */
interface ChainStatus {
  readonly 'verified-through': number;
  readonly 'verified-at': string | null;
  readonly fault: string | null;
}

type WithChain = Page<AuditRecord> & { readonly chain: ChainStatus };

/** Adds the verification status of the audit chain to a page of audit records. */
export async function withChain({ database }: Context, page: Page<AuditRecord>): Promise<WithChain> {
  const verified = await readVerified(database);
  const { through = 0, at = null, fault = null } = verified ?? {};
  return { ...page, chain: { 'verified-through': through, 'verified-at': at, fault } };
}

/** Verification status of the instance's audit chain in `meta`: last verified sequence number, time, and fault. */
export const chainMeta: Meta<WithChain> = {
  members: {
    chain: Exactly({
      'verified-through': Count(0),
      'verified-at': Nullable(Timestamp()),
      fault: Nullable(Type.String()),
    }),
  },
  read: ({ chain }) => ({ chain }),
};
