import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Actor } from '../kernel/actor.ts';

/** Request with its identifier, its sender and its response. */
export interface Exchange {
  readonly id: string;
  /** IP address of the client. */
  readonly address: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Path without the query string. */
  readonly path: string;
  /** Query string without the leading question mark. */
  readonly query: string;
  /** Path parameters of the route. */
  readonly params: Readonly<Record<string, string>>;
  /** Sender of the request. It is anonymous until the request has been authenticated. */
  sender: Pick<Actor, 'identity' | 'account'>;
}

const soundRequestId = /^[A-Za-z0-9._-]{1,64}$/;

/** Returns the request identifier that the client has sent. If it is missing or invalid, returns a new one. */
export const requestIdOf = ({ headers }: IncomingMessage): string => {
  const own = headers['x-request-id'];
  return typeof own === 'string' && soundRequestId.test(own) ? own : randomUUID();
};

const splitTarget = (target: string): Pick<Exchange, 'path' | 'query'> => {
  const mark = target.indexOf('?');
  return mark < 0 ? { path: target, query: '' } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
};

export function newExchange(
  request: IncomingMessage,
  response: ServerResponse,
  address: string,
  params: Exchange['params'] = {},
): Exchange {
  const target = splitTarget(request.url ?? '');
  const sender = { identity: { kind: 'anonymous' } } as const;
  return { id: requestIdOf(request), address, request, response, ...target, params, sender };
}
