// The metrics of this process for Prometheus.
import { Type } from 'typebox';
import type { Condition } from '../../../conditions.ts';
import type { Context } from '../../../context.ts';
import type { Reply } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { unauthorized } from '../../../jsonapi/errors.ts';
import { type GaugeSample, metricsType } from '../../../runtime/observability/metrics.ts';
import { serviceFacts } from '../conditions/service-facts.ts';
import { metrics } from '../services.ts';
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

/** Returns the current values of the gauges that operator conditions define. */
export const gaugesOf = async (context: Context, conditions: readonly Condition[]): Promise<readonly GaugeSample[]> => {
  const measured = conditions.filter(({ metrics: gauges }) => gauges !== undefined);
  const facts = await serviceFacts(
    context,
    measured.map(({ fact }) => fact),
  );
  return measured.flatMap(({ fact, metrics: gauges = {} }) =>
    Object.entries(gauges).map(([name, { help, value }]) => ({
      name,
      help,
      value: facts.has(fact) ? value(facts.of(fact)) : undefined,
    })),
  );
};

export const metricsRoute = (conditions: readonly Condition[]) =>
  route('GET', '/metrics', {
    isRoot: true,
    isHealthCheck: true,
    operationId: 'readMetrics',
    summary: 'Show the metrics of this process',
    description:
      'Returns metrics for Prometheus about requests by route and status, jobs, waiting work, and the process itself. A request must come from the same machine or contain the token in `TIPSTAFF_METRICS_TOKEN`.',
    caller: 'anyone',
    reply,
    failures: [401],
    handle: async (context, { actor, request }) => {
      if (!maySeeDetail(context, actor.address, request)) throw unauthorized();
      return metrics(context).text(await gaugesOf(context, conditions));
    },
  });
