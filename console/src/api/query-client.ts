import { QueryClient } from '@tanstack/react-query';

/** Cache of the data that the console has read. */
export const queryClient = new QueryClient({
  // If there is no network connection, requests fail instead of waiting, so that pages can say that the service cannot
  // be reached.
  defaultOptions: {
    queries: { retry: false, staleTime: 5_000, networkMode: 'always', refetchOnReconnect: true },
    mutations: { retry: false, networkMode: 'always' },
  },
});
