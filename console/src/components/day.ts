// Days where the person is, as the field of a form takes them: 2026-03-01.

/** The end of the chosen day; null without one. */
export const endOfDay = (date: string): string | null =>
  date === '' ? null : new Date(`${date}T23:59:59`).toISOString();

/** The day of a time; empty without one. */
export const dayOf = (iso: string | null): string => {
  if (iso === null) return '';
  const end = new Date(iso);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${end.getFullYear()}-${two(end.getMonth() + 1)}-${two(end.getDate())}`;
};
