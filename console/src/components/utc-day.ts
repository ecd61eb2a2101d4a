// Days in UTC, as the service counts them: 2026-03-01.

/** In ms. */
export const dayLength = 86_400_000;

/** The day so many days after a moment: the same all day, and so are the keys of queries with it. */
export const dayFrom = (moment: number, days: number): string =>
  new Date(moment + days * dayLength).toISOString().slice(0, 'yyyy-mm-dd'.length);

const format = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Name of a day in charts, without its year. */
export const shortDay = (day: string): string => format.format(new Date(day));
