// Shows the parts of a page together after their data has been loaded. Otherwise a part that loads later would move the
// parts below it.
import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** Maximum time in ms that the parts of a page wait for each other, so that they appear together on the first load. */
const maxWait = 3_000;

const first = { predicate: ({ state }: Query) => state.status === 'pending' };

/**
 * State of the initial load: `shown` after the maximum wait, even if some parts are missing, and `complete` when all
 * parts have been loaded.
 */
export function useFirstLoad(): 'waiting' | 'shown' | 'complete' {
  const queryClient = useQueryClient();
  const count = useIsFetching(first);
  const [state, setState] = useState<ReturnType<typeof useFirstLoad>>('waiting');
  // Effects of child components run first, so requests that depend on other data have already been started here.
  useEffect(() => {
    if (count === 0 && queryClient.isFetching(first) === 0) setState('complete');
  }, [count, queryClient]);
  useEffect(() => {
    const timer = setTimeout(() => setState((before) => (before === 'waiting' ? 'shown' : before)), maxWait);
    return () => clearTimeout(timer);
  }, []);
  return state;
}
