import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { limiter } from '../lib/limiter.ts';
import { memoize } from '../lib/memoize.ts';
import { newPlaces, type Places } from '../lib/places.ts';
import { Unavailable } from '../lib/unavailable.ts';
import { type Database, type Reader, type Transaction, TransactionOver } from './database.ts';
import { newWriteWatch } from './disk.ts';
import { requireWrites } from './postgres-client.ts';
import {
  Conflict,
  ConnectionLost,
  DiskFull,
  isOfServer,
  isRefusal,
  ServerSilent,
  translated,
  translatedCommit,
} from './postgres-errors.ts';
import { newPools, type Pools } from './postgres-pools.ts';
import { carryOut } from './postgres-query.ts';
import { type AnyQuery, compile, prepare, type Query, type Statement } from './query.ts';
import { MustQueue, newQueues, type Queued } from './queues.ts';
import { newSilenceWatch, type Watch } from './silence.ts';

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
  /** How long a statement is silent before another connection tells whether the server is. */
  readonly silence: number;
}

const defaultTimeouts: StatementTimeouts = {
  lock: 2_000,
  statement: 10_000,
  scan: 60_000,
  answer: 5_000,
  silence: 2_000,
};

export interface PostgresOptions {
  /**
   * Whether PgBouncer stands between, so that a connection remembers nothing from one transaction to the next: statements
   * have no names, and each transaction sets its timeouts. A read outside of one has only that of its answer.
   */
  readonly isPooled?: boolean;
  readonly connections?: number;
  readonly timeouts?: Partial<StatementTimeouts>;
}

/** Sends a statement, and learns of the server by its answer. */
type Send = (client: pg.Pool | pg.PoolClient, config: pg.QueryConfig) => Promise<pg.QueryResult>;

const senderOver =
  (pools: Pools, watch: Watch): Send =>
  async (client, config) => {
    try {
      return await watch(() => (config.values === undefined ? client.query(config) : carryOut(client, config)));
    } catch (error) {
      const failure = translated(error);
      // The other connections lead to the same server.
      if (isOfServer(failure)) pools.drop();
      throw failure;
    }
  };

/** What every statement needs. */
interface Wire {
  readonly send: Send;
  readonly statementFor: StatementFor;
  /** Begins a transaction. */
  readonly begin: string;
  /** How many servers there are to go to. */
  readonly servers: number;
}

/** Each query's SQL, and the name under which every connection keeps it prepared, if connections keep anything. */
const statements = (isPooled: boolean) =>
  memoize((query: AnyQuery) => {
    const prepared = prepare(query, 'postgres');
    if (isPooled) return { ...prepared, name: undefined };
    const name = createHash('sha256').update(prepared.sql).digest('hex').slice(0, 32);
    return { ...prepared, name };
  });

type StatementFor = ReturnType<typeof statements>;

/**
 * Asks what may look at many rows. Its statement has no name, so that it is planned for the values at hand: a pattern
 * decides whether an index is of use.
 */
const scannerOn = (client: pg.Pool, { send, statementFor }: Wire): Database['scan'] => {
  const scanLimiter = limiter(client.options.max ?? 1, maxWaitingScans);
  return async <Arguments, Row>(query: Query<Arguments, Row>, values: Arguments): Promise<readonly Row[]> => {
    const { sql, parametersFrom } = statementFor(query);
    const result = await scanLimiter(() => send(client, { text: sql, values: [...parametersFrom(values)] }));
    return result.rows as Row[];
  };
};

/** Sends a query again whose connection had broken meanwhile, or whose server does not do: once more than there are servers. */
const sendAgain = async (
  { send, servers }: Pick<Wire, 'send' | 'servers'>,
  pool: pg.Pool,
  config: pg.QueryConfig,
): Promise<pg.QueryResult> => {
  for (let left = servers; ; left -= 1) {
    try {
      return await send(pool, config);
    } catch (error) {
      if (left === 0 || !(error instanceof ConnectionLost || isOfServer(error))) throw error;
    }
  }
};

/** Sends a statement; one that may change something waits until it can. */
type SendStatement = (config: pg.QueryConfig, isSelect: boolean) => Promise<pg.QueryResult>;

const readerOn = (statementFor: StatementFor, send: SendStatement): Reader => {
  const rows = async <Arguments, Row>(query: Query<Arguments, Row>, values: Arguments): Promise<readonly Row[]> => {
    const { name, sql, parametersFrom, isSelect } = statementFor(query);
    const config = { ...(name !== undefined && { name }), text: sql, values: [...parametersFrom(values)] };
    const result = await send(config, isSelect);
    return result.rows as Row[];
  };
  return { engine: 'postgres', rows, first: async (query, values) => (await rows(query, values))[0] };
};

const configOf = (statement: Statement): pg.QueryConfig => {
  const { sql, parameters } = compile(statement, 'postgres');
  return { text: sql, values: [...parameters] };
};

/** A connection, the answer to `begin`, which queries need not wait for, and whether the transaction has ended. */
interface Begun {
  readonly client: pg.PoolClient;
  readonly begun: Promise<unknown>;
  isOver: boolean;
}

const transactionOn = (
  own: Begun,
  { send, statementFor }: Wire,
  others: Pick<Transaction, 'afterCommit' | 'queueFor' | 'runAtCommit'>,
): Transaction => {
  const { client, begun } = own;
  let [isBegun, isWaiting] = [false, false];
  const begins = begun.then(() => {
    isBegun = true;
  });
  begins.catch(() => undefined);
  const sendAfter: SendStatement = async (config, isSelect) => {
    // A query is sent with `begin`, whose answer is the first to come. A change must not happen without the transaction.
    isWaiting ||= !isSelect;
    if (isWaiting && !isBegun) await begins;
    if (own.isOver) throw new TransactionOver();
    const result = await send(client, config);
    await begun;
    return result;
  };
  return {
    ...readerOn(statementFor, sendAfter),
    ...others,
    run: async (statement) => (await sendAfter(configOf(statement), false)).rowCount ?? 0,
  };
};

/** Connects to the first server that does. */
const connectFrom = async (pool: pg.Pool, servers: number): Promise<pg.PoolClient> => {
  for (let left = servers; ; left -= 1) {
    try {
      return await pool.connect();
    } catch (error) {
      if (left <= 1) throw new Unavailable('no connection to the database', { cause: error });
    }
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

/** Commits, with the statements that are sent together with the commit. */
const commit = async (client: pg.PoolClient, { wire, watch }: TransactionParts, last: readonly Statement[]) => {
  const writes = last.map((statement) => wire.send(client, configOf(statement)));
  const [end, ...written] = await Promise.allSettled([watch(() => client.query('commit')), ...writes]);
  const refused = written.find((each) => each.status === 'rejected' && isRefusal(each.reason));
  if (refused?.status === 'rejected') throw refused.reason;
  if (end.status === 'rejected') throw translatedCommit(end.reason);
  if (end.value.command !== 'COMMIT') throw new Error('a statement failed, and the transaction was rolled back');
};

interface TransactionParts {
  readonly pool: pg.Pool;
  readonly wire: Wire;
  readonly watch: Watch;
}

/** Tries a transaction once. */
const attemptOn = async <T>(
  parts: TransactionParts,
  { enter: queueFor }: Queued,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> => {
  const { pool, wire } = parts;
  const client = await connectFrom(pool, wire.servers);
  const effects: (() => void)[] = [];
  const last: Statement[] = [];
  const own = { client, begun: wire.send(client, { text: wire.begin }), isOver: false };
  own.begun.catch(() => undefined);
  let broken: Error | undefined;
  try {
    const result = await work(
      transactionOn(own, wire, {
        queueFor,
        runAtCommit: (statement) => void last.push(statement),
        afterCommit: (effect) => void effects.push(effect),
      }),
    );
    await own.begun;
    own.isOver = true;
    await commit(client, parts, last);
    for (const effect of effects) effect();
    return result;
  } catch (error) {
    own.isOver = true;
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

/** Throws where the server cannot be reached; a refusal, such as of one connection too many, is an answer. */
const requireAnswer = async (pool: pg.Pool, maxWait: number): Promise<void> => {
  // NOTE: a limit of its own, which the types do not know.
  const config: pg.QueryConfig & { readonly query_timeout: number } = { text: 'select 1', query_timeout: maxWait };
  await pool.query(config).catch((error: unknown) => {
    if (!(error instanceof pg.DatabaseError)) throw error;
  });
};

/** Whether the server takes changes: once more than there are servers, since idle connections may have broken. */
const probeOver = async (pools: Pools, pool: pg.Pool, left: number): Promise<void> => {
  try {
    await requireWrites(pool);
  } catch (error) {
    const failure = translated(error);
    // Every other connection leads to the same server.
    if (isOfServer(failure)) pools.drop();
    if (left === 0 || !(isOfServer(failure) || failure instanceof ConnectionLost)) throw failure;
    // Until the pool has noticed which connections are gone.
    await pause(pauseBetweenAttempts);
    await probeOver(pools, pool, left - 1);
  }
};

/** The timeouts of one transaction, where its connection has none. */
const localTimeouts = (lock: number, statement: number): readonly string[] => [
  `set local lock_timeout = ${lock}`,
  `set local statement_timeout = ${statement}`,
  `set local idle_in_transaction_session_timeout = ${statement}`,
];

/** Takes four mebibytes of the server's disk, and gives them back: what is free again lets small changes pass on a full one. */
const tryDisk = async (tx: Transaction): Promise<void> => {
  await tx.run((db) => ({
    compile: () =>
      sql`create temporary table disk_trial on commit drop as
        select repeat('x', 1000) as filler from generate_series(1, 4096)`.compile(db),
  }));
};

const placesFor = (count: number): Places =>
  newPlaces({
    count,
    maxWaiting: maxWaitingChanges,
    maxWait: maxWaitForConnection,
    refusal: 'Too many changes wait at present; try again shortly.',
  });

const queuesFor = (count: number): (() => Queued) =>
  newQueues({
    count,
    maxWaiting: maxWaitingScans,
    maxWait: maxWaitInQueue,
    refusal: 'Too many changes of this organization wait for each other; try again shortly.',
  });

/** Opens a pool of connections to PostgreSQL 15 or later. */
export const openPostgres = (url: string, options: PostgresOptions = {}): Database => {
  const { scans, changes, changesOfOne, usual } = sharesOf(options.connections ?? defaultConnections);
  const { answer, lock, scan, silence, statement } = { ...defaultTimeouts, ...options.timeouts };
  const isPooled = options.isPooled ?? false;
  const pools = newPools(url, isPooled);
  const pool = pools.open({ max: usual, lock, statement, answer: statement + answer });
  const scanPool = pools.open({ max: scans, lock, statement: scan, answer: scan + answer });
  const probePool = pools.open({ max: 1, lock, statement: silence, answer: silence, isKept: true });
  const watchSilence = newSilenceWatch({
    maxSilence: silence,
    // The watch waits, in turns of the event loop.
    probe: () => requireAnswer(probePool, answer + statement),
    onSilence: pools.drop,
  });
  const watch: Watch = (statement) => {
    // As old as the other connections: after a failover a new one would answer, and hide that they do not.
    if (probePool.totalCount === 0) requireAnswer(probePool, silence).catch(() => undefined);
    return watchSilence(statement);
  };
  const wire = {
    send: senderOver(pools, watch),
    statementFor: statements(isPooled),
    begin: isPooled ? ['begin', ...localTimeouts(lock, statement)].join('; ') : 'begin',
    servers: pools.servers,
  };
  const transaction = runnerOn({ pool, wire, watch }, placesFor(changes), queuesFor(changesOfOne));
  const writes = newWriteWatch({
    isRefusal: (error) => error instanceof DiskFull,
    trial: () => transaction(tryDisk),
  });
  return {
    ...readerOn(wire.statementFor, (config) => sendAgain(wire, pool, config)),
    damage: () => undefined,
    probe: async () => {
      await probeOver(pools, probePool, pools.servers);
      await writes.probe();
    },
    fold: async () => undefined,
    scan: scannerOn(scanPool, wire),
    transaction: (work) => writes.watch(transaction(work)),
    [Symbol.asyncDispose]: () => pools[Symbol.asyncDispose](),
  };
};
