// Counts evaluations and policy outcomes per day, in the same transactions that change them.
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

/** Outcomes of an evaluation before and after a change. */
interface ChangedOutcomes {
  readonly before?: readonly CountedSet[];
  readonly after?: readonly CountedSet[];
}

/**
 * Updates the counts of the evaluation's creation day after a change of a stored evaluation. The change itself sets
 * `is_counted`.
 */
export async function countEvaluation(
  tx: Transaction,
  before: CountedEvaluation,
  after: CountedEvaluation,
  { before: removed = [], after: added = [] }: ChangedOutcomes = {},
): Promise<void> {
  const { organization_id, created_at } = before;
  const of = { organization_id, day: dayOf(created_at) };
  // The evaluation is not in the counts yet, so only the change counter is incremented: a recount in progress then
  // notices the change.
  if (isMissed(before)) return addToDay(tx, of, created_at, noCounts);
  const counts = dayChange(before, after);
  const tallies = summed([...negated(policyTallies(before, removed)), ...policyTallies(after, added)]);
  if (tallies.size === 0 && dayColumns.every((column) => counts[column] === 0)) return;
  // A recount locks the row of the day first, so it is also updated first here.
  await addToDay(tx, of, created_at, counts);
  await addOutcomes(tx, of, tallies);
}
