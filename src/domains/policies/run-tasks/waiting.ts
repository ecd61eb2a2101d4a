// Lets a run task call wait for external outcomes before it is answered. This is necessary if the service cannot
// evaluate some of the policies, so that the evaluation has the status `unreachable`. The run task limits the waiting
// time.
import type { Context } from '../../../context.ts';
import type { RowChanges } from '../../../db/tables.ts';
import { timestamp } from '../../../kernel/clock.ts';
import type { EvaluationRow } from '../evaluations/store.ts';
import { announce, type OpenCall } from './platform.ts';
import { evaluationUrl } from './reported.ts';
import { resultDocument } from './result.ts';

const minute = 60_000;

/** Interval in ms between checks for external outcomes. */
const pollTime = 10_000;

/** Interval in ms between progress reports. Platforms mark a task as failed after ten minutes without a report. */
const announcementTime = 4 * minute;

/**
 * Returns the changes to store for a call that waits for external outcomes; undefined if the call does not wait for any
 * or the wait is over.
 */
export async function waitingFor(
  context: Context,
  open: OpenCall,
  evaluation: EvaluationRow,
): Promise<RowChanges<'policy_run_task_calls'> | undefined> {
  const { call, runTask } = open;
  const { external_outcomes_minutes: minutes } = runTask;
  if (evaluation.status !== 'unreachable' || minutes === 0) return undefined;
  const now = context.clock.now();
  const waits_until = call.waits_until ?? timestamp(now + minutes * minute);
  if (timestamp(now) >= waits_until) return undefined;
  const next = { waits_until, attempts: 0, next_attempt_at: timestamp(now + pollTime) };
  const announced = Date.parse(call.announced_at ?? '') || 0;
  if (call.waits_until !== null && announced + announcementTime > now) return next;
  const message = `Tipstaff waits until ${waits_until} for external outcomes. Post them to the evaluation ${evaluation.id}.`;
  const document = resultDocument('running', message, { url: evaluationUrl(context, evaluation) });
  return (await announce(open, document)) ? { ...next, announced_at: timestamp(now) } : next;
}
