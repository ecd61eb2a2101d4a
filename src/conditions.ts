// Operator conditions: states of the service that its operator should know about. Each is declared once, in the domain
// that owns the underlying fact.
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import type { Fact } from './db/fact.ts';

/** Value that is read from the machine or the process. The argument `service` is undefined if no service is running. */
export interface MachineFact<Value> {
  readonly of: 'machine';
  readonly read: (config: Config, service?: Context) => Promise<Value>;
}

export const machineFact = <Value>(read: MachineFact<Value>['read']): MachineFact<Value> => ({ of: 'machine', read });

/** Declares a value that is read from a running service. The value is undefined if no service is running. */
export const serviceFact = <Value>(
  read: (service: Context) => Value | Promise<Value>,
): MachineFact<Value | undefined> => machineFact(async (_, service) => service && read(service));

export type AnyFact<Value = unknown> = Fact<Value> | MachineFact<Value>;

/** Values for the placeholders in braces in a sentence. */
type Fill = Readonly<Record<string, string | number>>;

/** Input for evaluating a condition, in addition to the fact on which the condition is based. */
export interface Circumstances {
  readonly now: number;
  readonly config: Config;
}

/** Prometheus gauge that shows a fact. Omitted while the value is undefined. */
interface Gauge<Value> {
  readonly help: string;
  value(fact: Value): number | undefined;
}

/** Prometheus alert based on the metrics of a condition. */
interface Alert {
  readonly name: string;
  /** Defaults to `warning`. */
  readonly severity?: 'warning' | 'critical';
  readonly expr: string;
  /** Time for which the expression must be true before the alert fires. Defaults to five minutes. */
  readonly for?: string;
  /** Prometheus templates for the placeholders in the sentence. */
  readonly fill?: Fill;
}

/**
 * Where a condition is reported, in addition to metrics and alerts: by `tipstaff doctor`, on the console page "System",
 * in `/readyz`, or in the service's log.
 */
export type ConditionChannel = 'doctor' | 'system' | 'readyz' | 'log';

type Cases = Fill | readonly Fill[] | false | undefined;

export interface Condition<Value = unknown> {
  readonly code: string;
  /** Area of the service, such as `mail`. */
  readonly check: string;
  readonly severity: 'ok' | 'warning' | 'problem';
  /** One or more sentences, with placeholders in braces. */
  readonly sentence: string;
  readonly advice?: string;
  /** Path of a documentation page with details, relative to `docs/`. */
  readonly page?: string;
  readonly places: readonly ConditionChannel[];
  readonly fact: AnyFact<Value>;
  /** Returns one set of placeholder values for each occurrence of the condition. Empty if the condition is not met. */
  cases(fact: Value, circumstances: Circumstances): readonly Fill[];
  /** Gauges by metric name. */
  readonly metrics?: Readonly<Record<string, Gauge<Value>>>;
  readonly alert?: Alert;
}

/** Members that all conditions based on the same fact share. */
type Common = 'check' | 'fact' | 'places' | 'page';

/**
 * Declaration of a condition. The sentence is the value of a member that is named after the severity, such as
 * `warning`.
 */
type Declared<Value> = { readonly [Severity in Condition['severity']]?: string } & Partial<
  Pick<Condition<Value>, 'advice' | 'places' | 'page' | 'metrics' | 'alert'>
> & { cases?(fact: Value, circumstances: Circumstances): Cases };

const severities = ['problem', 'warning', 'ok'] as const;

const casesOf = <Value>({ cases }: Declared<Value>, ...given: [Value, Circumstances]): readonly Fill[] =>
  cases === undefined ? [{}] : [cases(...given) || []].flat();

/**
 * Declares the conditions based on one fact, by code. Only the first condition that is met is reported. A condition
 * without `cases` always counts as met.
 */
export const conditionsOf =
  <Value>(common: Pick<Condition<Value>, Common>) =>
  (declared: Readonly<Record<string, Declared<Value>>>): readonly Condition[] =>
    Object.entries(declared).map(([code, each]): Condition<Value> => {
      const severity = severities.find((name) => each[name] !== undefined) ?? 'ok';
      return {
        ...common,
        ...each,
        code,
        severity,
        sentence: each[severity] ?? '',
        cases: (...given) => {
          const first = Object.values(declared).find((one) => casesOf(one, ...given).length > 0);
          return first === each ? casesOf(each, ...given) : [];
        },
      };
    });

/** Replaces the placeholders in a sentence by values. A missing value becomes `…`. */
export const filled = (sentence: string, fill: Fill): string =>
  sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(fill[name] ?? '…'));

const maxWaiting = 600_000;

/** Whether something has waited for more than ten minutes since a stored time. */
export const isLate = (since: string | undefined, now: number): since is string =>
  since !== undefined && now - Date.parse(since) > maxWaiting;

export const secondsOf = (time: string | undefined): number | undefined =>
  time === undefined ? undefined : Date.parse(time) / 1_000;

/**
 * Alert that fires a number of seconds after the time in a metric. All instances read the time from the database and
 * report the same value, so their metrics are merged and the alert fires only once.
 */
export const lateAlert = (
  name: string,
  metric: string,
  { seconds = 600, fill, ...others }: Partial<Alert> & { readonly seconds?: number } = {},
): Alert => ({
  ...others,
  name,
  expr: `min by (job) (${metric}) < time() - ${seconds}`,
  fill: { ...fill, since: '{{ $value | humanizeTimestamp }}' },
});
