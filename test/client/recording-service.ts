// A service of either vocabulary that says what it was asked, and answers what a test wants.
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
  /** In addition to those of every answer, or in their place; undefined for none. */
  readonly headers?: OutgoingHttpHeaders;
  /** Undefined ends the connection without an answer. */
  readonly body?: string | Uint8Array | undefined;
}

/** An empty answer to every request, unless `answer` has another one. */
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
