import { setInterval as every } from 'node:timers';
import type { Turn } from './jobs.ts';

/** Interval in ms between extensions of a lease: several of them before the shortest one ends. */
const renewal = 3_000;

/** Extends the lease of a job while something takes long. */
export async function renewing<Result>(turn: Pick<Turn, 'transaction'>, work: () => Promise<Result>): Promise<Result> {
  // After a failure, the next transaction of the turn fails too.
  const timer = every(() => void turn.transaction(async () => undefined).catch(() => undefined), renewal);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
