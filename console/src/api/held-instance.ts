// A restored instance that is held, for administrators.
import { queryOptions } from '@tanstack/react-query';
import { api, type Resource, read, send } from './client.ts';
import { keyOf } from './query-key.ts';

export type HeldInstance = Resource<'held-instances'>['attributes'];

export const heldInstanceQuery = queryOptions({
  queryKey: keyOf('held-instance'),
  queryFn: ({ signal }) => read(api.GET('/api/v2/admin/held-instance', { signal })),
});

/** Lets the instance act on the outside world again. */
export const resumeInstance = (sendsWaiting: boolean) =>
  send(
    api.POST('/api/v2/admin/held-instance/actions/resume', {
      body: { data: { type: 'held-instances', attributes: { 'send-waiting': sendsWaiting } } },
    }),
  );
