// Filters of outcomes, as released clients send them: a status and a level together, and several such pairs.
import { canMatch } from '../../../kernel/matching.ts';
import type { ListRequest } from '../../../kernel/page.ts';
import type { OutcomeStatus } from './outcomes.ts';

export const outcomeStatuses: readonly OutcomeStatus[] = ['passed', 'failed', 'errored', 'unreachable'];

/** A list takes no more pairs. */
const maxPairs = 10;

/** The pairs, one of which a policy must be like, as a JSON array, null for any; null where no policy is like one. */
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
