import { setInterval as every } from 'node:timers';
import type { Turn } from './jobs.ts';

/** Interval in ms at which a lease is extended. It is shorter than the shortest lease. */
const renewal = 3_000;

/** Extends a job's lease repeatedly while the job does work that takes long. */
export async function withLeaseRenewal<Result>(
  turn: Pick<Turn, 'transaction'>,
  work: () => Promise<Result>,
): Promise<Result> {
  // A failure to extend the lease can be ignored here, because the next transaction of the run then fails as well.
  const timer = every(() => void turn.transaction(async () => undefined).catch(() => undefined), renewal);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
