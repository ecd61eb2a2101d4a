// The metrics of this process for Prometheus.
import { Type } from 'typebox';
import type { Reply } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { unauthorized } from '../../../jsonapi/errors.ts';
import { metricsType } from '../../../runtime/observability/metrics.ts';
import { maySeeDetail } from './detail.ts';

const reply: Reply<string> = {
  status: 200,
  mediaType: metricsType,
  schema: () => Type.String(),
  render: (text) => ({
    status: 200,
    headers: { 'content-type': metricsType, 'cache-control': 'no-store' },
    body: text,
  }),
};

export const metrics = route('GET', '/metrics', {
  isRoot: true,
  isHealthCheck: true,
  operationId: 'readMetrics',
  summary: 'Show the metrics of this process',
  description:
    'For Prometheus: requests by route and status, jobs, what waits, and the process itself. Requests from this machine see them, and those with the token of `TIPSTAFF_METRICS_TOKEN`.',
  caller: 'anyone',
  reply,
  failures: [401],
  handle: (context, { actor, request }) => {
    if (!maySeeDetail(context, actor.address, request.headers)) throw unauthorized();
    return context.metrics.text();
  },
});
