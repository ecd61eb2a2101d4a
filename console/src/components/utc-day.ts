// Days in UTC, formatted as `2026-03-01`. The service uses them for statistics.

/** Length of a day in ms. */
export const dayLength = 86_400_000;

/**
 * Returns the day that is `days` days after `moment`, a time in ms. The result changes only once a day, so it can be
 * part of a cache key.
 */
export const dayFrom = (moment: number, days: number): string =>
  new Date(moment + days * dayLength).toISOString().slice(0, 'yyyy-mm-dd'.length);

const format = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Formats a day for charts, without the year. */
export const shortDay = (day: string): string => format.format(new Date(day));
