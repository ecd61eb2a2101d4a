// Parts of a page that are shown together: each has a height that is known with its data, and would move those below it.
import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** Maximum time in ms that parts wait for each other. */
const maxWait = 3_000;

const first = { predicate: ({ state }: Query) => state.status === 'pending' };

/** Parts are shown together, or after the longest wait with some of them missing; complete once every first answer is there. */
export function useFirstLoad(): 'waiting' | 'shown' | 'complete' {
  const queryClient = useQueryClient();
  const count = useIsFetching(first);
  const [state, setState] = useState<ReturnType<typeof useFirstLoad>>('waiting');
  // The parts have begun by now what they request next: their effects run first.
  useEffect(() => {
    if (count === 0 && queryClient.isFetching(first) === 0) setState('complete');
  }, [count, queryClient]);
  useEffect(() => {
    const timer = setTimeout(() => setState((before) => (before === 'waiting' ? 'shown' : before)), maxWait);
    return () => clearTimeout(timer);
  }, []);
  return state;
}
