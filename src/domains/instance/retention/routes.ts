import type { IncomingMessage } from 'node:http';
import { isCurrent } from '../../../http/etag.ts';
import { nothing, one, withHeaders } from '../../../http/reply.ts';
import { type RouteFactory, route } from '../../../http/route.ts';
import { siteAdministrator } from '../../../http/site-administrator.ts';
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

const common = {
  path: '/admin/data-retention-policy-settings',
  edition: 'self-hosted',
  caller: 'user',
} as const;

const tagOf = ({ id, revision }: RetentionPolicy): string => `"${id}-${revision}"`;

const shown = (policy: RetentionPolicy) => ({ output: policy, headers: { etag: tagOf(policy) } });

const ifMatchOf =
  ({ headers }: IncomingMessage): IfMatch =>
  (policy) =>
    headers['if-match'] === undefined || (policy !== undefined && isCurrent(headers['if-match'], tagOf(policy)));

const show: RouteFactory = () =>
  route({
    ...common,
    method: 'GET',
    summary: 'Show for how long superseded data is kept; 404 while all of it is',
    authorise: siteAdministrator,
    reply: withHeaders(one(retentionResource)),
    handle: async (context) => shown(await getRetentionPolicy(context)),
  });

const setting =
  (method: 'POST' | 'PATCH', summary: string, payload: Payload<number | null | undefined>): RouteFactory =>
  () =>
    route({
      ...common,
      method,
      summary,
      authorise: siteAdministrator,
      payload,
      reply: withHeaders(one(retentionResource)),
      failures: [412],
      handle: async (context, { actor, input, stream }) =>
        shown(await setRetentionPolicy(context, actor, { days: input ?? undefined, ifMatch: ifMatchOf(stream) })),
    });

const remove: RouteFactory = () =>
  route({
    ...common,
    method: 'DELETE',
    summary: 'Keep all superseded data',
    authorise: siteAdministrator,
    reply: nothing,
    failures: [412],
    handle: (context, { actor, stream }) => removeRetentionPolicy(context, actor, ifMatchOf(stream)),
  });

export const dataRetentionRoutes: readonly RouteFactory[] = [
  show,
  setting('POST', 'Set for how long superseded data is kept', retentionDays),
  setting('PATCH', 'Change for how long superseded data is kept', changedRetentionDays),
  remove,
];
