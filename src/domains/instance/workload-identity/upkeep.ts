// The job that creates the first key, and rotates and trims keys when due.
import type { Context } from '../../../context.ts';
import { timestamp } from '../../../kernel/clock.ts';
import type { Job } from '../../../runtime/jobs/jobs.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { leased, serviceActor } from '../jobs/job-context.ts';
import { newKey } from './key.ts';
import { ensureKey } from './oidc.ts';
import { type Signing, signingState } from './store.ts';
import { lockSigning, replaceKey, restartTrimTimer, trimOld } from './succession.ts';

const everyMinute = 60_000;

const nothing = { result: undefined, audit: [] };

/**
 * Creates the job, which rotates keys after 90 days and trims keys 30 days after they were retired. If several runs
 * were missed, the next run makes up for all of them with one rotation or trim.
 */
export function keyUpkeep(context: Context): Job {
  return {
    name: 'oidc-keys',
    intervalMilliseconds: everyMinute,
    needsClock: true,
    isDue: async () => {
      const state = await context.database.first(signingState, {});
      return state !== undefined && (state.kid === null || isRotationDue(context, state) || isTrimDue(context, state));
    },
    run: async (turn) => {
      const own = leased(context, turn);
      await ensureKey(own);
      await trimWhenDue(own);
      await rotateWhenDue(own);
    },
  };
}

async function rotateWhenDue(context: Context): Promise<void> {
  const state = await context.database.first(signingState, {});
  if (state === undefined || !isRotationDue(context, state)) return;
  const key = await newKey();
  await auditedTransaction(context, serviceActor(), async (tx) => {
    const signing = await lockSigning(tx);
    if (!isRotationDue(context, signing)) return nothing;
    const entry = await replaceKey(tx, context, key, signing);
    await restartTrimTimer(tx, context.clock.now());
    return { result: undefined, audit: [entry] };
  });
}

function trimWhenDue(context: Context): Promise<void> {
  return auditedTransaction(context, serviceActor(), async (tx) => {
    const signing = await lockSigning(tx);
    if (!isTrimDue(context, signing)) return nothing;
    const { kids, entry } = await trimOld(tx, context, signing);
    return { result: undefined, audit: kids.length === 0 ? [] : [entry] };
  });
}

function isTrimDue({ clock }: Context, { next_trim_at }: Signing): boolean {
  return next_trim_at <= timestamp(clock.now());
}

function isRotationDue({ clock }: Context, { next_rotation_at }: Signing): boolean {
  return next_rotation_at <= timestamp(clock.now());
}
