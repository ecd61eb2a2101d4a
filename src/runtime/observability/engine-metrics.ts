// Metrics of the policy engine, which runs in child processes.
import { readFile } from 'node:fs/promises';
import { Counter, Gauge, type Registry } from 'prom-client';

/** Processes of the policy engine that are running, and totals since the service process started. */
export interface EngineMetricsSource {
  readonly pids: readonly number[];
  readonly starts: number;
  /** Number of policy engine processes that ended while they handled a request, by reason. */
  readonly ends: Readonly<Record<string, number>>;
  /** CPU time in ms that the policy engine's processes have spent on requests. */
  readonly worked: number;
}

const none: EngineMetricsSource = { pids: [], starts: 0, ends: {}, worked: 0 };

/** Registers the metrics. Returns a function that sets the source of their values. */
export function engineMetrics(registers: Registry[]): (read: () => EngineMetricsSource) => void {
  let figures = (): EngineMetricsSource => none;
  engineGauges(registers, () => figures().pids);
  engineCounters(registers, () => figures());
  return (read) => {
    figures = read;
  };
}

function engineGauges(registers: Registry[], pids: () => readonly number[]): void {
  new Gauge({
    name: 'tipstaff_policy_engine_processes',
    help: 'Number of running policy engine processes. 0 while nothing is evaluated.',
    registers,
    collect() {
      this.set(pids().length);
    },
  });
  new Gauge({
    name: 'tipstaff_policy_engine_resident_memory_bytes',
    help: 'Resident memory of all policy engine processes, in bytes. Available on Linux only.',
    registers,
    async collect() {
      const sizes = await Promise.all(pids().map(residentMemoryOf));
      this.set(sizes.reduce((sum, size) => sum + size, 0));
    },
  });
}

function engineCounters(registers: Registry[], figures: () => EngineMetricsSource): void {
  new Counter({
    name: 'tipstaff_policy_engine_starts_total',
    help: 'Number of policy engine processes started.',
    registers,
    collect() {
      this.reset();
      this.inc(figures().starts);
    },
  });
  new Counter({
    name: 'tipstaff_policy_engine_cpu_seconds_total',
    help: 'CPU time that the policy engine spent on requests, in seconds.',
    registers,
    collect() {
      this.reset();
      this.inc(figures().worked / 1_000);
    },
  });
  new Counter({
    name: 'tipstaff_policy_engine_ends_total',
    help: 'Number of policy engine processes that ended while handling a request, by reason.',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset();
      for (const [reason, count] of Object.entries(figures().ends)) this.inc({ reason }, count);
    },
  });
}

const bytesPerKibibyte = 1_024;

const residentMemoryOf = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * bytesPerKibibyte;
};
