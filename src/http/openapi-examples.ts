import { readProgramFile } from '../kernel/program-files.ts';
import type { Route } from './route.ts';

/** An exchange of a client with a real server, its random parts replaced by fixed ones. */
export interface RecordedExchange {
  /** Method and path with the query. */
  readonly line: string;
  /** Absent where the request has none. */
  readonly body?: unknown;
  readonly status: number;
  /** Absent where the answer has none, or none that is a text. */
  readonly answer?: unknown;
}

/** Exchanges by the identifiers of the operations that they show. */
export type RecordedExchanges = Readonly<Record<string, RecordedExchange>>;

/** The exchanges that a test has recorded, in the words of the neutral vocabulary. */
export const recordedExchanges = (): RecordedExchanges =>
  JSON.parse(readProgramFile('src/http/recorded-exchanges.json').toString('utf8'));

const component = (name: string, summary: string, value: unknown) =>
  value === undefined ? [] : [[name, { summary, value }] as const];

/** The recorded exchanges as components: the body of the request and of the answer for each operation that has one. */
export const exampleComponents = (exchanges: RecordedExchanges): object =>
  Object.fromEntries(
    Object.entries(exchanges).flatMap(([operationId, { line, body, status, answer }]) => [
      ...component(`${operationId}-request`, line, body),
      ...component(`${operationId}-response`, `${status} to ${line}`, answer),
    ]),
  );

/** The member `examples` of a request or an answer, where one was recorded with a body. */
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
