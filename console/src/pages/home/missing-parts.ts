// Parts of the start page that could not be read.
import { type Query, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { ApiFailure } from '../../../../client/failure.ts';

/** A person without a right to a part, or whom its organization refuses, has nothing to see there; anything else is missing. */
const isMissing = (error: unknown): boolean =>
  error !== null && !(error instanceof ApiFailure && [401, 403, 404].includes(error.status));

const missing = { type: 'active', predicate: ({ state }: Query) => isMissing(state.error) } as const;

/** The failure of a part that is missing, and what reads such parts again. */
export function useMissingParts() {
  const queryClient = useQueryClient();
  const cache = queryClient.getQueryCache();
  const subscribe = useCallback((notify: () => void) => cache.subscribe(notify), [cache]);
  const error = useSyncExternalStore(subscribe, () => cache.findAll(missing)[0]?.state.error ?? null);
  return { error, retry: () => queryClient.refetchQueries(missing) };
}
