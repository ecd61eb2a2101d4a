// Requests that users send from the pages of the API reference.
import { ApiFailure } from '../../../../client/failure.ts';
import { reasonOf } from '../../../../client/reason.ts';
import { pathTo } from '../../api/boot.ts';
import type { Operation } from './description.ts';

/** Waits for a response. Throws `ApiFailure` if the service cannot be reached. */
const answerOf = (request: Promise<Response>): Promise<Response> =>
  request.catch((error: unknown) => {
    throw new ApiFailure(0, [], { reason: 'lost', sentence: reasonOf(error) });
  });

/** Input for one request, as the user typed it. */
export interface Attempt {
  readonly operation: Operation;
  /** Parameter values by name. Empty values are not sent. */
  readonly values: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Answered {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  /** Whether the response body was truncated. */
  readonly isCut: boolean;
}

/** Returns the path and query of a request's URL. */
export function addressOf({ operation, values }: Pick<Attempt, 'operation' | 'values'>): string {
  const typed = (name: string): string => values[name] ?? '';
  const path = operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(typed(name)));
  const query = new URLSearchParams(
    operation.parameters.flatMap(({ name, in: place }) =>
      place === 'query' && typed(name) !== '' ? [[name, typed(name)]] : [],
    ),
  ).toString();
  return query === '' ? path : `${path}?${query}`;
}

/** Maximum number of characters of a response that are shown. */
const maxShown = 200_000;

const indented = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
};

/** Sends a request with the browser's session. */
export async function sendAttempt(attempt: Attempt): Promise<Answered> {
  const { operation, values, body } = attempt;
  const headers = new Headers({ accept: 'application/vnd.api+json, application/json, */*' });
  for (const { name, in: place } of operation.parameters) {
    const value = values[name] ?? '';
    if (place === 'header' && value !== '') headers.set(name, value);
  }
  if (operation.body !== undefined && body !== '') headers.set('content-type', operation.body.mediaType);
  const sent = { method: operation.method, headers, ...(operation.body !== undefined && body !== '' && { body }) };
  const response = await answerOf(fetch(pathTo(addressOf(attempt)), sent));
  const whole = indented(await response.text());
  return {
    status: response.status,
    headers: [...response.headers],
    body: whole.slice(0, maxShown),
    isCut: whole.length > maxShown,
  };
}
