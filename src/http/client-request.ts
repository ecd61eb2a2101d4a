import type { IncomingMessage } from 'node:http';
import { setImmediate as otherEvents } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { ApiError, badRequest, requestTimeout } from '../jsonapi/errors.ts';
import type { ByteSource } from '../kernel/byte-source.ts';
import { type MinimumRate, watchTransfer } from '../lib/concurrency/minimum-rate.ts';
import { connectionSignal } from './connection-signal.ts';
import { transferLimits } from './services.ts';

export type RequestHeaders = IncomingMessage['headers'];

/**
 * Request as handlers see it: its headers, and its body as bytes. Reading the body throws 400 if the client
 * disconnects, and 408 if it sends too slowly.
 */
export interface ClientRequest extends ByteSource {
  readonly method: string;
  /** Path and query string as received. */
  readonly url: string;
  readonly headers: RequestHeaders;
  /** Remote IP address of the connection. It is the client's address, or that of the last proxy before the service. */
  readonly peer: string;
}

export const clientRequest = (message: IncomingMessage, context: Pick<Context, 'core'>): ClientRequest =>
  new ReceivedRequest(message, transferLimits(context).pace);

/** This is a class because creating an object with getters would take a microsecond for every request. */
class ReceivedRequest implements ClientRequest {
  readonly #message: IncomingMessage;
  readonly #pace: MinimumRate;

  constructor(message: IncomingMessage, pace: MinimumRate) {
    this.#message = message;
    this.#pace = pace;
  }

  get method() {
    return this.#message.method ?? '';
  }

  get url() {
    return this.#message.url ?? '';
  }

  get headers() {
    return this.#message.headers;
  }

  get peer() {
    return this.#message.socket.remoteAddress ?? '';
  }

  get length() {
    const length = this.headers['content-length'];
    return length === undefined ? undefined : Number(length);
  }

  get chunks() {
    return pacedChunks(this.#message, this.#pace);
  }

  get signal() {
    return connectionSignal(this.#message.socket);
  }
}

/** 400: the client disconnected before its request was complete or had been handled. */
export const brokeOff = () => badRequest('The connection was closed before the whole body arrived.');

/**
 * Returns the bytes received so far. Several reads may be necessary, because in some versions of Node.js `read` without
 * a size returns only one chunk.
 */
export const receivedBytes = (request: IncomingMessage): Buffer => {
  const chunks: Buffer[] = [];
  // NOTE: reading more bytes than the stream's high-water mark at once would raise the mark.
  const read = () => request.read(Math.min(request.readableLength, request.readableHighWaterMark) || undefined);
  for (let chunk = read(); chunk !== null; chunk = read()) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/**
 * Yields the chunks of a body as they arrive. If the client disconnects, throws 400. No client receives this response,
 * but otherwise the disconnection would be logged as an internal error.
 */
async function* chunksOf(request: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    // NOTE: `destroyOnReturn` is off, because ending the loop early would destroy the socket, which the response needs.
    const chunks = request.iterator({ destroyOnReturn: false });
    yield* request.headers['transfer-encoding'] === undefined ? chunks : joinedChunks(request, chunks);
  } catch (error) {
    throw error instanceof ApiError ? error : brokeOff();
  }
}

/** Joins chunks that arrived together. Throws 400 if the body consists of very small chunks. */
async function* joinedChunks(request: IncomingMessage, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { socket } = request;
  const start = socket.bytesRead;
  let size = 0;
  for await (const first of chunks) {
    // The HTTP parser emits the chunks of a packet one by one, and promise callbacks run after each of them. The next
    // turn of the event loop begins after the last chunk.
    await otherEvents();
    const chunk = Buffer.concat([first, receivedBytes(request)]);
    size += chunk.length;
    if (!request.complete && socket.bytesRead - start > 2 * size + maxFraming) throw tooSmallChunks();
    yield chunk;
  }
}

/**
 * Number of bytes that may be transferred for a chunked body in addition to twice its size. Without this limit, a
 * client could cause much work with few bytes: each chunk takes a microsecond to process, and a chunk of one byte takes
 * six bytes to send.
 */
const maxFraming = 65_536;

const tooSmallChunks = () =>
  badRequest(
    'The chunks of the body are too small. Send larger chunks, or send the body with a Content-Length header.',
  );

/** Yields the chunks of a body as they arrive. Throws 408 as soon as the transfer is too slow. */
async function* pacedChunks(request: IncomingMessage, pace: MinimumRate): AsyncGenerator<Buffer> {
  const chunks = chunksOf(request);
  let isTooSlow = false;
  let stop = (): void => undefined;
  using transfer = watchTransfer(pace, () => {
    isTooSlow = true;
    stop();
  });
  try {
    while (!isTooSlow) {
      // NOTE: each chunk gets its own promise. With one promise in `Promise.race` for all chunks, every chunk would
      // stay in memory.
      const { promise, resolve, reject } = Promise.withResolvers<IteratorResult<Buffer>>();
      stop = () => reject(tooSlow());
      chunks.next().then(resolve, reject);
      const { done, value } = await promise;
      if (done) return;
      transfer.move(value.length);
      yield value;
    }
    throw tooSlow();
  } finally {
    // If the body is too slow, a chunk is pending, and ending the iterator would wait for it. In this case `drain`
    // handles the rest of the body.
    if (!isTooSlow) await chunks.return(undefined);
  }
}

const tooSlow = () => requestTimeout('The body was sent too slowly. Send it again over a faster connection.');
