// Operator conditions: what somebody who runs the service should know. Each is worded here once, in the domain that owns its fact.
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import type { Fact } from './db/fact.ts';

/** A fact of the machine or of the process. `service` is absent if no service runs. */
export interface MachineFact<Value> {
  readonly of: 'machine';
  readonly read: (config: Config, service?: Context) => Promise<Value>;
}

export const machineFact = <Value>(read: MachineFact<Value>['read']): MachineFact<Value> => ({ of: 'machine', read });

/** A fact of a running service; undefined without one. */
export const serviceFact = <Value>(
  read: (service: Context) => Value | Promise<Value>,
): MachineFact<Value | undefined> => machineFact(async (_, service) => service && read(service));

export type AnyFact<Value = unknown> = Fact<Value> | MachineFact<Value>;

/** Texts for the names in braces of a sentence. */
type Fill = Readonly<Record<string, string | number>>;

/** What a condition is judged with beside its fact. */
export interface Circumstances {
  readonly now: number;
  readonly config: Config;
}

/** A metric of Prometheus: a gauge of a fact, absent while the value is undefined. */
interface Gauge<Value> {
  readonly help: string;
  value(fact: Value): number | undefined;
}

/** An alert of Prometheus over the metric of a condition. */
interface Alert {
  readonly name: string;
  /** `warning` by default. */
  readonly severity?: 'warning' | 'critical';
  readonly expr: string;
  /** Time for which the expression must be true before the alert fires; five minutes by default. */
  readonly for?: string;
  /** Templates of Prometheus for the names in braces of the sentence. */
  readonly fill?: Fill;
}

/** Where a condition is shown besides metrics and alerts: by `tipstaff doctor`, on the page "System", in `/readyz`, in the log of the service. */
export type Place = 'doctor' | 'system' | 'readyz' | 'log';

type Cases = Fill | readonly Fill[] | false | undefined;

export interface Condition<Value = unknown> {
  readonly code: string;
  /** Area that it belongs to, such as `mail`. */
  readonly check: string;
  readonly severity: 'ok' | 'warning' | 'problem';
  /** One or more sentences, with names in braces for what differs. */
  readonly sentence: string;
  readonly advice?: string;
  /** Page of the documentation with more about it, from `docs/`. */
  readonly page?: string;
  readonly places: readonly Place[];
  readonly fact: AnyFact<Value>;
  /** Texts for the sentence, one for each case; none if the condition does not hold. */
  cases(fact: Value, circumstances: Circumstances): readonly Fill[];
  /** By name. */
  readonly metrics?: Readonly<Record<string, Gauge<Value>>>;
  readonly alert?: Alert;
}

/** What the conditions of one fact have in common. */
type Common = 'check' | 'fact' | 'places' | 'page';

/** A condition under its code. The sentence has the severity as its name. */
type Declared<Value> = { readonly [Severity in Condition['severity']]?: string } & Partial<
  Pick<Condition<Value>, 'advice' | 'places' | 'page' | 'metrics' | 'alert'>
> & { cases?(fact: Value, circumstances: Circumstances): Cases };

const severities = ['problem', 'warning', 'ok'] as const;

const casesOf = <Value>({ cases }: Declared<Value>, ...given: [Value, Circumstances]): readonly Fill[] =>
  cases === undefined ? [{}] : [cases(...given) || []].flat();

/** Declares the conditions of one fact by their codes. The first that holds counts; one without `cases` always holds. */
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

/** A sentence with texts for the names in braces; `…` stands for those that are missing. */
export const filled = (sentence: string, fill: Fill): string =>
  sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(fill[name] ?? '…'));

const maxWaiting = 600_000;

/** True if something has waited for more than ten minutes; `since` is a time as it is stored. */
export const isLate = (since: string | undefined, now: number): since is string =>
  since !== undefined && now - Date.parse(since) > maxWaiting;

export const secondsOf = (time: string | undefined): number | undefined =>
  time === undefined ? undefined : Date.parse(time) / 1_000;

/** An alert about a time in a metric that every instance reads from the database: it fires once, so many seconds after that time. */
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
