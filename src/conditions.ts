// Operator conditions: what somebody who runs the service should know. Each is worded here once, in the domain that owns its fact.
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import type { Fact } from './db/fact.ts';

/** A fact of the machine or of the process. `service` is absent if no service runs. */
export interface MachineFact<Value> {
  readonly of: 'machine';
  readonly read: (config: Config, service?: Context) => Promise<Value>;
}

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
  readonly name: string;
  readonly help: string;
  value(fact: Value): number | undefined;
}

/** An alert of Prometheus over the metric of a condition. */
interface Alert {
  readonly name: string;
  readonly severity: 'warning' | 'critical';
  readonly expr: string;
  /** Time for which the expression must be true before the alert fires. */
  readonly for?: string;
  /** Templates of Prometheus for the names in braces of the sentence. */
  readonly fill?: Fill;
}

/** Where a condition is shown besides metrics and alerts: by `tipstaff doctor`, on the page "System", in `/readyz`. */
export type Place = 'doctor' | 'system' | 'readyz';

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
  /** Texts for the sentence, one for each case; none or false if the condition does not hold. */
  cases(fact: Value, circumstances: Circumstances): Fill | readonly Fill[] | false | undefined;
  readonly metrics?: readonly Gauge<Value>[];
  readonly alert?: Alert;
}

type Common = 'check' | 'fact' | 'places' | 'page';

/** Conditions of one fact, with what they have in common. */
export const conditionsOf = <Value>(
  common: Pick<Condition<Value>, Common>,
  own: readonly (Omit<Condition<Value>, Common> & Partial<Pick<Condition<Value>, 'places' | 'page'>>)[],
): readonly Condition[] => own.map((each) => ({ ...common, ...each }));

/** A sentence with texts for the names in braces; `…` stands for those that are missing. */
export const filled = (sentence: string, fill: Fill): string =>
  sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(fill[name] ?? '…'));

/** The sentences of a condition; none if it does not hold. */
export const sentencesOf = (
  { cases, sentence }: Condition,
  fact: unknown,
  circumstances: Circumstances,
): readonly string[] => [cases(fact, circumstances) || []].flat().map((fill) => filled(sentence, fill));

const maxWaiting = 600_000;

/** True if something has waited for more than ten minutes; `since` is a time as it is stored. */
export const isLate = (since: string | undefined, now: number): since is string =>
  since !== undefined && now - Date.parse(since) > maxWaiting;

export const secondsOf = (time: string | undefined): number | undefined =>
  time === undefined ? undefined : Date.parse(time) / 1_000;

/** An alert about a time in a metric that every instance reads from the database: it fires once, so many seconds after that time. */
export const lateAlert = (
  { name, severity, seconds = 600, fill }: Pick<Alert, 'name' | 'severity' | 'fill'> & { readonly seconds?: number },
  metric: string,
): Alert => ({
  name,
  severity,
  expr: `min by (job) (${metric}) < time() - ${seconds}`,
  for: '5m',
  fill: { ...fill, since: '{{ $value | humanizeTimestamp }}' },
});
