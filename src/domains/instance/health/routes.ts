import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import { type Compressed, compressedFor } from '../../../http/encoding.ts';
import { entityTag } from '../../../http/etag.ts';
import type { Describe } from '../../../http/openapi.ts';
import { recordedExchanges } from '../../../http/openapi-examples.ts';
import { nothing, type Reply } from '../../../http/reply.ts';
import { type Route, route } from '../../../http/route.ts';
import { sessionCookieName } from '../../../http/session-cookie.ts';
import { neutral } from '../../../jsonapi/vocabulary.ts';
import { version } from '../../../kernel/version.ts';
import { health } from './health.ts';

const ping = route('GET', '/ping', {
  rateLimit: 'none',
  operationId: 'ping',
  summary: 'Check whether the API responds',
  description: 'Returns 204 without a body. The request requires no token and does not count against the rate limit.',
  caller: 'anyone',
  reply: nothing,
  handle: () => undefined,
});

interface Description extends Compressed {
  readonly identity: Buffer;
  readonly etag: string;
}

/**
 * Compresses the text with Brotli for clients that accept it, because the API reference in the console has to wait for
 * this document.
 */
const compressed = async (text: string): Promise<Description> => {
  const br = await promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  const gzipped = await promisify(gzip)(text, { level: 9 });
  return { identity: Buffer.from(text), etag: entityTag(text), br, gzip: () => gzipped };
};

const descriptionReply: Reply<{ readonly description: Description; readonly acceptEncoding: string }> = {
  status: 200,
  mediaType: 'application/json',
  schema: () => Type.Object({ openapi: Type.String(), paths: Type.Object({}) }),
  render: ({ description, acceptEncoding }) => {
    const sent = compressedFor(description, acceptEncoding);
    return {
      status: 200,
      headers: {
        ...sent?.headers,
        'content-type': 'application/json',
        'cache-control': 'public, max-age=300',
        etag: description.etag,
        vary: 'accept-encoding',
      },
      body: sent?.chunks ?? description.identity,
    };
  },
};

/**
 * Serves the OpenAPI description of every route, including this one. The document is generated at the first request for
 * each base URL.
 */
export const descriptionRoute = (describe: Describe): Route => {
  const written = new Map<string, Promise<Description>>();
  const write = async ({ baseUrl, pathPrefix, vocabulary }: Context): Promise<Description> => {
    const exchanges = vocabulary === neutral ? recordedExchanges() : {};
    const sessionCookie = sessionCookieName(baseUrl());
    return compressed(JSON.stringify(describe({ version, sessionCookie, pathPrefix: pathPrefix(), exchanges })));
  };
  const describedFor = (context: Context): Promise<Description> => {
    const address = context.baseUrl();
    const earlier = written.get(address);
    if (earlier !== undefined) return earlier;
    const description = write(context);
    written.set(address, description);
    description.catch(() => written.delete(address));
    return description;
  };
  return route('GET', '/openapi.json', {
    operationId: 'readApiDescription',
    summary: 'Show the description of this API',
    description: 'Returns this document: OpenAPI 3.1 in JSON, generated from the definitions of the routes.',
    caller: 'anyone',
    reply: descriptionReply,
    handle: async (context, { request }) => ({
      description: await describedFor(context),
      acceptEncoding: String(request.headers['accept-encoding'] ?? ''),
    }),
  });
};

export const discoveryRoutes = [ping, health];
