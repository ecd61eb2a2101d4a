// Formats times relative to the current time. This file is separate from `time.tsx` so that the tooltip is not part of
// the initial download.
import { useInterval } from '@mantine/hooks';
import { useState } from 'react';

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

const units = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** Formats a time as `3 hours ago` or `in 7 days`. */
export function relativeTime(iso: string, now = Date.now()): string {
  const seconds = Math.round((Date.parse(iso) - now) / 1000);
  const [unit, size] = units.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', 1];
  return relative.format(Math.trunc(seconds / size), unit);
}

export const exactTime = (iso: string): string => exact.format(new Date(iso));

/** Returns the current time in ms. It is updated at the given interval in ms. */
export function useNow(milliseconds: number): number {
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), milliseconds, { autoInvoke: true });
  return now;
}
