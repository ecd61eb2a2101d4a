// Detects requests through a proxy that is not configured as trusted. Such a proxy hides the addresses of clients, so
// limits per address treat all clients as one.
import type { Database } from '../../db/database.ts';
import { type Clock, timestamp } from '../../kernel/clock.ts';
import { storeStateOnce } from './instance-state.ts';

interface Parts {
  readonly config: { readonly trustedProxies: readonly string[] };
  readonly database: Database;
  readonly clock: Clock;
  readonly log: { warn(details: object, message: string): void };
}

interface Headed {
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Stores the time of the first request with a forwarded address if no proxy is configured as trusted. */
export function untrustedProxyNote({ config, database, clock, log }: Parts): (request: Headed) => void {
  let isOver = config.trustedProxies.length > 0;
  return ({ headers }) => {
    if (isOver || headers['x-forwarded-for'] === undefined) return;
    isOver = true;
    const stored = database.transaction((tx) => storeStateOnce(tx, 'untrusted-proxy', timestamp(clock.now())));
    stored.catch((error: unknown) =>
      log.warn({ error }, 'the time of a request through an untrusted proxy was not stored'),
    );
  };
}
