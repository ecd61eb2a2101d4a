// The start page shows its parts together: each has a height that is known with its data, and would move those below it.
import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** Maximum time in ms that parts wait for each other. */
const maxWait = 3_000;

const first = { predicate: ({ state }: Query) => state.status === 'pending' };

/** True once no request of the page is the first of its kind any more. */
export function useFirstLoad(): boolean {
  const queryClient = useQueryClient();
  const count = useIsFetching(first);
  const [isLoaded, setLoaded] = useState(false);
  // The parts have begun by now what they request next: their effects run first.
  useEffect(() => {
    if (count === 0 && queryClient.isFetching(first) === 0) setLoaded(true);
  }, [count, queryClient]);
  useEffect(() => {
    const timer = setTimeout(() => setLoaded(true), maxWait);
    return () => clearTimeout(timer);
  }, []);
  return isLoaded;
}
