// Connections of a pool that are handed on without it: the pool takes several timers and promises for each use.
import type pg from 'pg';

/** Maximum time in ms that an unused connection stays out of the pool; the pool closes it in time. */
const maxIdle = 10_000;

export interface ConnectionReuse extends Disposable {
  /** A connection that nothing uses, if there is one at hand. */
  idle(): pg.PoolClient | undefined;
  /** Waits for a connection; rejects with what the pool says. */
  connect(): Promise<pg.PoolClient>;
  /** Nothing uses the connection any more; one that is broken comes with the reason. */
  give(client: pg.PoolClient, broken?: Error): void;
  /** True if the connection has been given before, so that it may have broken since without a word. */
  isReused(client: pg.PoolClient): boolean;
}

/** `isOpen`: whether a connection is, as far as we know. */
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
      // Waiting callers wait for the pool.
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
