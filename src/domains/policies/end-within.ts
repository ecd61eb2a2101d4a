// The end of an exemption or override, which an organization can limit.
import type { Reader } from '../../db/database.ts';
import { attributeProblem, existing, type Problem } from '../../jsonapi/errors.ts';
import { futureTime } from '../../jsonapi/future-time.ts';
import { timestamp } from '../../kernel/clock.ts';
import { dayLength } from './day.ts';
import { maxDaysOf } from './end-store.ts';

/** Whether the end of an exemption or of an override is computed. */
interface Ending {
  readonly kind: 'exemption' | 'override';
  /** Identifier of the organization. */
  readonly organization: string;
  /** Maximum duration in days that applies if the organization has none. By default, there is no maximum. */
  readonly fallback?: number;
}

/**
 * Returns the end of an exemption or override that is created, or whose end is changed, at the time `now` in ms. `sent`
 * is the attribute `expires-at` of the request. If it is null or absent, the end is the latest possible time, or null if
 * there is no maximum. Returns a problem if the end is not in the future, or later than the latest possible time.
 */
export async function endWithin(reader: Reader, ending: Ending, sent: string | null | undefined, now: number) {
  const { kind, organization, fallback = null } = ending;
  const max = existing(await reader.first(maxDaysOf, { organization }))[kind] ?? fallback;
  if (max === null) return futureTime('expires-at', sent ?? null, now);
  const latest = latestEnd(max, now);
  const end = futureTime('expires-at', sent ?? latest, now);
  return end.at !== null && end.at > latest ? { ...end, problems: [tooLate(kind, max, latest)] } : end;
}

/** Returns the latest end of an exemption or override that may last `days` days from the time `now` in ms. */
export const latestEnd = (days: number, now: number): string => timestamp(now + days * dayLength);

function tooLate(kind: Ending['kind'], limit: number, latest: string): Problem {
  const days = limit === 1 ? '1 day' : `${limit} days`;
  const detail = `Expires at must be at most ${days} from now, which is the maximum for an ${kind} in this organization: send ${latest} or an earlier time`;
  return { ...attributeProblem('expires-at', 'too-high', detail), params: { limit } };
}
