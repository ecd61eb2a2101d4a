// Metrics of this process for Prometheus.
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database, Reader } from '../../db/database.ts';
import { version } from '../../kernel/version.ts';
import type { JobStatuses } from '../jobs/job-status.ts';

/** A request that was answered. `route` is the pattern of its path; what it is about stays out of it. */
export interface Answered {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** A value in the database. */
export interface DatabaseGauge {
  readonly name: string;
  readonly help: string;
  readonly read: (reader: Reader) => Promise<number | undefined>;
}

export interface Metrics {
  answered(request: Answered): void;
  /** All metrics as `metricsType`, with these gauges, which are the same each time. */
  text(gauges: readonly DatabaseGauge[]): Promise<string>;
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
  /** The end of the server's certificate; undefined where it has none. */
  readonly certificateEnd: () => Date | undefined;
}

export function newMetrics({ edition, database, jobStatuses, certificateEnd }: Parts): Metrics {
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
  if (certificateEnd() !== undefined) certificateGauge(certificateEnd, registers);
  let isWatched = false;
  return {
    answered: ({ seconds, ...labels }) => requests.observe(labels, seconds),
    text: (gauges) => {
      // The default metrics watch the event loop and the collector, which only a service pays whose metrics are read.
      if (!isWatched) {
        collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision });
        databaseGauges(database, gauges, registers);
      }
      isWatched = true;
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

function certificateGauge(certificateEnd: () => Date | undefined, registers: Registry[]): void {
  new Gauge({
    name: 'tipstaff_tls_certificate_expiry_timestamp_seconds',
    help: 'When the certificate of the service expires.',
    registers,
    collect() {
      this.set(Number(certificateEnd()) / 1_000);
    },
  });
}

/** Absent where there is no value, and while the database does not answer. */
function databaseGauges(database: Database, gauges: readonly DatabaseGauge[], registers: Registry[]): void {
  for (const { name, help, read } of gauges) {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const value = await read(database).catch(() => undefined);
        this.remove();
        if (value !== undefined) this.set(value);
      },
    });
  }
}
