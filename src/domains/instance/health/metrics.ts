// The metrics of this process for Prometheus.
import { statfs } from 'node:fs/promises';
import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import type { Reader } from '../../../db/database.ts';
import type { Reply } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { unauthorized } from '../../../jsonapi/errors.ts';
import { memoize } from '../../../lib/functions/memoize.ts';
import { type DatabaseGauge, metricsType } from '../../../runtime/observability/metrics.ts';
import { isHeld } from '../../../runtime/state/held.ts';
import { oldestUnsealed } from '../../audit/index.ts';
import { readStreamStatus } from '../audit-stream/status.ts';
import { failingMail, oldestMail } from '../mail/store.ts';
import { metrics } from '../services.ts';
import { maySeeDetail } from './detail.ts';
import { databaseProblem } from './health.ts';

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

const secondsOf = (time: string | undefined): number | undefined =>
  time === undefined ? undefined : Date.parse(time) / 1_000;

/** Status of the audit stream; undefined while it is off. */
const streamOf = async (reader: Reader) => {
  const status = await readStreamStatus(reader);
  return status.isOn ? status : undefined;
};

/** Gauges of work that should not wait for long. Made for each scrape, because several gauges share one read. */
export function backlog(): readonly DatabaseGauge[] {
  const stream = memoize(streamOf);
  return [
    {
      name: 'tipstaff_audit_oldest_unsealed_timestamp_seconds',
      help: 'When the oldest audit record was written that is not sealed.',
      read: async (reader) => secondsOf(await oldestUnsealed.read(reader)),
    },
    {
      name: 'tipstaff_mail_oldest_due_timestamp_seconds',
      help: 'When the mail was due that has waited longest.',
      read: async (reader) => secondsOf(await oldestMail.read(reader)),
    },
    {
      name: 'tipstaff_mail_failed_attempts',
      help: 'How often a mail was tried that was not sent in four attempts or more.',
      read: failingMail.read,
    },
    {
      name: 'tipstaff_audit_stream_records_behind',
      help: 'Number of sealed audit records that the audit stream has not sent.',
      read: async (reader) => (await stream(reader))?.behind,
    },
    {
      name: 'tipstaff_audit_stream_oldest_unsent_timestamp_seconds',
      help: 'When the oldest audit record was written that the audit stream has not sent.',
      read: async (reader) => secondsOf((await stream(reader))?.oldestUnsent),
    },
    {
      name: 'tipstaff_audit_stream_failed_attempts',
      help: 'How often the receiver of the audit stream took nothing since it last took records.',
      read: async (reader) => (await stream(reader))?.cursor?.failures,
    },
  ];
}

/** Gauges of the state of the instance and of evaluations. Made for each scrape. */
function stateOf(context: Context): readonly DatabaseGauge[] {
  const waiting = memoize((reader: Reader) => context.ports.waitingEvaluations(reader));
  return [
    {
      name: 'tipstaff_ready',
      help: '1 if the instance can serve, else 0, as /readyz says.',
      read: async () => ((await databaseProblem(context)) === undefined ? 1 : 0),
    },
    {
      name: 'tipstaff_held',
      help: '1 while the instance is held after a restore, else 0.',
      read: async (reader) => ((await isHeld(reader)) ? 1 : 0),
    },
    {
      name: 'tipstaff_data_folder_free_bytes',
      help: 'Free space where the data folder is.',
      read: async () => {
        const { bavail, bsize } = await statfs(context.config.dataDir);
        return bavail * bsize;
      },
    },
    {
      name: 'tipstaff_evaluations_waiting',
      help: 'Number of evaluations in the database whose plan is there and whose verdict is not.',
      read: async (reader) => (await waiting(reader)).total,
    },
    {
      name: 'tipstaff_evaluations_oldest_waiting_timestamp_seconds',
      help: 'When the oldest of these evaluations was created.',
      read: async (reader) => secondsOf((await waiting(reader)).oldest),
    },
  ];
}

export const metricsRoute = route('GET', '/metrics', {
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
    if (!maySeeDetail(context, actor.address, request)) throw unauthorized();
    return metrics(context).text([...backlog(), ...stateOf(context)]);
  },
});
