// Shows a time relative to the current time. A tooltip shows the exact time.
import { Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { exactTime, relativeTime, useNow } from './relative-time.ts';

/** The tooltip is loaded when the pointer is first over a time. */
const ExactTime = lazy(async () => ({ default: (await import('./exact-time.tsx')).ExactTime }));

/** Shows a time, or the text `absent` if `iso` is null. */
export function Time({ iso, absent = 'Never' }: { readonly iso: string | null; readonly absent?: string }) {
  const now = useNow(60_000);
  const [isPointedAt, setPointedAt] = useState(false);
  if (iso === null)
    return (
      <Text span inherit c="dimmed">
        {absent}
      </Text>
    );
  const exact = exactTime(iso);
  const shown = (
    <time dateTime={iso} onPointerEnter={() => setPointedAt(true)}>
      {relativeTime(iso, now)}
    </time>
  );
  if (!isPointedAt) return shown;
  return (
    <Suspense fallback={shown}>
      <ExactTime exact={exact}>{shown}</ExactTime>
    </Suspense>
  );
}
