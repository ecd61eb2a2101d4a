import { readProgramFile } from '../kernel/program-files.ts';
import type { Route } from './route.ts';

/** A recorded request and response of a real server, with fixed values in place of random ones. */
export interface RecordedExchange {
  /** Method and path with the query string. */
  readonly line: string;
  /** Absent if the request has no body. */
  readonly body?: unknown;
  readonly status: number;
  /** Absent if the response has no body, or one that is not text. */
  readonly answer?: unknown;
}

/** Recorded exchanges by operation id. */
export type RecordedExchanges = Readonly<Record<string, RecordedExchange>>;

/** Returns the exchanges that a test has recorded, in the neutral vocabulary. */
export const recordedExchanges = (): RecordedExchanges =>
  JSON.parse(readProgramFile('src/http/recorded-exchanges.json').toString('utf8'));

const component = (name: string, summary: string, value: unknown) =>
  value === undefined ? [] : [[name, { summary, value }] as const];

/** Returns the recorded request and response bodies as components. */
export const exampleComponents = (exchanges: RecordedExchanges): object =>
  Object.fromEntries(
    Object.entries(exchanges).flatMap(([operationId, { line, body, status, answer }]) => [
      ...component(`${operationId}-request`, line, body),
      ...component(`${operationId}-response`, `${status} to ${line}`, answer),
    ]),
  );

/** Returns the member `examples` of a request or response, if a body was recorded. */
export const examplesOf = (
  exchanges: RecordedExchanges,
  { operation }: Route,
  side: 'request' | 'response',
): object => {
  const exchange = exchanges[operation?.operationId ?? ''];
  const isShown = exchange !== undefined && (side === 'request' || exchange.status < 400);
  const value = side === 'request' ? exchange?.body : exchange?.answer;
  if (!isShown || value === undefined) return {};
  return { examples: { recorded: { $ref: `#/components/examples/${operation?.operationId}-${side}` } } };
};
