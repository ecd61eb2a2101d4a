// Connection pools for PostgreSQL. All pools connect to the same chosen server, and all their connections are closed if
// that server fails.
import pg from 'pg';
import { serversOf } from '../../lib/network/postgres-address.ts';
import type { ConnectionCounts } from '../database.ts';
import { newServerChoice, requireWrites } from './client.ts';
import { configOf, mayBePlain } from './config.ts';
import { type ConnectionReuse, newConnectionReuse } from './connection-reuse.ts';
import { streamOf } from './query.ts';

/** Idle time in ms after which the operating system checks whether a connection is still alive (TCP keep-alive). */
const keepAliveDelay = 10_000;

export interface PoolOptions {
  readonly max: number;
  /** Timeout in ms for opening a connection, including the wait for one of the pool's connections. */
  readonly opening: number;
  readonly lock: number;
  readonly statement: number;
  /** Maximum time in ms to wait for the answer to a statement. */
  readonly answer: number;
  /** Whether unused connections stay open. */
  readonly isKept?: boolean;
}

/**
 * Returns the timeouts that are set as connection parameters. Empty with PgBouncer, which does not support these
 * parameters.
 */
export const startupTimeouts = (
  isPooled: boolean,
  { lock, statement }: Pick<PoolOptions, 'lock' | 'statement'>,
): pg.ClientConfig =>
  isPooled
    ? {}
    : {
        lock_timeout: lock,
        statement_timeout: statement,
        // If a client is lost during a transaction, the server ends the transaction after this time and releases its
        // locks.
        idle_in_transaction_session_timeout: statement,
      };

const poolConfig = (isPooled: boolean, options: PoolOptions): pg.PoolConfig => ({
  max: options.max,
  // Allows statements to be sent before earlier ones have been answered.
  pipeline: true,
  connectionTimeoutMillis: options.opening,
  ...startupTimeouts(isPooled, options),
  // If the network drops all packets, connections stay open. Without these timeouts, a query would then wait forever.
  query_timeout: options.answer,
  ...(options.isKept && { idleTimeoutMillis: 0 }),
  keepAlive: true,
  keepAliveInitialDelayMillis: keepAliveDelay,
});

export interface Pools extends AsyncDisposable {
  open(options: PoolOptions): pg.Pool;
  /** Opens a pool and returns an object that reuses its connections without returning them to the pool each time. */
  lines(options: PoolOptions): ConnectionReuse;
  counts(): ConnectionCounts;
  /** Number of configured servers. */
  readonly servers: number;
  /** Closes all connections. New connections may go to another server. */
  drop(): void;
}

const countsOf = (pools: readonly pg.Pool[]): ConnectionCounts => ({
  open: pools.reduce((sum, { totalCount }) => sum + totalCount, 0),
  maximum: pools.reduce((sum, { options }) => sum + options.max, 0),
  waiting: pools.reduce((sum, { waitingCount }) => sum + waitingCount, 0),
});

type ServerChoice = ReturnType<typeof newServerChoice>;

/** Open connections, with the index of the server that each is connected to. */
type OpenClients = Map<pg.ClientBase, number>;

/** Returns a client class whose instances connect to the chosen server. */
const clientsOf = (choice: ServerChoice, open: OpenClients) =>
  class Client extends pg.Client {
    readonly server: number;
    readonly url: string;

    constructor(config: pg.ClientConfig) {
      const { number, url } = choice.chosen();
      super({ ...config, ...configOf(url) });
      this.server = number;
      this.url = url;
      open.set(this, number);
      this.on('error', () => undefined);
      this.once('end', () => open.delete(this));
    }

    override connect(): Promise<this>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): unknown {
      if (callback === undefined) return super.connect();
      return super.connect((error: Error) => {
        if (error && !mayBePlain(this.url, error)) choice.refuse(this.server);
        callback(error);
      });
    }
  };

/** Creates the pools for an address. `isPooled` says that the address is that of PgBouncer. */
export const newPools = (address: string, isPooled: boolean): Pools => {
  const servers = serversOf(address);
  const choice = newServerChoice(servers);
  const pools: pg.Pool[] = [];
  const lines: ConnectionReuse[] = [];
  const clients: OpenClients = new Map();
  const Client = clientsOf(choice, clients);
  const drop = (): void => {
    choice.refuse(choice.chosen().number);
    for (const client of clients.keys()) streamOf(client).destroy();
  };
  const verify = async (client: pg.ClientBase): Promise<void> => {
    if (!servers.needsWrites) return;
    await requireWrites(client).catch((error: unknown) => {
      choice.refuse(clients.get(client) ?? -1);
      throw error;
    });
  };

  const open = (options: PoolOptions): pg.Pool => {
    // NOTE: according to the driver's types, a pool creates clients without options. In fact it passes its own options.
    const own = Client as unknown as new () => pg.ClientBase;
    const pool = new pg.Pool({ Client: own, ...poolConfig(isPooled, options), onConnect: verify });
    // Errors need no handling here: a broken idle connection is replaced at its next use, and a connection in use
    // reports the error to its query. Without this listener, the `error` event would end the process.
    pool.on('error', () => undefined);
    pools.push(pool);
    return pool;
  };

  return {
    servers: servers.urls.length,
    counts: () => countsOf(pools),
    drop,
    open,
    lines: (options) => {
      const own = newConnectionReuse(open(options), (client) => streamOf(client).writable);
      lines.push(own);
      return own;
    },
    [Symbol.asyncDispose]: async () => {
      const ended = pools.map((pool) => pool.end());
      for (const each of lines) each[Symbol.dispose]();
      await Promise.all(ended);
    },
  };
};
