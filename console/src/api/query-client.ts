import { QueryClient } from '@tanstack/react-query';

/** Cache of the data that the console has read. */
export const queryClient = new QueryClient({
  // Without a network, requests fail instead of waiting for it, so that pages say that the service cannot be reached.
  defaultOptions: {
    queries: { retry: false, staleTime: 5_000, networkMode: 'always', refetchOnReconnect: true },
    mutations: { retry: false, networkMode: 'always' },
  },
});
