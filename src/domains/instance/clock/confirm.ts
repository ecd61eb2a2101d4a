// Lets an operator confirm that the clock is right.
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { clockNote } from '../../../runtime/state/clock-note.ts';
import { storeState } from '../../../runtime/state/instance-state.ts';
import { auditedTransaction } from '../../audit/index.ts';

/** Result of a confirmation of the clock: the time that was recorded before, and the time that was confirmed. */
interface Confirmation {
  /** The last recorded time, which may be later than the time of the clock. */
  readonly note: string | null;
  /** Time that the clock showed when an operator confirmed it, in ISO 8601. */
  readonly at: string;
}

/** Replaces the last recorded time with the current time of the clock, so that waiting jobs continue. */
export function confirmTheClock(context: Context, actor: Actor): Promise<Confirmation> {
  return auditedTransaction(context, actor, async (tx) => {
    const at = timestamp(context.clock.now());
    const note = (await clockNote.read(tx)) ?? null;
    await storeState(tx, 'clock-seen', at);
    const audited = { action: 'clock.confirm', type: 'instance', id: 'clock', before: { at: note }, after: { at } };
    return { result: { note, at }, audit: [audited] };
  });
}
