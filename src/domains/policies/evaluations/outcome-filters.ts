// Filters of policy outcomes, in the format that existing clients send: pairs of status and enforcement level, several
// of which can be combined.
import { canMatch } from '../../../kernel/matching.ts';
import type { ListRequest } from '../../../kernel/page.ts';
import type { OutcomeStatus } from './outcomes.ts';

export const outcomeStatuses: readonly OutcomeStatus[] = ['passed', 'failed', 'errored', 'unreachable'];

/** Maximum number of pairs in one request. */
const maxPairs = 10;

/**
 * Returns the requested pairs as a JSON array, in which null matches any value; null if no policy can match; undefined
 * if no filter is given.
 */
export function wantedOutcomes(value: NonNullable<ListRequest['value']>): string | null | undefined {
  const pairs = Array.from({ length: maxPairs }, (_each, index) => ({
    status: value(`filter[${index}][status]`),
    level: value(`filter[${index}][enforcement_level]`),
  })).filter(({ status, level }) => status !== undefined || level !== undefined);
  if (!pairs.every(({ status, level }) => canMatch(status, level))) return null;
  return pairs.length === 0
    ? undefined
    : JSON.stringify(pairs.map(({ status = null, level = null }) => ({ status, level })));
}
