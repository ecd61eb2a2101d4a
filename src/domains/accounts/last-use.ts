import type { Context } from '../../context.ts';
import type { Transaction } from '../../db/database.ts';
import { timestamp } from '../../kernel/clock.ts';

/**
 * A use of a credential at the time `at`. It is recorded only if the last recorded use is not later than `before`. Both
 * times are in ISO 8601.
 */
export interface Use {
  readonly id: string;
  readonly at: string;
  readonly before: string;
}

interface Used {
  readonly id: string;
  readonly last_used_at: string | null;
}

/** Minimum interval between recorded uses, in milliseconds. */
const resolution = 60_000;

/**
 * Records the use of a credential without delaying the request. A use is recorded at most once a minute, so that most
 * reads cause no write.
 */
export function recordLastUse(
  { database, clock, log }: Context,
  { id, last_used_at }: Used,
  write: (tx: Transaction, use: Use) => Promise<number>,
): void {
  const now = clock.now();
  if (last_used_at !== null && Date.parse(last_used_at) > now - resolution) return;
  const use = { id, at: timestamp(now), before: timestamp(now - resolution) };
  const noted = database.transaction((tx) => write(tx, use));
  noted.catch((error: unknown) => log.warn({ error }, 'the use of a credential could not be recorded'));
}
