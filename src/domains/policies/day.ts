// Days in UTC, such as 2026-01-31.
import { timestamp } from '../../kernel/clock.ts';

export const dayLength = 86_400_000;

export const dayOf = (time: string | number): string =>
  (typeof time === 'number' ? timestamp(time) : time).slice(0, 'yyyy-mm-dd'.length);

/** The day so many days before a moment. */
export const dayBefore = (now: number, days: number): string => dayOf(now - days * dayLength);
