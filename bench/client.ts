// HTTP client that sends one request at a time.
import { type Agent, type IncomingMessage, type RequestOptions, request } from 'node:http';
import type { CapturedAnswer } from './bare-server.ts';
import type { Exchange } from './exchange.ts';
import type { Target } from './servers.ts';

const timeout = 30_000;
/** Headers that node:http adds to each response. */
const written = new Set(['date', 'connection', 'keep-alive']);

export const headersFor = ({ method }: Exchange, { token }: Target): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  ...((method === 'POST' || method === 'PATCH') && { 'content-type': 'application/vnd.api+json' }),
  ...(method === 'PUT' && { 'content-type': 'application/octet-stream' }),
});

/** Sends one request. The caller must read the response body. */
export const send = (
  target: Target,
  exchange: Exchange,
  { agent, body }: { readonly agent?: Agent; readonly body?: string | Buffer } = {},
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const content = body ?? exchange.body?.();
    const options: RequestOptions = {
      host: '127.0.0.1',
      port: target.port,
      method: exchange.method,
      path: exchange.path,
      timeout,
      headers: {
        ...headersFor(exchange, target),
        ...(content !== undefined && { 'content-length': Buffer.byteLength(content) }),
      },
      ...(agent !== undefined && { agent }),
    };
    const outgoing = request(options, resolve);
    outgoing.once('timeout', () => outgoing.destroy(new Error(`${exchange.method} ${exchange.path}: no response`)));
    outgoing.once('error', reject);
    outgoing.end(content);
  });

/** Reads the whole response. Throws if the request failed. */
export const requireSuccess = async (incoming: IncomingMessage, { method, path }: Exchange): Promise<void> => {
  const { statusCode = 0 } = incoming;
  if (statusCode >= 200 && statusCode < 300) {
    for await (const _ of incoming.resume());
    return;
  }
  const body = Buffer.concat(await incoming.toArray()).toString('utf8');
  throw new Error(`${method} ${path} got the status ${statusCode}: ${body}`);
};

const fieldsOf = ({ rawHeaders }: IncomingMessage): readonly string[] =>
  rawHeaders.filter((_, index) => !written.has((rawHeaders[index - (index % 2)] ?? '').toLowerCase()));

/** Sends a request and returns its response, including the headers and the body. */
export const capture = async (target: Target, exchange: Exchange): Promise<CapturedAnswer> => {
  const incoming = await send(target, exchange);
  const status = incoming.statusCode ?? 0;
  const answer = { status, headers: fieldsOf(incoming), body: Buffer.concat(await incoming.toArray()) };
  if (status >= 200 && status < 300) return answer;
  throw new Error(`${exchange.method} ${exchange.path} got the status ${status}: ${answer.body.toString('utf8')}`);
};
