// Filters of outcomes, as released clients send them: a status and a level together, and several such pairs.
import { canMatch, type ListQuery } from '../../../jsonapi/query.ts';
import type { OutcomeStatus } from './outcomes.ts';

export const outcomeStatuses: readonly OutcomeStatus[] = ['passed', 'failed', 'errored', 'unreachable'];

/** The filters in the API description: the first pair. */
export const outcomeFilters = ['filter[0][status]', 'filter[0][enforcement_level]'];

/** Null stands for any. */
interface WantedOutcome {
  readonly status: string | null;
  readonly level: string | null;
}

/** A list takes no more pairs. */
const maxPairs = 10;

/** The pairs, one of which a policy must be like; none where the list is not filtered, undefined where nothing matches. */
export function wantedOutcomes({ value }: Pick<ListQuery, 'value'>): readonly WantedOutcome[] | undefined {
  const pairs = Array.from({ length: maxPairs }, (_each, index) => ({
    status: value(`filter[${index}][status]`),
    level: value(`filter[${index}][enforcement_level]`),
  })).filter(({ status, level }) => status !== undefined || level !== undefined);
  if (!pairs.every(({ status, level }) => canMatch(status, level))) return undefined;
  return pairs.map(({ status = null, level = null }) => ({ status, level }));
}
