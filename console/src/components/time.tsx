// Shows a time relative to the current time. A tooltip shows the exact time.
import { Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { exactTime, timePreference } from '../api/time-preference.ts';
import { relativeTime, useNow } from './relative-time.ts';

/** The tooltip is loaded when the pointer or the focus first reaches a time. */
const ExactTime = lazy(async () => ({ default: (await import('./exact-time.tsx')).ExactTime }));

interface TimeProps {
  readonly iso: string | null;
  /** Text that is shown if there is no time. */
  readonly absent?: string;
  /** Whether the time is inside a link. The time itself then cannot be focused, because the link can. */
  readonly isInLink?: boolean;
}

const Relative = ({ iso, isInLink }: { readonly iso: string; readonly isInLink: boolean }) => {
  const now = useNow(60_000);
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [isExact, setExact] = useState(false);
  const exact = exactTime(iso);
  const [show, hide] = [() => setExact(true), () => setExact(false)];
  return (
    <>
      <time
        ref={setElement}
        dateTime={iso}
        aria-description={exact}
        {...(!isInLink && { tabIndex: 0 })}
        onPointerEnter={show}
        onPointerLeave={hide}
        onFocus={show}
        onBlur={hide}
        onKeyDown={({ key }) => key === 'Escape' && hide()}
      >
        {relativeTime(iso, now)}
      </time>
      {isExact && element !== null && (
        <Suspense>
          <ExactTime exact={exact} target={element} />
        </Suspense>
      )}
    </>
  );
};

/** Shows a time, relative or exact as the user prefers. */
export function Time({ iso, absent = 'Never', isInLink = false }: TimeProps) {
  if (iso === null)
    return (
      <Text span inherit c="dimmed">
        {absent}
      </Text>
    );
  if (timePreference().isExact) return <time dateTime={iso}>{exactTime(iso)}</time>;
  return <Relative iso={iso} isInLink={isInLink} />;
}
