// Points in time: how long ago, and exactly on hover and for screen readers.
import { Text, Tooltip } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { localized } from '../texts/catalogue.ts';
import { t } from '../texts/common.ts';

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

const units = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** `3 hours ago`, `in 7 days`. */
export function relativeTime(iso: string, now = Date.now()): string {
  const seconds = Math.round((Date.parse(iso) - now) / 1000);
  const [unit, size] = units.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', 1];
  return localized(relative.format(Math.trunc(seconds / size), unit));
}

export const exactTime = (iso: string): string => localized(exact.format(new Date(iso)));

/** The present time, renewed so often. */
export function useNow(milliseconds: number): number {
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), milliseconds, { autoInvoke: true });
  return now;
}

/** A point in time; `absent` where there is none. */
export function Time({ iso, absent = t.never }: { readonly iso: string | null; readonly absent?: string }) {
  const now = useNow(60_000);
  if (iso === null)
    return (
      <Text span inherit c="dimmed">
        {absent}
      </Text>
    );
  return (
    <Tooltip label={exactTime(iso)} events={{ hover: true, focus: true, touch: true }}>
      <time dateTime={iso}>{relativeTime(iso, now)}</time>
    </Tooltip>
  );
}
