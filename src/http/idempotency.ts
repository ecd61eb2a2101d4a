// Header `Idempotency-Key`: a client can repeat a create request without creating the record twice.
import { createHash, type Hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Context, withDatabase } from '../context.ts';
import type { Address } from '../jsonapi/document.ts';
import { badRequest } from '../jsonapi/errors.ts';
import { type Actor, impersonatorOf } from '../kernel/actor.ts';
import type { Rendered } from './reply.ts';
import { idempotency } from './services.ts';

const printable = /^[\x20-\x7e]{1,255}$/;

/** Returns the idempotency key of a request; undefined without one. Throws 400 for an invalid key. */
const keyOf = ({ headers }: IncomingMessage): string | undefined => {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && printable.test(key)) return key;
  throw badRequest('The Idempotency-Key must have 1 to 255 printable ASCII characters.', 'malformed');
};

/** Identifies the sender of a request. An impersonation has a different identifier for each administrator. */
const callerOf = (actor: Actor): string => {
  const { identity } = actor;
  const id = 'id' in identity ? identity.id : '';
  const impersonator = impersonatorOf(actor);
  return [identity.kind, id, ...(impersonator === undefined ? [] : [impersonator.id])].join(' ');
};

/** Handling of a request that may be a repetition. */
export interface Repetition {
  /** Hash to which the bytes of the body are added; undefined without a key. */
  readonly fingerprint: Hash | undefined;
  /** Calls `respond` at most once for each key, and otherwise returns the stored response; see `IdempotencyStore`. */
  readonly answer: (context: Context, respond: (own: Context) => Promise<Rendered>) => Promise<Rendered>;
}

/** Parts of a request by which repetitions are recognized. */
interface Sent {
  readonly method: string;
  readonly actor: Actor;
  readonly address: Address;
  readonly stream: IncomingMessage;
}

const unrepeatable: Repetition = { fingerprint: undefined, answer: (context, respond) => respond(context) };

/** Reads the idempotency key of a request, if the route supports it. */
export const repetitionOf = (isHonoured: boolean, { method, actor, address, stream }: Sent): Repetition => {
  const key = isHonoured ? keyOf(stream) : undefined;
  if (key === undefined) return unrepeatable;
  const { pathname } = new URL(address.url);
  const fingerprint = createHash('sha256').update(`${method} ${pathname}?${address.query}\n`);
  return {
    fingerprint,
    answer: (context, respond) => {
      const request = { caller: callerOf(actor), key, fingerprint: fingerprint.digest('hex') };
      return idempotency(context).once(request, (database) => respond(withDatabase(context, database)));
    },
  };
};
