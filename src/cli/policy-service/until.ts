// Parses the option `--until`, which sets the end of an exemption, a request or an override.
import { UsageError } from '../terminal/command.ts';
import { valued } from '../terminal/options.ts';

/** Returns the option. `what` is the subject in its description, such as `the override`. */
export const untilOption = (what: string, otherwise = 'the maximum duration of the organization') =>
  valued(
    '--until <end>',
    `when ${what} ends: a number of days, such as 14d; the last day, such as 2026-12-24; or a time, such as 2026-12-24T12:00:00Z; default: ${otherwise}`,
  );

const [minute, day] = [60_000, 86_400_000];

/**
 * Returns the end as an ISO 8601 time. Undefined if the option is not set. Throws `UsageError` if the value has none of
 * the forms that the option supports.
 */
export function endIn(until: string | undefined, now = Date.now()): string | undefined {
  if (until === undefined) return undefined;
  const end = new Date(timeIn(until, now));
  if (!Number.isNaN(end.getTime())) return end.toISOString();
  throw new UsageError(
    '--until must be a number of days, such as 14d, a day, such as 2026-12-24, or a time, such as 2026-12-24T12:00:00Z.',
  );
}

/** Returns the end in ms, or NaN if the text has another form. A day ends at midnight in the local time zone. */
function timeIn(until: string, now: number): number {
  const days = /^(\d{1,4})d$/.exec(until)?.[1];
  // The time is rounded down so that the service accepts the maximum duration even if its clock is slightly behind.
  if (days !== undefined) return Math.floor((now + Number(days) * day) / minute) * minute;
  if (/^\d{4}-\d{2}-\d{2}$/.test(until)) return Date.parse(`${until}T23:59:59`);
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/.test(until) ? Date.parse(until) : Number.NaN;
}
