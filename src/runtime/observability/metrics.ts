// Metrics of this process for Prometheus.
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../../db/database.ts';
import { backlog } from '../../db/health-queries.ts';
import { version } from '../../kernel/version.ts';
import type { JobStatuses } from '../jobs/job-status.ts';

/** A request that was answered. `route` is the pattern of its path; what it is about stays out of it. */
export interface Answered {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

export interface Metrics {
  answered(request: Answered): void;
  /** All metrics as `metricsType`. */
  text(): Promise<string>;
}

export const metricsType = Registry.PROMETHEUS_CONTENT_TYPE;

/** Upper ends, in seconds: from a read to an upload that is slow. */
const buckets = [0.005, 0.02, 0.1, 0.5, 2, 10, 60];

/** Interval in ms between looks at the event loop; each look costs an idle service. */
const eventLoopMonitoringPrecision = 100;

const secondsOf = (time: string): number => Date.parse(time) / 1_000;

/** Sources of the metrics. */
interface Parts {
  readonly edition: string;
  readonly database: Database;
  readonly jobStatuses: JobStatuses;
}

export function newMetrics({ edition, database, jobStatuses }: Parts): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: 'tipstaff_http_request_duration_seconds',
    help: 'How long requests took until their answers were sent, by method, pattern of the path, and status.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers,
  });
  const info = { version, engine: database.engine, edition };
  const labelNames = Object.keys(info);
  new Gauge({ name: 'tipstaff_info', help: 'What runs.', labelNames, registers }).set(info, 1);
  jobGauges(jobStatuses, registers);
  backlogGauges(database, registers);
  let hasDefaults = false;
  return {
    answered: ({ seconds, ...labels }) => requests.observe(labels, seconds),
    text: () => {
      // They watch the event loop and the collector, which only a service pays whose metrics are read.
      if (!hasDefaults) collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision });
      hasDefaults = true;
      return registry.metrics();
    },
  };
}

function jobGauges(jobStatuses: JobStatuses, registers: Registry[]): void {
  const labelNames = ['job'];
  new Gauge({
    name: 'tipstaff_job_consecutive_failures',
    help: 'How many turns of a job failed since one of this process ended well.',
    labelNames,
    registers,
    collect() {
      for (const { name, failures } of jobStatuses.list()) this.set({ job: name }, failures);
    },
  });
  new Gauge({
    name: 'tipstaff_job_last_success_timestamp_seconds',
    help: 'When a turn of a job that had work last ended well in this process.',
    labelNames,
    registers,
    collect() {
      for (const { name, ranAt } of jobStatuses.list()) if (ranAt !== null) this.set({ job: name }, secondsOf(ranAt));
    },
  });
}

/** Absent where nothing waits, and while the database does not answer. */
function backlogGauges(database: Database, registers: Registry[]): void {
  const gauge = (name: string, help: string, { query, read }: BacklogValue): void => {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const [row] = await database.rows(query, {}).catch(() => []);
        this.remove();
        if (row !== undefined) this.set(read(row.value));
      },
    });
  };
  gauge(
    'tipstaff_audit_oldest_unsealed_timestamp_seconds',
    'When the oldest audit record was written that is not sealed.',
    {
      query: backlog.oldestUnsealed,
      read: secondsOf,
    },
  );
  gauge('tipstaff_mail_oldest_due_timestamp_seconds', 'When the mail was due that has waited longest.', {
    query: backlog.oldestMail,
    read: secondsOf,
  });
  gauge('tipstaff_mail_failed_attempts', 'How often a mail was tried that was not sent in four attempts or more.', {
    query: backlog.failingMail,
    read: Number,
  });
}

interface BacklogValue {
  readonly query: (typeof backlog)[keyof typeof backlog];
  readonly read: (value: string) => number;
}
