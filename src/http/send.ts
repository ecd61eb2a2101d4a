import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { type MinimumRate, watchTransfer } from '../lib/concurrency/minimum-rate.ts';
import { errorCode } from '../lib/errors/error-code.ts';
import { byteOwner } from './byte-owner.ts';
import { encodedDocument, isCompressible } from './encoding.ts';
import { entityTag, isUnchanged } from './etag.ts';
import type { Exchange } from './exchange.ts';
import type { Rendered } from './reply.ts';
import type { TransferLimits } from './services.ts';

/** Response headers with lower-case names. All steps that handle a request add their headers to one object. */
export type HeaderFields = Record<string, string>;

const isStream = (body: Rendered['body']): body is AsyncIterable<Uint8Array> =>
  typeof body === 'object' && !Buffer.isBuffer(body);

/** Whether requests with this method may change something. */
export const isUnsafe = (method: string | undefined): boolean => method !== 'GET' && method !== 'HEAD';

/** Returns the entity tag of a response: the one it contains, or else one computed from its text. */
const tagOf = ({ status, headers, body }: Rendered, { method }: IncomingMessage): string | undefined => {
  if (status !== 200 || isUnsafe(method)) return undefined;
  return headers.etag ?? (typeof body === 'string' ? entityTag(body) : undefined);
};

/** Thrown if the client disconnects before it has received the whole response, or receives it too slowly. */
export class AnswerBrokeOff extends Error {}

type Receiver = Pick<Exchange, 'request' | 'response' | 'sender' | 'address'>;

/**
 * Sends a response, compressed if it is a document that may be compressed and the client accepts a coding. Throws
 * `AnswerBrokeOff` if the client disconnects or reads too slowly. A long text or buffer counts against the memory budget
 * until it has been sent. If the budget is used up, throws `Busy` before anything is sent.
 */
export const send = async (
  limits: TransferLimits,
  receiver: Receiver,
  rendered: Rendered,
  fields: HeaderFields,
): Promise<void> => {
  const { request, response } = receiver;
  const { status, headers, body } = rendered;
  const tag = tagOf(rendered, request);
  const all: HeaderFields = { ...fields, ...headers, ...(tag !== undefined && { etag: tag }) };
  if (isUnchanged(request.headers['if-none-match'], tag)) {
    const isDocument = isCompressible(body, all);
    response.writeHead(304, { ...all, ...(isDocument && varying) }).end();
  } else if (isStream(body)) {
    if (request.method === 'HEAD') response.writeHead(status, all).end();
    else await sendBody(body, (chunks) => sendChunks(limits.pace, response.writeHead(status, all), chunks));
  } else if (body === undefined) {
    await sendAtOnce(limits.pace, response.writeHead(status, all), '');
  } else {
    await sendWhole(limits, receiver, { status, body }, all);
  }
};

/** Header of responses that depend on the content codings that the client accepts. */
const varying = { vary: 'accept-encoding' };

const sendWhole = async (
  { pace, byteBudget }: TransferLimits,
  { request, response, sender, address }: Receiver,
  { status, body }: { readonly status: number; readonly body: string | Buffer },
  headers: HeaderFields,
): Promise<void> => {
  const length = Buffer.byteLength(body);
  using buffered = length > sliceSize ? byteBudget.open(byteOwner({ ...sender, address })) : undefined;
  buffered?.add(length);
  const isDocument = isCompressible(body, headers);
  const encoded = isDocument && (await encodedDocument(body, length, request.headers['accept-encoding']));
  const { bytes, headers: ofCoding } = encoded || { bytes: body, headers: {} };
  const size = { 'content-length': String(Buffer.byteLength(bytes)) };
  const started = response.writeHead(status, { ...headers, ...(isDocument && varying), ...ofCoding, ...size });
  if (length > sliceSize) await sendChunks(pace, started, slicesOf(bytes));
  else await sendAtOnce(pace, started, bytes);
};

/**
 * Slice size in bytes. A body of at most this size is written in one call, because the operating system takes most of
 * it into its own buffers.
 */
const sliceSize = 65_536;

function* slicesOf(body: string | Buffer): Generator<Buffer> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  for (let at = 0; at < bytes.length; at += sliceSize) yield bytes.subarray(at, at + sliceSize);
}

const tooSlow = () => new AnswerBrokeOff('the client reads too slowly');

/** Sends a short response. It waits only if the client has not yet read previous responses on the same connection. */
const sendAtOnce = async (pace: MinimumRate, response: ServerResponse, body: string | Buffer = ''): Promise<void> => {
  response.end(body);
  if (response.socket?.writableLength === 0) return;
  using _transfer = watchTransfer(pace, () => response.destroy(tooSlow()));
  await brokenOff(finished(response));
};

/**
 * Sends a stream. The first chunk is read before the headers are sent, so that an error while reading it still results
 * in an error response.
 */
const sendBody = async (chunks: AsyncIterable<Uint8Array>, sendAll: SendAll): Promise<void> => {
  const iterator = chunks[Symbol.asyncIterator]();
  try {
    const first = await iterator.next();
    await sendAll(
      (async function* () {
        for (let next = first; next.done !== true; next = await iterator.next()) yield next.value;
      })(),
    );
  } finally {
    await iterator.return?.();
  }
};

type SendAll = (chunks: AsyncIterable<Uint8Array>) => Promise<void>;

const sendChunks = async (
  pace: MinimumRate,
  response: ServerResponse,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<void> => {
  using transfer = watchTransfer(pace, () => response.destroy(tooSlow()));
  const counted = async function* () {
    for await (const chunk of chunks) {
      yield chunk;
      transfer.move(chunk.length);
    }
  };
  await brokenOff(pipeline(Readable.from(counted(), { objectMode: false }), response));
};

const brokenOff = async (sent: Promise<void>): Promise<void> => {
  try {
    await sent;
  } catch (error) {
    throw errorCode(error) === 'ERR_STREAM_PREMATURE_CLOSE' ? new AnswerBrokeOff('the client disconnected') : error;
  }
};
