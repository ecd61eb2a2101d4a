// Requests of a page to its own service. The browser adds the cookie of the session.
import { ApiFailure } from './failure.ts';
import { reasonOf } from './reason.ts';
import { keyed } from './repetition.ts';
import type { Transport } from './transport.ts';

interface Session {
  /** Prefix of every path of the service; empty if it has an origin of its own. */
  readonly prefix: string;
  readonly onRefusal: (failure: ApiFailure) => void;
}

/** A person waits for the answer, and sends a change again, if need be. */
const patience = { busyTime: 60_000, tries: 3, repeatsChanges: false };

export const sessionTransport = ({ prefix, onRefusal }: Session): Transport => ({
  name: 'The service',
  patience,
  onRefusal,
  send: keyed(async ({ address, body = null, ...init }) => {
    try {
      return await globalThis.fetch(prefix + address, { ...init, body });
    } catch (error) {
      throw init.signal?.aborted === true
        ? error
        : new ApiFailure(0, [], { reason: 'lost', sentence: reasonOf(error) });
    }
  }),
});
