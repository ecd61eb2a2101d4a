// Days in the user's time zone, formatted as in date fields: `2026-03-01`.
import { fromLocal, localDay } from '../api/time-preference.ts';

/** Returns the end of a day as an ISO 8601 time. Null if the day is empty. */
export const endOfDay = (date: string): string | null => (date === '' ? null : fromLocal(`${date}T23:59:59`));

/** Returns the day of an ISO 8601 time. Empty if the time is null. */
export const dayOf = (iso: string | null): string => (iso === null ? '' : localDay(iso));
