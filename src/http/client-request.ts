import type { IncomingMessage } from 'node:http';
import { setImmediate as otherEvents } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { ApiError, badRequest, requestTimeout } from '../jsonapi/errors.ts';
import type { ByteSource } from '../kernel/byte-source.ts';
import { type Pace, watchTransfer } from '../lib/concurrency/pace.ts';
import { connectionSignal } from './connection-signal.ts';
import { transferLimits } from './services.ts';

export type RequestHeaders = IncomingMessage['headers'];

/** A request for handlers: its head, and its body as bytes, with 400 where it breaks off and 408 where it is too slow. */
export interface ClientRequest extends ByteSource {
  readonly method: string;
  /** Path and query, as they came. */
  readonly url: string;
  readonly headers: RequestHeaders;
  /** Address of the other end of the connection: the client, or the last proxy before the service. */
  readonly peer: string;
}

export const clientRequest = (message: IncomingMessage, context: Pick<Context, 'core'>): ClientRequest =>
  new ReceivedRequest(message, transferLimits(context).pace);

/** A class, as an object with getters takes a microsecond to make, and every request has one. */
class ReceivedRequest implements ClientRequest {
  readonly #message: IncomingMessage;
  readonly #pace: Pace;

  constructor(message: IncomingMessage, pace: Pace) {
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

/** The client went away before its request was complete, or before it was handled. */
export const brokeOff = () => badRequest('The body broke off.');

/** Bytes that have come already. Without a size, one read answers a single chunk in some versions of Node.js. */
export const receivedBytes = (request: IncomingMessage): Buffer => {
  const chunks: Buffer[] = [];
  // NOTE: to read more than the stream's limit would raise that limit.
  const read = () => request.read(Math.min(request.readableLength, request.readableHighWaterMark) || undefined);
  for (let chunk = read(); chunk !== null; chunk = read()) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** The chunks as they come. A client that breaks off is no fault of ours, though it will not read this answer. */
async function* chunksOf(request: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    // NOTE: leaving this loop must not destroy the socket, which still carries the answer.
    const chunks = request.iterator({ destroyOnReturn: false });
    yield* request.headers['transfer-encoding'] === undefined ? chunks : joinedChunks(request, chunks);
  } catch (error) {
    throw error instanceof ApiError ? error : brokeOff();
  }
}

/** Joins the chunks of a body that came together; 400 for one whose chunks are very small. */
async function* joinedChunks(request: IncomingMessage, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { socket } = request;
  const start = socket.bytesRead;
  let size = 0;
  for await (const first of chunks) {
    // The parser gives the chunks of one packet one by one, and lets promises go on after each.
    await otherEvents();
    const chunk = Buffer.concat([first, receivedBytes(request)]);
    size += chunk.length;
    if (!request.complete && socket.bytesRead - start > 2 * size + maxFraming) throw tooSmallChunks();
    yield chunk;
  }
}

/**
 * Maximum number of bytes of a body in chunks in addition to twice its size. Each chunk costs a microsecond, even one of a single
 * byte, which takes six bytes to send.
 */
const maxFraming = 65_536;

const tooSmallChunks = () => badRequest('The chunks of the body are too small. Send larger ones, or its length.');

/** The chunks as they come; 408 as soon as they come too slowly. */
async function* pacedChunks(request: IncomingMessage, pace: Pace): AsyncGenerator<Buffer> {
  const chunks = chunksOf(request);
  let isTooSlow = false;
  let stop = (): void => undefined;
  using transfer = watchTransfer(pace, () => {
    isTooSlow = true;
    stop();
  });
  try {
    while (!isTooSlow) {
      // NOTE: a promise for each chunk: one for all of them, in `Promise.race`, would keep every chunk in memory.
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
    // The rest is left to `drain`. A body that is too slow has a pending chunk, which nothing may wait for.
    if (!isTooSlow) await chunks.return(undefined);
  }
}

const tooSlow = () => requestTimeout('The body came too slowly.');
