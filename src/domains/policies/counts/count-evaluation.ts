// Counts evaluations and policy outcomes by day. Each change of an evaluation and the update of the counts are made in
// the same transaction.
import type { Transaction } from '../../../db/database.ts';
import { dayOf } from '../day.ts';
import { addOutcomes, addToDay } from './store.ts';
import {
  type CountedEvaluation,
  type CountedSet,
  dayChange,
  dayColumns,
  isMissed,
  negated,
  noCounts,
  policyTallies,
  summed,
} from './tallies.ts';

/** Policy outcomes of an evaluation before and after a change. */
interface ChangedOutcomes {
  readonly before?: readonly CountedSet[];
  readonly after?: readonly CountedSet[];
}

/**
 * Updates the counts for the evaluation's creation day after a stored evaluation has changed. The caller must set
 * `is_counted` of the evaluation. Evaluations with the source `state` are not counted.
 */
export async function countEvaluation(
  tx: Transaction,
  before: CountedEvaluation,
  after: CountedEvaluation,
  { before: removed = [], after: added = [] }: ChangedOutcomes = {},
): Promise<void> {
  const { organization_id, created_at, source } = before;
  if (source === 'state') return;
  const of = { organization_id, day: dayOf(created_at) };
  // The counts do not include this evaluation yet. Only the change counter is incremented, so that a concurrent recount
  // detects the change.
  if (isMissed(before)) return addToDay(tx, of, created_at, noCounts);
  const counts = dayChange(before, after);
  const tallies = summed([...negated(policyTallies(before, removed)), ...policyTallies(after, added)]);
  if (tallies.size === 0 && dayColumns.every((column) => counts[column] === 0)) return;
  // The row of the day must be locked first, in the same order as in a recount.
  await addToDay(tx, of, created_at, counts);
  await addOutcomes(tx, of, tallies);
}
