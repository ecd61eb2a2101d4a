import { administration } from '../../../http/callers.ts';
import type { ClientRequest } from '../../../http/client-request.ts';
import { isCurrent } from '../../../http/etag.ts';
import type { Operation } from '../../../http/operation.ts';
import { nothing, one, withHeaders } from '../../../http/reply.ts';
import { type Route, route } from '../../../http/route.ts';
import type { Payload } from '../../../jsonapi/payload.ts';
import {
  getRetentionPolicy,
  type IfMatch,
  type RetentionPolicy,
  removeRetentionPolicy,
  setRetentionPolicy,
} from './data-retention.ts';
import { changedRetentionDays, retentionDays } from './input.ts';
import { retentionResource } from './resource.ts';

const path = '/admin/data-retention-policy-settings';

const tagOf = ({ id, revision }: RetentionPolicy): string => `"${id}-${revision}"`;

const shown = (policy: RetentionPolicy) => ({ output: policy, headers: { etag: tagOf(policy) } });

const ifMatchOf =
  ({ headers }: ClientRequest): IfMatch =>
  (policy) =>
    headers['if-match'] === undefined || (policy !== undefined && isCurrent(headers['if-match'], tagOf(policy)));

const show = route('GET', path, {
  ...administration,
  operationId: 'readDataRetentionPolicy',
  summary: 'Show the data retention policy',
  description:
    'Returns the number of days for which superseded data is kept. Returns 404 if there is no policy, in which case all data is kept.',
  reply: withHeaders(one(retentionResource)),
  handle: async (context) => shown(await getRetentionPolicy(context)),
});

const setting = (method: 'POST' | 'PATCH', operation: Operation, payload: Payload<number | null | undefined>): Route =>
  route(method, path, {
    ...administration,
    ...operation,
    payload,
    reply: withHeaders(one(retentionResource)),
    failures: [412],
    handle: async (context, { actor, input, request }) =>
      shown(await setRetentionPolicy(context, actor, { days: input ?? undefined, ifMatch: ifMatchOf(request) })),
  });

const remove = route('DELETE', path, {
  ...administration,
  operationId: 'deleteDataRetentionPolicy',
  summary: 'Delete the data retention policy',
  description: 'All superseded data is kept from then on. Data that was already deleted is not restored.',
  reply: nothing,
  failures: [412],
  handle: (context, { actor, request }) => removeRetentionPolicy(context, actor, ifMatchOf(request)),
});

export const dataRetentionRoutes = [
  show,
  setting(
    'POST',
    {
      operationId: 'createDataRetentionPolicy',
      summary: 'Set the data retention policy',
      description:
        'Sets the number of days for which superseded data is kept. Older data is deleted in the background.',
    },
    retentionDays,
  ),
  setting(
    'PATCH',
    {
      operationId: 'updateDataRetentionPolicy',
      summary: 'Change the data retention policy',
      description:
        'Changes the number of days for which superseded data is kept. Older data is deleted in the background.',
    },
    changedRetentionDays,
  ),
  remove,
];
