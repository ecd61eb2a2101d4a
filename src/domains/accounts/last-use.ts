import type { Context } from '../../context.ts';
import type { Transaction } from '../../db/database.ts';
import { timestamp } from '../../kernel/clock.ts';

/** A use at the moment `at`, which is of interest if the last one noted is not later than `before`; both as stored. */
export interface Use {
  readonly id: string;
  readonly at: string;
  readonly before: string;
}

interface Used {
  readonly id: string;
  readonly last_used_at: string | null;
}

/** Minimum interval in milliseconds between noted uses. */
const resolution = 60_000;

/** Notes the use of a credential beside the request, at most once a minute, so that reads cost no write. */
export function noteUse(
  { database, clock, log }: Context,
  { id, last_used_at }: Used,
  write: (tx: Transaction, use: Use) => Promise<number>,
): void {
  const now = clock.now();
  if (last_used_at !== null && Date.parse(last_used_at) > now - resolution) return;
  const use = { id, at: timestamp(now), before: timestamp(now - resolution) };
  const noted = database.transaction((tx) => write(tx, use));
  noted.catch((error: unknown) => log.warn({ error }, 'the use of a credential was not noted'));
}
