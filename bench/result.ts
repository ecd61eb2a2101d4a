// Results of measurements.
import type { Engine } from '../src/db/engine.ts';

/** Statistics of several measurements of the same value. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** Maximum value of a result. It applies to both database engines, or there is one for each engine. */
export interface Goal {
  readonly max: number | Readonly<Partial<Record<Engine, number>>>;
}

/** Comparison of two servers under one type of load. */
export interface Comparison {
  /** Ratio of the CPU times of the two servers. It is calculated in each round. */
  readonly times: Spread;
  /**
   * Median CPU time per request in microseconds. `server` is the measured server, and `other` is the server that it is
   * compared with.
   */
  readonly server: number;
  readonly other: number;
  /** Whether both servers kept up with the rate in every round. */
  readonly keptUp: boolean;
}

export interface RouteResult {
  readonly kind: 'route';
  readonly name: string;
  readonly engine: Engine;
  /** Requests per second in the open loop. */
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
