import type { Hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { setImmediate as otherEvents } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { badRequest, bodyTooLarge, invalid, unsupportedMediaType } from '../jsonapi/errors.ts';
import { anyType, jsonNotation, type Notation, type Payload } from '../jsonapi/payload.ts';
import type { Actor } from '../kernel/actor.ts';
import { type ByteSource, boundedChunks } from '../kernel/byte-source.ts';
import { byteOwner } from './byte-owner.ts';
import { brokeOff, clientRequest, receivedBytes } from './client-request.ts';
import { transferLimits } from './services.ts';

/** Limits of a request body: its size in bytes, and the number of JSON values in it. */
export interface BodyLimits {
  readonly bytes: number;
  readonly values: number;
}

/** Limits for callers with valid credentials. */
export const usualBody: BodyLimits = { bytes: 1_048_576, values: 200_000 };

/** Limits for routes without authentication. */
export const anonymousBody: BodyLimits = { bytes: 16_384, values: 2_000 };

/** Maximum size in bytes of a body that can still count as empty. */
const maxIgnoredBytes = 64;

/**
 * Maximum number of remaining body bytes that are read after an early response, so that the client can read that
 * response.
 */
const maxDrainedBytes = 16 * 1_048_576;
// The same for requests without credentials. Reading more would cost more than the rest of such a request.
const maxDrainedAnonymously = 65_536;
const maxDrainTime = 3_000;

/** Parses a body. Throws 400 if its format is invalid, and 422 if it has too many values or is nested too deeply. */
export const parseBody = (bytes: Buffer, notation: Notation, maxValues: number): unknown => {
  const excess = notation.excessIn(bytes, maxValues);
  if (excess !== undefined) throw invalid({ code: 'too-complex', detail: `The body ${excess}.` });
  try {
    return notation.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw (notation.refuse ?? badRequest)(`The body is not valid ${notation.name}.`, 'malformed-body');
  }
};

/** Refuses compressed bodies, because size limits and storage apply to the bytes as sent. */
export const requireIdentity = (request: IncomingMessage): void => {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    throw unsupportedMediaType('The body must not have a Content-Encoding.');
  }
};

const mediaTypeOf = (request: IncomingMessage): string =>
  (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

const isTakenAs = (taken: readonly string[], type: string): boolean => taken.includes(anyType) || taken.includes(type);

/**
 * Whether the bytes count as an empty body where none is required: nothing, `null` or `{}`. Existing clients send all
 * three.
 */
const isNoBody = (bytes: Buffer): boolean =>
  bytes.length <= maxIgnoredBytes && /^\s*(null|\{\s*\})?\s*$/.test(bytes.toString('latin1'));

/** Input for reading a whole body. Its bytes count in the client's share of the memory budget. */
export interface BodyReading {
  readonly context: Pick<Context, 'core'>;
  readonly actor: Pick<Actor, 'identity' | 'address'>;
  /** Hash to which the bytes of the body are added. */
  readonly fingerprint?: Hash | undefined;
}

/**
 * Reads all bytes of a source. Throws 413 for more than `limit` bytes, and 400 if the client has disconnected. Throws
 * `Busy` if too many bytes are buffered in memory.
 */
export const readBytes = async (
  { context, actor }: BodyReading,
  source: ByteSource,
  limit: number,
): Promise<Buffer> => {
  using buffered = transferLimits(context).byteBudget.open(byteOwner(actor));
  const chunks: Uint8Array[] = [];
  for await (const chunk of boundedChunks(source, limit, bodyTooLarge)) {
    buffered.add(chunk.length);
    chunks.push(chunk);
  }
  if (source.signal.aborted) throw brokeOff();
  return Buffer.concat(chunks);
};

/** Reads the whole body, like `readBytes`. */
const readBody = async (reading: BodyReading, request: IncomingMessage, limit: number): Promise<Buffer> => {
  // The HTTP parser delivers a body that arrived together with the headers only after this turn of the event loop.
  if (!request.complete) await otherEvents();
  if (!request.complete || request.readableLength > limit) {
    return readBytes(reading, clientRequest(request, reading.context), limit);
  }
  // Most bodies have arrived completely by now, so neither waiting for chunks nor watching the transfer rate is
  // necessary.
  using buffered = transferLimits(reading.context).byteBudget.open(byteOwner(reading.actor));
  const whole = receivedBytes(request);
  buffered.add(whole.length);
  if (request.socket.destroyed) throw brokeOff();
  return whole;
};

/** Reads, parses and validates a request body. Throws 400, 413, 415 or 422 if the route does not accept it. */
export const readPayload = async <Input>(
  reading: BodyReading,
  request: IncomingMessage,
  payload: Payload<Input>,
  limits: BodyLimits,
): Promise<Input> => {
  const bytes = await readBody(reading, request, limits.bytes);
  reading.fingerprint?.update(bytes);
  if (bytes.length === 0 || (payload.isOptional && isNoBody(bytes))) return payload.check(undefined);
  requireIdentity(request);
  if (!isTakenAs(payload.mediaTypes, mediaTypeOf(request))) {
    throw unsupportedMediaType(`The Content-Type must be ${payload.mediaTypes.join(' or ')}.`);
  }
  return payload.check(parseBody(bytes, payload.notation ?? jsonNotation, limits.values));
};

/** Whether the rest of a body is, or may be, longer than what is read without credentials. */
const isTooLongToDrain = ({ complete, headers }: IncomingMessage): boolean =>
  !complete &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > maxDrainedAnonymously);

/** Returns the headers of a response sent before a body that will not be read completely. */
export const closingFields = (request: IncomingMessage, isAnonymous: boolean): Readonly<Record<string, string>> => {
  if (!isAnonymous || !isTooLongToDrain(request)) return {};
  const { socket } = request;
  // NOTE: Node.js would destroy the connection after the response, and a client that is still sending could not read
  // it.
  socket.destroySoon = () => void socket.end();
  return { connection: 'close' };
};

/**
 * Reads a limited amount of an unread body, then closes the connection. Without credentials it reads less, and leaves
 * further bytes in the system's buffers until then; the client sees the connection close after the response.
 */
export const drain = (request: IncomingMessage, isAnonymous: boolean): void => {
  if (request.complete) return;
  const { socket } = request;
  const giveUp = () => socket.destroy();
  const timer = setTimeout(giveUp, maxDrainTime).unref();
  const stop = (): void => {
    request.pause();
    socket.pause().end();
  };
  let received = 0;
  request.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (isAnonymous && received > maxDrainedAnonymously) stop();
    if (received > maxDrainedBytes) giveUp();
  });
  request.once('close', () => clearTimeout(timer));
  request.once('end', () => clearTimeout(timer));
  request.on('error', () => undefined);
  // NOTE: Node.js discards the entire body of a request whose body nobody has started to read.
  request.read(0);
  if (isAnonymous && isTooLongToDrain(request)) stop();
};
