// Days in the browser's time zone, formatted as in date fields: `2026-03-01`.

/** Returns the end of a day as an ISO 8601 time. Null if the day is empty. */
export const endOfDay = (date: string): string | null =>
  date === '' ? null : new Date(`${date}T23:59:59`).toISOString();

/** Returns the day of an ISO 8601 time. Empty if the time is null. */
export const dayOf = (iso: string | null): string => {
  if (iso === null) return '';
  const end = new Date(iso);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${end.getFullYear()}-${two(end.getMonth() + 1)}-${two(end.getDate())}`;
};
