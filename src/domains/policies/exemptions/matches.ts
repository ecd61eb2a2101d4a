// Records when exemptions last applied to a finding.
import type { Transaction } from '../../../db/database.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { dayLength } from '../day.ts';
import { storeMatches } from './store.ts';

/** Number of days without a finding after which an exemption counts as unmatched. */
export const unmatchedDays = 30;

/**
 * Records that exemptions applied to findings at the time `now` in ms. The time is written at most once a day for each
 * exemption. This must be one of the last statements of a transaction, so that the rows are locked only briefly.
 */
export async function recordMatches(tx: Transaction, ids: readonly string[], now: number): Promise<void> {
  if (ids.length === 0) return;
  await storeMatches(tx, JSON.stringify(ids), { at: timestamp(now), before: timestamp(now - dayLength) });
}
