// Days in UTC, which the service uses for statistics: 2026-03-01.

/** Length of a day in milliseconds. */
export const dayLength = 86_400_000;

/**
 * Returns the day that is `days` days after a moment. The result is the same during the whole day, and so is a cache
 * key that contains it.
 */
export const dayFrom = (moment: number, days: number): string =>
  new Date(moment + days * dayLength).toISOString().slice(0, 'yyyy-mm-dd'.length);

const format = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Name of a day in charts, without the year. */
export const shortDay = (day: string): string => format.format(new Date(day));
