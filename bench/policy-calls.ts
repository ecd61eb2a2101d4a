// Sends requests about policies.
import { send } from './client.ts';
import type { Exchange } from './exchange.ts';
import type { Target } from './servers.ts';

interface Answered {
  readonly data: {
    readonly id: string;
    readonly attributes: { readonly status: string; readonly 'result-count'?: { readonly errored: number } };
    readonly links?: { readonly upload?: string };
  };
}

/** Sends one request to the service and returns the response document. */
export const call = (target: Target, method: 'GET' | 'POST' | 'PUT', path: string, body?: string | Buffer) =>
  callAt(target, { method, path: `/api/v2${path}` }, body);

/** Uploads a body to a link from an earlier response. Returns the response document. */
export const upload = (target: Target, link: string, body: Buffer) => {
  const { pathname, search } = new URL(link, 'http://service');
  return callAt(target, { method: 'PUT', path: `${pathname}${search}` }, body);
};

const callAt = async (target: Target, exchange: Exchange, body?: string | Buffer) => {
  const incoming = await send(target, exchange, body === undefined ? {} : { body });
  const text = Buffer.concat(await incoming.toArray()).toString('utf8');
  if ((incoming.statusCode ?? 0) > 299)
    throw new Error(`${exchange.method} ${exchange.path} got the status ${incoming.statusCode}: ${text}`);
  const answer: Answered = text === '' ? { data: { id: '', attributes: { status: '' } } } : JSON.parse(text);
  return answer.data;
};

export const document = (type: string, attributes: object, relationships = {}): string =>
  JSON.stringify({ data: { type, attributes, relationships } });
