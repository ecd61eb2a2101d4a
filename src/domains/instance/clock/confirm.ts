// An operator says that the clock is right.
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { type ClockDoubt, confirmClock, storedDoubt } from '../../../runtime/state/clock-watch.ts';
import { auditedTransaction } from '../../audit/index.ts';

/** Result of confirming the clock. */
export interface Confirmation {
  /** The doubt that it ended, if there was one. */
  readonly doubt: ClockDoubt | null;
  /** When it is, by the clock that was confirmed. */
  readonly at: string;
}

/** Makes every instance rely upon its clock again, within ten seconds. */
export function confirmTheClock(context: Context, actor: Actor): Promise<Confirmation> {
  return auditedTransaction(context, actor, async (tx) => {
    const now = context.clock.now();
    const result = { doubt: (await storedDoubt(tx)) ?? null, at: timestamp(now) };
    await confirmClock(tx, now);
    const entry = { action: 'clock.confirm', type: 'instance', id: 'clock' };
    return { result, audit: [{ ...entry, before: { ...result.doubt }, after: { at: result.at } }] };
  });
}
