// Days in UTC, for example 2026-01-31.
import { timestamp } from '../../kernel/clock.ts';

export const dayLength = 86_400_000;

export const dayOf = (time: string | number): string =>
  (typeof time === 'number' ? timestamp(time) : time).slice(0, 'yyyy-mm-dd'.length);

/** Returns the day that is `days` days before the time `now`. */
export const dayBefore = (now: number, days: number): string => dayOf(now - days * dayLength);
