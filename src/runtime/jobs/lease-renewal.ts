import { setInterval as every } from 'node:timers';
import type { Turn } from './jobs.ts';

/** Interval in ms between extensions of a lease. It is a fraction of the shortest lease. */
const renewal = 3_000;

/** Extends the lease of a job during work that takes long. */
export async function withLeaseRenewal<Result>(
  turn: Pick<Turn, 'transaction'>,
  work: () => Promise<Result>,
): Promise<Result> {
  // If this fails, the next transaction of the run fails, too.
  const timer = every(() => void turn.transaction(async () => undefined).catch(() => undefined), renewal);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
