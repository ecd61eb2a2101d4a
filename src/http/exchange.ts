import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Actor } from '../kernel/actor.ts';

/** A request, what identifies it and its sender, and the response to it. */
export interface Exchange {
  readonly id: string;
  /** The client's address. */
  readonly address: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The path without the query. */
  readonly path: string;
  /** Without its question mark. */
  readonly query: string;
  /** The parameters of the route's path. */
  readonly params: Readonly<Record<string, string>>;
  /** Sender of the request, once that is known. */
  sender: Pick<Actor, 'identity' | 'account'>;
}

const soundRequestId = /^[A-Za-z0-9._-]{1,64}$/;

/** The client's own identifier of a request where it is sound, else a new one. */
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
