import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply } from 'fastify';
import { entityTag, isUnchanged } from './etag.ts';
import type { Rendered } from './reply.ts';

/** Header fields by their lower-case names; the steps of a request add to the answer's as they pass. */
export type HeaderFields = Record<string, string>;

/** Whether a method may change something. */
export const isUnsafe = (method: string | undefined): boolean => method !== 'GET' && method !== 'HEAD';

/** The answer's entity tag: its own, or one made of its text. */
const tagOf = ({ status, headers, body }: Rendered, { method }: IncomingMessage): string | undefined => {
  if (status !== 200 || isUnsafe(method)) return undefined;
  return headers.etag ?? (typeof body === 'string' ? entityTag(body) : undefined);
};

/**
 * Sends an answer. It is written to the response itself: the framework would add a charset, which JSON:API's
 * media type does not take, and go through each header once more.
 */
export const send = async (reply: FastifyReply, rendered: Rendered, fields: HeaderFields): Promise<void> => {
  const { raw: response } = reply.hijack();
  const { req: request } = response;
  const { status, headers, body } = rendered;
  Object.assign(fields, headers);
  const tag = tagOf(rendered, request);
  if (tag !== undefined) fields.etag = tag;
  if (isUnchanged(request.headers['if-none-match'], tag)) {
    response.writeHead(304, fields).end();
  } else if (typeof body === 'object') {
    await pipeline(Readable.from(body, { objectMode: false }), response.writeHead(status, fields));
  } else {
    if (body !== undefined) fields['content-length'] = String(Buffer.byteLength(body));
    response.writeHead(status, fields).end(body);
  }
};
