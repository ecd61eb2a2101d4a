import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { entityTag, isUnchanged } from './etag.ts';
import type { Exchange } from './exchange.ts';
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

/** Sends an answer; throws when its body breaks off. */
export const send = async (
  { request, response }: Pick<Exchange, 'request' | 'response'>,
  rendered: Rendered,
  fields: HeaderFields,
): Promise<void> => {
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
