import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { limiter } from '../lib/limiter.ts';
import { memoize } from '../lib/memoize.ts';
import { newPlaces, type Places } from '../lib/places.ts';
import { Unavailable } from '../lib/unavailable.ts';
import type { Database, Reader, Transaction } from './database.ts';
import { Conflict, ConnectionLost, ServerSilent, translated, translatedCommit } from './postgres-errors.ts';
import { type AnyQuery, compile, prepare, type Query } from './query.ts';
import { MustQueue, newQueues, type Queued } from './queues.ts';

const connectionTimeout = 5_000;
/** How soon a silent connection is probed, in milliseconds. */
const keepAliveDelay = 10_000;
const int8 = 20;

pg.types.setTypeParser(int8, Number);

const defaultConnections = 10;

/**
 * How the connections are shared, so that no kind of work empties the pool: changes may wait for locks, and long reads
 * take long. One is for the question whether the server answers.
 */
const sharesOf = (connections: number) => {
  const scans = Math.floor(connections / 5);
  const changes = Math.floor(connections / 2);
  // Of the changes about one organization, so that the others have connections too.
  const changesOfOne = Math.min(3, changes - 1);
  return { scans, changes, changesOfOne, usual: connections - scans - 1 };
};

/** Who came later than so many would wait for too long. */
const [maxWaitingScans, maxWaitingChanges] = [100, 1_000];
/** How long a change waits for a connection, and in the queue of its organization, in milliseconds. */
const [maxWaitForConnection, maxWaitInQueue] = [5_000, 2_000];
/** How often a transaction is tried, and the pause before it is tried again, in milliseconds. */
const [maxAttempts, pauseBetweenAttempts] = [4, 20];

/** How long a lock is waited for, how long a statement and a long read may take, and how much longer the answer is waited for, in milliseconds. */
export interface StatementTimeouts {
  readonly lock: number;
  readonly statement: number;
  readonly scan: number;
  readonly answer: number;
}

const defaultTimeouts: StatementTimeouts = { lock: 2_000, statement: 10_000, scan: 60_000, answer: 5_000 };

export interface PostgresOptions {
  readonly connections?: number;
  readonly timeouts?: Partial<StatementTimeouts>;
}

const send = async (client: pg.Pool | pg.PoolClient, config: pg.QueryConfig): Promise<pg.QueryResult> => {
  try {
    return await client.query(config);
  } catch (error) {
    throw translated(error);
  }
};

/** Each query's SQL, and the name under which every connection keeps it prepared. */
const statements = () =>
  memoize((query: AnyQuery) => {
    const prepared = prepare(query, 'postgres');
    const name = createHash('sha256').update(prepared.sql).digest('hex').slice(0, 32);
    return { ...prepared, name };
  });

type StatementFor = ReturnType<typeof statements>;

/**
 * Asks what may look at many rows. Its statement has no name, so that it is planned for the values at hand: a pattern
 * decides whether an index is of use.
 */
const scannerOn = (client: pg.Pool, statementFor: StatementFor): Database['scan'] => {
  const scanLimiter = limiter(client.options.max ?? 1, maxWaitingScans);
  return async <Arguments, Row>(query: Query<Arguments, Row>, values: Arguments): Promise<readonly Row[]> => {
    const { sql, parametersFrom } = statementFor(query);
    const result = await scanLimiter(() => send(client, { text: sql, values: [...parametersFrom(values)] }));
    return result.rows as Row[];
  };
};

/** Sends a query again, once, whose connection had broken meanwhile. */
const sendAgain = (pool: pg.Pool, config: pg.QueryConfig): Promise<pg.QueryResult> =>
  send(pool, config).catch((error: unknown) => {
    if (error instanceof ConnectionLost) return send(pool, config);
    throw error;
  });

const readerOn = (client: pg.Pool | pg.PoolClient, statementFor: StatementFor): Reader => {
  const sending = client instanceof pg.Pool ? sendAgain.bind(undefined, client) : send.bind(undefined, client);
  const rows = async <Arguments, Row>(query: Query<Arguments, Row>, values: Arguments): Promise<readonly Row[]> => {
    const { name, sql, parametersFrom } = statementFor(query);
    const result = await sending({ name, text: sql, values: [...parametersFrom(values)] });
    return result.rows as Row[];
  };
  return { engine: 'postgres', rows, first: async (query, values) => (await rows(query, values))[0] };
};

const transactionOn = (
  client: pg.PoolClient,
  statementFor: StatementFor,
  others: Pick<Transaction, 'afterCommit' | 'queueFor'>,
): Transaction => ({
  ...readerOn(client, statementFor),
  ...others,
  run: async (statement) => {
    const { sql, parameters } = compile(statement, 'postgres');
    const result = await send(client, { text: sql, values: [...parameters] });
    return result.rowCount ?? 0;
  },
});

const connectFrom = async (pool: pg.Pool): Promise<pg.PoolClient> => {
  try {
    return await pool.connect();
  } catch (error) {
    throw new Unavailable('no connection to the database', { cause: error });
  }
};

/** Undoes a transaction that failed; answers what is wrong with its connection, if anything is. */
const rollback = async (client: pg.PoolClient, failure: unknown): Promise<Error | undefined> => {
  // The server is gone: there is nothing to roll back.
  if (failure instanceof ConnectionLost || failure instanceof ServerSilent) return failure;
  return client.query('rollback').then(
    () => undefined,
    (error: Error) => error,
  );
};

const commit = async (client: pg.PoolClient): Promise<void> => {
  const { command } = await client.query('commit').catch((error: unknown) => {
    throw translatedCommit(error);
  });
  if (command !== 'COMMIT') throw new Error('a statement failed, and the transaction was rolled back');
};

interface TransactionParts {
  readonly pool: pg.Pool;
  readonly statementFor: StatementFor;
}

/** Tries a transaction once. */
const attemptOn = async <T>(
  { pool, statementFor }: TransactionParts,
  { enter: queueFor }: Queued,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> => {
  const client = await connectFrom(pool);
  const effects: (() => void)[] = [];
  let broken: Error | undefined;
  try {
    await send(client, { text: 'begin' });
    const afterCommit: Transaction['afterCommit'] = (effect) => void effects.push(effect);
    const result = await work(transactionOn(client, statementFor, { afterCommit, queueFor }));
    await commit(client);
    for (const effect of effects) effect();
    return result;
  } catch (error) {
    broken = await rollback(client, error);
    throw error;
  } finally {
    client.release(broken);
  }
};

const canBeRepeated = (error: unknown): boolean => error instanceof Conflict || error instanceof ConnectionLost;

/** Waits for the next attempt after one that failed, or throws; answers how many have failed now. */
const nextAttempt = async (error: unknown, own: Queued, failed: number): Promise<number> => {
  if (error instanceof MustQueue) {
    await own.wait(error.key);
    return failed;
  }
  if (failed + 1 >= maxAttempts || !canBeRepeated(error)) throw error;
  await pause(pauseBetweenAttempts * (failed + 1));
  return failed + 1;
};

/** Runs transactions, on the share of the connections that changes have. */
const runnerOn = (parts: TransactionParts, changes: Places, queued: () => Queued): Database['transaction'] => {
  const attempt = async <T>(own: Queued, work: (tx: Transaction) => Promise<T>): Promise<T> => {
    using _place = await changes.take();
    return await attemptOn(parts, own, work);
  };
  return async (work) => {
    using own = queued();
    for (let failed = 0; ; ) {
      try {
        return await attempt(own, work);
      } catch (error) {
        failed = await nextAttempt(error, own, failed);
      }
    }
  };
};

/** Opens a pool of connections to PostgreSQL 15 or later. */
export const openPostgres = (url: string, options: PostgresOptions = {}): Database => {
  const { scans, changes, changesOfOne, usual } = sharesOf(options.connections ?? defaultConnections);
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const poolOf = (max: number, statement: number): pg.Pool => newPool(url, max, { ...timeouts, statement });
  const pools = [
    poolOf(usual, timeouts.statement),
    poolOf(scans, timeouts.scan),
    poolOf(1, timeouts.statement),
  ] as const;
  const [pool, scanPool, probePool] = pools;
  const statementFor = statements();
  const changePlaces = newPlaces({
    count: changes,
    maxWaiting: maxWaitingChanges,
    maxWait: maxWaitForConnection,
    refusal: 'Too many changes wait at present; try again shortly.',
  });
  const queued = newQueues({
    count: changesOfOne,
    maxWaiting: maxWaitingScans,
    maxWait: maxWaitInQueue,
    refusal: 'Too many changes of this organization wait for each other; try again shortly.',
  });

  return {
    ...readerOn(pool, statementFor),
    damage: () => undefined,
    probe: async () => void (await sendAgain(probePool, { text: 'select 1' })),
    scan: scannerOn(scanPool, statementFor),
    transaction: runnerOn({ pool, statementFor }, changePlaces, queued),
    [Symbol.asyncDispose]: async () => void (await Promise.all(pools.map((each) => each.end()))),
  };
};

const newPool = (url: string, max: number, { lock, statement, answer }: StatementTimeouts): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: connectionTimeout,
    lock_timeout: lock,
    statement_timeout: statement,
    // A network that swallows everything breaks no connection: without these, a query would wait for ever.
    query_timeout: statement + answer,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveDelay,
  });
  // An idle connection that breaks is replaced at the next use, and one in use fails at its next query;
  // unheard, either event would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};
