// Results of measurements.
import type { Engine } from '../src/db/engine.ts';

/** Several measurements of one thing. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** The most that a value may be, on both engines or on each. */
export interface Goal {
  readonly max: number | Readonly<Partial<Record<Engine, number>>>;
}

/** One way of offering load. */
export interface Comparison {
  /** Ratio to the CPU of the other side, from each round's own pair. */
  readonly times: Spread;
  /** CPU per request of the server and of what it is compared with, in microseconds (medians). */
  readonly server: number;
  readonly other: number;
  /** True if both servers kept up with the rate in every round. */
  readonly keptUp: boolean;
}

export interface RouteResult {
  readonly kind: 'route';
  readonly name: string;
  readonly engine: Engine;
  /** Requests a second in the open loop. */
  readonly rate: number;
  readonly open: Comparison;
  readonly closed: Comparison;
  readonly goal?: Goal | undefined;
}

export interface PlainResult {
  readonly kind: 'plain';
  readonly name: string;
  readonly engine: Engine;
  readonly unit: 'MB' | 's' | 'ms' | '×';
  readonly value: Spread;
  readonly goal?: Goal | undefined;
}

export type Result = RouteResult | PlainResult;

export const spreadOf = (values: readonly number[]): Spread => {
  const sorted = [...values].sort((one, other) => one - other);
  const at = (index: number): number => sorted[index] ?? Number.NaN;
  const middle = (sorted.length - 1) / 2;
  return { median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2, min: at(0), max: at(sorted.length - 1) };
};
