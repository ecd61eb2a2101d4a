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

/** Limits of a body: its bytes, and the JSON values in it. */
export interface BodyLimits {
  readonly bytes: number;
  readonly values: number;
}

/** For callers who have shown credentials. */
export const usualBody: BodyLimits = { bytes: 1_048_576, values: 200_000 };

/** For routes that serve anyone. */
export const anonymousBody: BodyLimits = { bytes: 16_384, values: 2_000 };

/** The longest body, in bytes, that can still mean nothing. */
const maxIgnoredBytes = 64;

/** After an early answer, how much of the rest of a body is still taken, so that its client can read the answer. */
const maxDrainedBytes = 16 * 1_048_576;
// To take more would cost more than all else that such a request costs.
const maxDrainedAnonymously = 65_536;
const maxDrainTime = 3_000;

/** Value of a body: 400 where it is not in the notation, 422 where it has more values, or goes deeper, than is read. */
export const parseBody = (bytes: Buffer, notation: Notation, maxValues: number): unknown => {
  const excess = notation.excessIn(bytes, maxValues);
  if (excess !== undefined) throw invalid({ code: 'too-complex', detail: `The body ${excess}.` });
  try {
    return notation.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw (notation.refuse ?? badRequest)(`The body is not valid ${notation.name}.`, 'malformed-body');
  }
};

/** Refuses a compressed body: what is stored and limited is what was sent. */
export const requireIdentity = (request: IncomingMessage): void => {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    throw unsupportedMediaType('The body must come without a Content-Encoding.');
  }
};

const mediaTypeOf = (request: IncomingMessage): string =>
  (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

const isTakenAs = (taken: readonly string[], type: string): boolean => taken.includes(anyType) || taken.includes(type);

/** True if these bytes stand for no body where none is needed; real clients send all three. */
const isNoBody = (bytes: Buffer): boolean =>
  bytes.length <= maxIgnoredBytes && /^\s*(null|\{\s*\})?\s*$/.test(bytes.toString('latin1'));

/** Input of reading a whole body: its bytes count in the client's part of the budget. */
export interface Reading {
  readonly context: Pick<Context, 'core'>;
  readonly actor: Pick<Actor, 'identity' | 'address'>;
  /** Receives the bytes of the body. */
  readonly fingerprint?: Hash | undefined;
}

/**
 * All bytes of a source; 413 over `limit` bytes, and 400 when the client has gone meanwhile: nobody reads the answer.
 * Throws `Busy` where too many bytes wait in memory.
 */
export const readBytes = async ({ context, actor }: Reading, source: ByteSource, limit: number): Promise<Buffer> => {
  using buffered = transferLimits(context).byteBudget.open(byteOwner(actor));
  const chunks: Uint8Array[] = [];
  for await (const chunk of boundedChunks(source, limit, bodyTooLarge)) {
    buffered.add(chunk.length);
    chunks.push(chunk);
  }
  if (source.signal.aborted) throw brokeOff();
  return Buffer.concat(chunks);
};

/** The whole body, as `readBytes` gives it. */
const readBody = async (reading: Reading, request: IncomingMessage, limit: number): Promise<Buffer> => {
  // A body that came with the head is parsed only when the work on the head has paused.
  if (!request.complete) await otherEvents();
  if (!request.complete || request.readableLength > limit) {
    return readBytes(reading, clientRequest(request, reading.context), limit);
  }
  // Most bodies are here by now: no need to wait for chunks, nor to watch how fast they come.
  using buffered = transferLimits(reading.context).byteBudget.open(byteOwner(reading.actor));
  const whole = receivedBytes(request);
  buffered.add(whole.length);
  if (request.socket.destroyed) throw brokeOff();
  return whole;
};

/** Reads, parses and checks a request's body: 400, 413, 415 or 422 when it is not what the route takes. */
export const readPayload = async <Input>(
  reading: Reading,
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

/** True if more of a body is to come than is taken without credentials, as far as one knows. */
const isTooLongToDrain = ({ complete, headers }: IncomingMessage): boolean =>
  !complete &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > maxDrainedAnonymously);

/** The header fields of an answer that comes before the rest of a body which nobody will read. */
export const closingFields = (request: IncomingMessage, isAnonymous: boolean): Readonly<Record<string, string>> => {
  if (!isAnonymous || !isTooLongToDrain(request)) return {};
  const { socket } = request;
  // NOTE: Node.js would destroy the connection behind the answer, and a client that still sends could not read it.
  socket.destroySoon = () => void socket.end();
  return { connection: 'close' };
};

/**
 * Takes a little of a body that nobody read, then gives the connection up. Without credentials it takes less, and leaves
 * the rest to the system until then: the client sees the end of the connection behind the answer.
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
  // NOTE: Node.js throws away the whole body of a request that nobody has begun to read.
  request.read(0);
  if (isAnonymous && isTooLongToDrain(request)) stop();
};
