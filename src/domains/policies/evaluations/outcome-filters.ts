// Filters of policy outcomes. Each filter is a pair of status and enforcement level, in the format that existing
// clients send. A request can contain several filters.
import { canMatch } from '../../../kernel/matching.ts';
import type { ListRequest } from '../../../kernel/page.ts';
import type { OutcomeStatus } from './outcomes.ts';

export const outcomeStatuses: readonly OutcomeStatus[] = ['passed', 'failed', 'errored', 'unreachable'];

/** Maximum number of filters in one request. */
const maxPairs = 10;

/**
 * Returns the filters as a JSON array of pairs, in which null matches any value. Returns null if the filters cannot
 * match any policy, and undefined if no filter is given.
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
