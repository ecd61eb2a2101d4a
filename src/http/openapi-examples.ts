import { readProgramFile } from '../kernel/program-files.ts';
import type { Route } from './route.ts';

/** Request and response that a test recorded with a real server. Random values are replaced by fixed ones. */
export interface RecordedExchange {
  /** HTTP method, and path with query string. */
  readonly line: string;
  /** Request body. Absent if the request has none. */
  readonly body?: unknown;
  readonly status: number;
  /** Response body. Absent if there is none or if it is not text. */
  readonly answer?: unknown;
}

/** Recorded requests and responses, by operation id. */
export type RecordedExchanges = Readonly<Record<string, RecordedExchange>>;

/** Returns the requests and responses that a test has recorded. They use the neutral vocabulary. */
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

/** Returns the member `examples` for a request or response. Empty if no body was recorded. */
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
