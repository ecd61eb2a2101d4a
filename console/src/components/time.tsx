// Points in time: how long ago, and exactly on hover and for screen readers.
import { Text, Tooltip } from '@mantine/core';
import { t } from '../texts/common.ts';
import { exactTime, relativeTime, useNow } from './relative-time.ts';

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
