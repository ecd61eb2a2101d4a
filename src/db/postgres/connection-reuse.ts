// Reuses connections without returning them to their pool, because the pool needs several timers and promises for each
// use.
import type pg from 'pg';

/**
 * Maximum time in ms for which unused connections are kept before they are returned to the pool. The pool then closes
 * those that stay unused.
 */
const maxIdle = 10_000;

export interface ConnectionReuse extends Disposable {
  /** Returns an unused connection, or undefined if there is none. */
  idle(): pg.PoolClient | undefined;
  /** Waits for a connection. Rejects with the pool's error. */
  connect(): Promise<pg.PoolClient>;
  /** Makes a connection available again after use. `broken` is the reason if the connection is broken. */
  give(client: pg.PoolClient, broken?: Error): void;
  /** Whether the connection was used before. Such a connection may have been lost without notice. */
  isReused(client: pg.PoolClient): boolean;
}

/** Reuses the connections of a pool. `isOpen` returns whether this process considers a connection open. */
export const newConnectionReuse = (pool: pg.Pool, isOpen: (client: pg.PoolClient) => boolean): ConnectionReuse => {
  const unused: pg.PoolClient[] = [];
  const reused = new WeakSet<pg.PoolClient>();
  let timer: NodeJS.Timeout | undefined;

  const giveBack = (): void => {
    timer = undefined;
    for (const client of unused.splice(0)) client.release(!isOpen(client));
  };
  const idle = (): pg.PoolClient | undefined => {
    for (;;) {
      const client = unused.pop();
      if (client === undefined || isOpen(client)) return client;
      client.release(true);
    }
  };

  return {
    idle,
    connect: async () => idle() ?? (await pool.connect()),
    give: (client, broken) => {
      // If other callers wait for a connection, this one is returned to the pool, which passes it on to them.
      if (broken === undefined) reused.add(client);
      if (broken !== undefined || pool.waitingCount > 0 || pool.ending) {
        client.release(broken);
        return;
      }
      unused.push(client);
      timer ??= setTimeout(giveBack, maxIdle).unref();
    },
    isReused: (client) => reused.has(client),
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      giveBack();
    },
  };
};
