import type { IncomingMessage } from 'node:http';
import { badRequest, invalid, payloadTooLarge, unsupportedMediaType } from '../jsonapi/errors.ts';
import { anyType, jsonNotation, type Notation, type Payload } from '../jsonapi/payload.ts';

const maxBodyBytes = 1_048_576;
const maxDepth = 32;
/** No record has nearly as many; what looks at each of them then costs little. */
const maxMembers = 1_000;
/** The longest body, in bytes, that can still mean nothing. */
const maxIgnoredBytes = 64;

/** After an early answer, how much of the rest of a body is still taken, so that its client can read the answer. */
const maxDrainedBytes = 16 * 1_048_576;
const maxDrainTime = 3_000;

/** The chunks as they come. A client that breaks off is no fault of ours, though it will not read this answer. */
async function* chunksOf(request: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    // NOTE: leaving this loop must not destroy the socket, which still carries the answer.
    yield* request.iterator({ destroyOnReturn: false });
  } catch {
    throw badRequest('The body broke off.');
  }
}

/** Yields a body's chunks; over `limit` bytes the answer is 413, also when no length was announced. */
export async function* boundedChunks(request: IncomingMessage, limit: number): AsyncGenerator<Buffer> {
  const tooLarge = () => payloadTooLarge(`The body is larger than ${limit} bytes.`);
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge();
  let size = 0;
  for await (const chunk of chunksOf(request)) {
    size += chunk.length;
    if (size > limit) throw tooLarge();
    yield chunk;
  }
}

const parse = (bytes: Buffer, notation: Notation): unknown => {
  try {
    return notation.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw (notation.refuse ?? badRequest)(`The body is not valid ${notation.name}.`);
  }
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isWide = (value: object): boolean => !Array.isArray(value) && Object.keys(value).length > maxMembers;

/** Refuses what is nested too deep or has too many members; walks level by level, so depth costs no stack. */
const requireModestShape = (value: unknown): void => {
  let level = [value].filter(isObject);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= maxDepth) throw invalid({ detail: `The body is nested deeper than ${maxDepth} levels.` });
    if (level.some(isWide)) throw invalid({ detail: `The body has an object of more than ${maxMembers} members.` });
    level = level.flatMap((one) => Object.values(one).filter(isObject));
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

/** Whether these bytes stand for no body where none is needed; real clients send all three. */
const isNoBody = (bytes: Buffer): boolean =>
  bytes.length <= maxIgnoredBytes && /^\s*(null|\{\s*\})?\s*$/.test(bytes.toString('latin1'));

/** Reads, parses and checks a request's body: 400, 413, 415 or 422 when it is not what the route takes. */
export const readPayload = async <Input>(request: IncomingMessage, payload: Payload<Input>): Promise<Input> => {
  const chunks: Buffer[] = [];
  for await (const chunk of boundedChunks(request, maxBodyBytes)) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  if (bytes.length === 0 || (payload.isOptional && isNoBody(bytes))) return payload.check(undefined);
  requireIdentity(request);
  if (!isTakenAs(payload.mediaTypes, mediaTypeOf(request))) {
    throw unsupportedMediaType(`The Content-Type must be ${payload.mediaTypes.join(' or ')}.`);
  }
  const value = parse(bytes, payload.notation ?? jsonNotation);
  requireModestShape(value);
  return payload.check(value);
};

/** Takes a little of a body that nobody read, then gives the connection up. */
export const drain = (request: IncomingMessage): void => {
  if (request.complete) return;
  const giveUp = () => request.socket.destroy();
  const timer = setTimeout(giveUp, maxDrainTime).unref();
  let received = 0;
  request.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > maxDrainedBytes) giveUp();
  });
  request.once('close', () => clearTimeout(timer));
  request.once('end', () => clearTimeout(timer));
  request.on('error', () => undefined);
};
