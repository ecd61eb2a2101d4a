// Shows all parts of a page together when their data has been loaded. Otherwise a part that loads late would move the
// parts below it.
import { type Query, useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryClient } from '../api/query-client.ts';

/** Maximum time in ms for which the first load waits until all parts of the page can appear together. */
const maxWait = 10_000;

/** Whether the maximum wait has passed since the component was mounted. */
export function useIsOverdue(): boolean {
  const [isOverdue, setOverdue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOverdue(true), maxWait);
    return () => clearTimeout(timer);
  }, []);
  return isOverdue;
}

const first = { predicate: ({ state }: Query) => state.status === 'pending' };

/**
 * State of a page's first load. It is `complete` when all parts are loaded, and `shown` if parts are still missing
 * after the maximum wait.
 */
export function useFirstLoad(): 'waiting' | 'shown' | 'complete' {
  const count = useIsFetching(first);
  const [isComplete, setComplete] = useState(false);
  const isOverdue = useIsOverdue();
  // A response may cause the rendering of a component that sends another request, so the requests are counted again
  // after rendering.
  useEffect(() => {
    if (count > 0) return undefined;
    const timer = setTimeout(() => queryClient.isFetching(first) === 0 && setComplete(true));
    return () => clearTimeout(timer);
  }, [count]);
  if (isComplete) return 'complete';
  return isOverdue ? 'shown' : 'waiting';
}
