// Prometheus metrics of this process.
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../../db/database.ts';
import { version } from '../../kernel/version.ts';
import type { JobStatuses } from '../jobs/job-status.ts';
import { type EngineMetricsSource, engineMetrics } from './engine-metrics.ts';

/** Request that was answered. `route` is the path pattern of its route, so it contains no identifiers. */
export interface Answered {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** Gauge with its value at one scrape. The value is undefined if there is none at that time. */
export interface GaugeSample {
  readonly name: string;
  readonly help: string;
  readonly value: number | undefined;
}

interface Evaluated {
  readonly status: string;
  readonly seconds: number;
}

export interface Metrics {
  answered(request: Answered): void;
  evaluated(evaluation: Evaluated): void;
  /** Sets the source of the policy engine's metrics. It is read at each scrape. */
  watchEngine(read: () => EngineMetricsSource): void;
  /** Returns all metrics and the given gauges, in the format `metricsType`. */
  text(gauges: readonly GaugeSample[]): Promise<string>;
}

export const metricsType = Registry.PROMETHEUS_CONTENT_TYPE;

/** Upper bounds of the request duration buckets in seconds, from a fast read to a slow upload. */
const buckets = [0.005, 0.02, 0.1, 0.5, 2, 10, 60];

/** Upper bounds of the evaluation duration buckets in seconds, from a small plan to the longest evaluation. */
const evaluationBuckets = [0.1, 0.5, 2, 10, 60, 600];

/**
 * Interval in ms at which the event loop delay is sampled. A shorter interval would use more CPU time, even in an idle
 * service.
 */
const eventLoopMonitoringPrecision = 100;

const secondsOf = (time: string): number => Date.parse(time) / 1_000;

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
    help: 'Duration of requests until the response was sent, in seconds, by method, path pattern and status.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers,
  });
  const evaluations = new Histogram({
    name: 'tipstaff_evaluation_duration_seconds',
    help: 'Duration of evaluations from their start in this process to their verdicts, in seconds, by status.',
    labelNames: ['status'],
    buckets: evaluationBuckets,
    registers,
  });
  const info = { version, engine: database.engine, edition };
  const labelNames = Object.keys(info);
  new Gauge({
    name: 'tipstaff_info',
    help: 'Version, database engine and edition of this process, as labels. The value is always 1.',
    labelNames,
    registers,
  }).set(info, 1);
  jobGauges(jobStatuses, registers);
  const watchEngine = engineMetrics(registers);
  connectionGauges(database, registers);
  let isWatched = false;
  return {
    answered: ({ method, route, status, seconds }) => requests.observe({ method, route, status }, seconds),
    evaluated: ({ seconds, ...labels }) => evaluations.observe(labels, seconds),
    watchEngine,
    text: (gauges) => {
      // The default metrics observe the event loop and the garbage collector, which costs CPU time. So they start with
      // the first scrape.
      if (!isWatched) collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision });
      isWatched = true;
      const scrape = new Registry();
      sampleGauges(gauges, [scrape]);
      return Registry.merge([registry, scrape]).metrics();
    },
  };
}

function jobGauges(jobStatuses: JobStatuses, registers: Registry[]): void {
  const labelNames = ['job'];
  new Gauge({
    name: 'tipstaff_job_consecutive_failures',
    help: 'Number of failed runs of a job in this process since the last successful run.',
    labelNames,
    registers,
    collect() {
      for (const { name, failures } of jobStatuses.list()) this.set({ job: name }, failures);
    },
  });
  new Gauge({
    name: 'tipstaff_job_last_success_timestamp_seconds',
    help: 'End of the last successful run of a job in this process, in seconds since 1970. Runs without work do not count.',
    labelNames,
    registers,
    collect() {
      for (const { name, ranAt } of jobStatuses.list()) if (ranAt !== null) this.set({ job: name }, secondsOf(ranAt));
    },
  });
}

/** Registers the metrics of database connections. SQLite has no connection pool, so they exist only for PostgreSQL. */
function connectionGauges(database: Database, registers: Registry[]): void {
  if (database.connections() === undefined) return;
  new Gauge({
    name: 'tipstaff_database_connections',
    help: 'Number of PostgreSQL connections by state: open connections, the maximum number of connections, and reads and changes that wait for a connection.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(database.connections() ?? {})) this.set({ state }, count);
    },
  });
}

/** Registers gauges for one scrape. A gauge without a value is omitted. */
function sampleGauges(gauges: readonly GaugeSample[], registers: Registry[]): void {
  for (const { name, help, value } of gauges) {
    const gauge = new Gauge({ name, help, registers });
    gauge.remove();
    if (value !== undefined) gauge.set(value);
  }
}
