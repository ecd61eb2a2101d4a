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

/** Limits for a request body: its size in bytes, and the number of JSON values that it contains. */
export interface BodyLimits {
  readonly bytes: number;
  readonly values: number;
}

/** Limits for requests with valid credentials. */
export const usualBody: BodyLimits = { bytes: 1_048_576, values: 200_000 };

/** Limits for requests to routes without authentication. */
export const anonymousBody: BodyLimits = { bytes: 16_384, values: 2_000 };

/** Maximum size in bytes up to which white space, `null` or `{}` counts as an empty body. */
const maxIgnoredBytes = 64;

/**
 * Maximum number of body bytes that are read and discarded after an early response, so that the client can receive the
 * response.
 */
const maxDrainedBytes = 16 * 1_048_576;
// Maximum number of body bytes that are discarded for a request without credentials. Reading more would cost more than
// all other work for such a request.
const maxDrainedAnonymously = 65_536;
const maxDrainTime = 3_000;

/**
 * Parses a request body. Throws 400 if its format is invalid, and 422 if it contains too many values or is nested too
 * deeply.
 */
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

/** Whether an optional body counts as missing: no bytes, `null` or `{}`. Existing clients send all three. */
const isNoBody = (bytes: Buffer): boolean =>
  bytes.length <= maxIgnoredBytes && /^\s*(null|\{\s*\})?\s*$/.test(bytes.toString('latin1'));

/**
 * Context in which a whole body is read. The bytes of the body count against the actor's share of the memory budget.
 */
export interface BodyReading {
  readonly context: Pick<Context, 'core'>;
  readonly actor: Pick<Actor, 'identity' | 'address'>;
  /** Hash that is updated with the bytes of the body. */
  readonly fingerprint?: Hash | undefined;
}

/**
 * Reads all bytes of a source. Throws 413 for more than `limit` bytes, and 400 if the client has disconnected. Throws
 * `Busy` if the memory budget for incomplete bodies is used up.
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

/** Reads the whole body of a request. Throws the same errors as `readBytes`. */
const readBody = async (reading: BodyReading, request: IncomingMessage, limit: number): Promise<Buffer> => {
  // If the body arrived together with the headers, the HTTP parser delivers it only after this turn of the event loop.
  if (!request.complete) await otherEvents();
  if (!request.complete || request.readableLength > limit) {
    return readBytes(reading, clientRequest(request, reading.context), limit);
  }
  // Most bodies have arrived completely by now. Then it is not necessary to wait for chunks or to measure the transfer
  // rate.
  using buffered = transferLimits(reading.context).byteBudget.open(byteOwner(reading.actor));
  const whole = receivedBytes(request);
  buffered.add(whole.length);
  if (request.socket.destroyed) throw brokeOff();
  return whole;
};

/** Reads, parses and validates a request body. Throws 400, 413, 415 or 422 if the body is not acceptable. */
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

/** Whether the rest of a body may exceed the number of bytes that are discarded for a request without credentials. */
const isTooLongToDrain = ({ complete, headers }: IncomingMessage): boolean =>
  !complete &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > maxDrainedAnonymously);

/** Returns additional headers for a response that is sent although the rest of the body will not be read. */
export const closingFields = (request: IncomingMessage, isAnonymous: boolean): Readonly<Record<string, string>> => {
  if (!isAnonymous || !isTooLongToDrain(request)) return {};
  const { socket } = request;
  // NOTE: Node.js would destroy the connection after the response, so a client that is still sending could not receive
  // the response.
  socket.destroySoon = () => void socket.end();
  return { connection: 'close' };
};

/**
 * Discards the unread rest of a body. Closes the connection if the rest exceeds a limit or takes too long. Without
 * credentials, the limit is lower, and the client still receives the response before the connection is closed.
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
  // NOTE: this read starts the body's transfer. If nobody has started to read a body, Node.js discards all of it,
  // without a limit.
  request.read(0);
  if (isAnonymous && isTooLongToDrain(request)) stop();
};
