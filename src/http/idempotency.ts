// Header `Idempotency-Key`: a client can repeat a create request without creating a second record.
import { createHash, type Hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Context, withDatabase } from '../context.ts';
import type { Address } from '../jsonapi/document.ts';
import { badRequest } from '../jsonapi/errors.ts';
import { type Actor, impersonatorOf } from '../kernel/actor.ts';
import type { Rendered } from './reply.ts';
import { idempotency } from './services.ts';

const printable = /^[\x20-\x7e]{1,255}$/;

/** Returns the idempotency key of a request, or undefined if it has none. Throws 400 if the key is invalid. */
const keyOf = ({ headers }: IncomingMessage): string | undefined => {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && printable.test(key)) return key;
  throw badRequest('The Idempotency-Key must have 1 to 255 printable ASCII characters.', 'malformed');
};

/**
 * Returns an identifier of the request's sender. During an impersonation, it contains both the account and the
 * administrator.
 */
const callerOf = (actor: Actor): string => {
  const { identity } = actor;
  const id = 'id' in identity ? identity.id : '';
  const impersonator = impersonatorOf(actor);
  return [identity.kind, id, ...(impersonator === undefined ? [] : [impersonator.id])].join(' ');
};

/** Handles a request that may repeat an earlier one. */
export interface Repetition {
  /** Hash that is updated with the bytes of the body. Undefined if the request has no idempotency key. */
  readonly fingerprint: Hash | undefined;
  /**
   * Returns the stored response of an earlier request with the same key. If there is none, calls `respond`; see
   * `IdempotencyStore`.
   */
  readonly answer: (context: Context, respond: (own: Context) => Promise<Rendered>) => Promise<Rendered>;
}

/** Parts of a request that determine whether it repeats an earlier request. */
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
