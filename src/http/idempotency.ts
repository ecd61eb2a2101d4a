// The header Idempotency-Key: a request that creates something can be sent again without doing it twice.
import { createHash, type Hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Context, withDatabase } from '../context.ts';
import type { Address } from '../jsonapi/document.ts';
import { badRequest } from '../jsonapi/errors.ts';
import { type Actor, impersonatorOf } from '../kernel/actor.ts';
import type { Rendered } from './reply.ts';
import { idempotency } from './services.ts';

const printable = /^[\x20-\x7e]{1,255}$/;

/** The key of a request, undefined where it has none; 400 for one that cannot be. */
const keyOf = ({ headers }: IncomingMessage): string | undefined => {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && printable.test(key)) return key;
  throw badRequest('The Idempotency-Key must have 1 to 255 printable characters of ASCII.', 'malformed');
};

/** Sender of a request. Each administrator who impersonates somebody is another caller. */
const callerOf = (actor: Actor): string => {
  const { identity } = actor;
  const id = 'id' in identity ? identity.id : '';
  const impersonator = impersonatorOf(actor);
  return [identity.kind, id, ...(impersonator === undefined ? [] : [impersonator.id])].join(' ');
};

/** Handling of a request that may have been sent before. */
export interface Repetition {
  /** Takes the bytes of the body; undefined where nothing depends on them. */
  readonly fingerprint: Hash | undefined;
  /** Answers by `respond`, at most once for each key: see `IdempotencyStore`. */
  readonly answer: (context: Context, respond: (own: Context) => Promise<Rendered>) => Promise<Rendered>;
}

/** A request as far as it tells one from another. */
interface Sent {
  readonly method: string;
  readonly actor: Actor;
  readonly address: Address;
  readonly stream: IncomingMessage;
}

const unrepeatable: Repetition = { fingerprint: undefined, answer: (context, respond) => respond(context) };

/** Reads the key of a request to a route that honours it. */
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
