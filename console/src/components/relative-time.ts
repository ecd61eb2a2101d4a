// Formats times relative to the current time. This file is separate from `time.tsx` so that the tooltip is not part of
// the initial download.
import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { clockTolerance, serviceNow } from '../api/service-clock.ts';

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

const units = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/**
 * Formats a time as `3 hours ago` or `in 7 days`. A time that is only seconds ahead is `now`, because the clocks of the
 * browser and the service differ a little.
 */
export function relativeTime(iso: string, now = serviceNow()): string {
  const ahead = Date.parse(iso) - now;
  const seconds = ahead > 0 && ahead <= clockTolerance ? 0 : Math.round(ahead / 1_000);
  const [unit, size] = units.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', 1];
  return relative.format(Math.trunc(seconds / size), unit);
}

/** Returns the current time of the service in ms. It is updated at the given interval in ms. */
export function useNow(milliseconds: number): number {
  const [now, setNow] = useState(serviceNow);
  useInterval(() => setNow(serviceNow()), milliseconds, { autoInvoke: true });
  return now;
}
