// The job that checks stored code of policies. Code needs this check if the engine was busy during the upload, or if
// the query has changed since the last check.
import type { Context } from '../../../context.ts';
import { existing } from '../../../jsonapi/errors.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { Busy, Unavailable } from '../../../lib/errors/unavailable.ts';
import type { Job, Turn } from '../../../runtime/jobs/jobs.ts';
import { withLeaseRenewal } from '../../../runtime/jobs/lease-renewal.ts';
import { checkColumns, checkedSource, hasSameQueryAndInput } from '../code-checks/stored-check.ts';
import { checkCodeOf, retryAfter } from '../code-checks/upload-check.ts';
import { type EngineContext, onBehalfOfOrganization } from '../on-behalf.ts';
import { codeCheckIntake } from '../services.ts';
import { codeOf, storedTests } from './code.ts';
import { currentRevision, lockedPolicy, nextUnchecked, type PolicyRow, updatePolicyRow } from './store.ts';

const interval = 5_000;

export function codeCheckJob(context: Context): Job {
  const next = () => context.database.first(nextUnchecked, { now: timestamp(context.clock.now()) });
  return {
    name: 'policy-code-check',
    intervalMilliseconds: interval,
    wakeUp: codeCheckIntake(context).signal,
    isDue: async () => (await next()) !== undefined,
    run: async (turn) => {
      for (let policy = await next(); policy !== undefined && !turn.signal.aborted; policy = await next()) {
        await checkStored(context, turn, policy);
      }
    },
  };
}

/**
 * Checks the code of a policy. The result is stored only if the code and the query have not changed during the check.
 */
async function checkStored(context: Context, turn: Turn, policy: PolicyRow): Promise<void> {
  const client = { canWait: true, signal: turn.signal };
  const own = await onBehalfOfOrganization(context, policy.organization_id, client);
  const columns = await withLeaseRenewal(turn, () => columnsOf(own, policy));
  if (turn.signal.aborted) return;
  await turn.transaction(async (tx) => {
    const row = await lockedPolicy(tx, policy.id);
    if (row === undefined || checkedSource(row) !== checkedSource(policy) || !hasSameQueryAndInput(row, policy)) return;
    await updatePolicyRow(tx, policy.id, columns);
  });
}

async function columnsOf(context: EngineContext, policy: PolicyRow) {
  const { database, clock } = context;
  const { number, size } = existing(await database.first(currentRevision, { policy: policy.id }));
  try {
    const read = () => codeOf(database, { policy: policy.id, number, size });
    const code = { size, read, tests: () => storedTests(database, policy) };
    return checkColumns(policy, (await checkCodeOf(context, policy, code)).check);
  } catch (error) {
    if (error instanceof Busy || !(error instanceof Unavailable)) throw error;
    context.log.warn({ policy: policy.id, error }, 'the policy engine could not check the code of a policy');
    return { check_after: timestamp(clock.now() + retryAfter) };
  }
}
