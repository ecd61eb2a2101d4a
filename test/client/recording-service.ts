// Simulated service with Tipstaff's own or Terraform's attribute names. It records requests and sends the responses that
// a test defines.
import { createServer, type OutgoingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { createClient } from '../../client/index.ts';
import type { VocabularyName } from '../../client/vocabulary.ts';
import { listening } from '../support/listening.ts';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface Answered {
  readonly status?: number;
  /** Headers that replace or supplement the default headers; undefined removes a header. */
  readonly headers?: OutgoingHttpHeaders;
  /** Body of the response; undefined closes the connection without a response. */
  readonly body?: string | Uint8Array | undefined;
}

/** Starts the service. It responds to every request with an empty document unless `answer` returns another response. */
export async function recordingService(vocabulary: VocabularyName, answer?: (asked: Asked, count: number) => Answered) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const one = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: await text(request),
    };
    asked.push(one);
    const { status = 200, headers = {}, body = '{"data":[]}' } = answer?.(one, asked.length) ?? {};
    if (status === 0) return void request.socket.destroy();
    const marked = vocabulary === 'terraform' ? { 'tfp-api-version': '2.6' } : {};
    const sent = { 'content-type': 'application/vnd.api+json', ...marked, ...headers };
    response.writeHead(status, Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)));
    response.end(status === 204 ? undefined : body);
  });
  const { url, [Symbol.asyncDispose]: dispose } = await listening(server);
  return { url, asked, client: createClient({ url, token: 'secret' }), [Symbol.asyncDispose]: dispose };
}
