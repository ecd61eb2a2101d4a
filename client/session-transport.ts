// Transport for pages in a browser. A page sends requests to the service from which it was loaded, and the browser adds
// the session cookie.
import { ApiFailure } from './failure.ts';
import { reasonOf } from './reason.ts';
import { keyed } from './repetition.ts';
import type { Transport } from './transport.ts';

interface Session {
  /** Prefix of all URL paths of the service; empty if the service is at the root of its host. */
  readonly prefix: string;
  /** Called with each response before it is read. */
  readonly onResponse?: (response: Response) => void;
  readonly onRefusal: (failure: ApiFailure) => void;
}

/**
 * Retry policy in a browser. Changes are not retried automatically, because the user waits for the response and can
 * repeat the change.
 */
const patience = { busyTime: 60_000, tries: 3, repeatsChanges: false };

export const sessionTransport = ({ prefix, onResponse, onRefusal }: Session): Transport => ({
  name: 'The service',
  patience,
  onRefusal,
  send: keyed(async ({ address, body = null, ...init }) => {
    try {
      const response = await globalThis.fetch(prefix + address, { ...init, body });
      onResponse?.(response);
      return response;
    } catch (error) {
      throw init.signal?.aborted === true
        ? error
        : new ApiFailure(0, [], { reason: 'lost', sentence: reasonOf(error) });
    }
  }),
});
