// A proxy that is not trusted hides who calls: every limit by address then counts all clients as one.
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

/** Warns once, and leaves a fact for `doctor`, when a forwarded address arrives while no proxy is trusted. */
export function proxyWarning({ config, database, clock, log }: Parts): (request: Headed) => void {
  let isOver = config.trustedProxies.length > 0;
  return ({ headers }) => {
    if (isOver || headers['x-forwarded-for'] === undefined) return;
    isOver = true;
    log.warn(
      {},
      'a request has the header X-Forwarded-For, but no proxy is trusted: set TIPSTAFF_TRUSTED_PROXIES to the addresses of your proxies, or all clients count as one',
    );
    const stored = database.transaction((tx) => storeStateOnce(tx, 'untrusted-proxy', timestamp(clock.now())));
    stored.catch((error: unknown) => log.warn({ error }, 'the warning about the proxy was not stored'));
  };
}
