import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { newSemaphore, type Semaphore } from '../../lib/concurrency/semaphore.ts';
import { Unavailable } from '../../lib/errors/unavailable.ts';
import { type Database, Repeatable, type Transaction, TransactionOver } from '../database.ts';
import { newWriteWatch } from '../disk.ts';
import type { Query, Statement } from '../query.ts';
import { connectionTimeout, requireWrites } from './client.ts';
import type { ConnectionReuse } from './connection-reuse.ts';
import {
  ConnectionLost,
  DiskFull,
  isOfServer,
  isRefusal,
  ServerSilent,
  translated,
  translatedCommit,
} from './errors.ts';
import { newLivenessWatch, type Watch } from './liveness.ts';
import { newPools, type Pools } from './pools.ts';
import { countOf } from './query.ts';
import { MustQueue, newQueues, type Queued } from './queues.ts';
import { changeOf, newWire, readerOn, type SendStatement, type Wire } from './wire.ts';

const int8 = 20;

pg.types.setTypeParser(int8, Number);

const defaultConnections = 10;

/**
 * Divides the connections among long reads, changes and other reads. Changes may wait for locks and long reads take
 * long, so neither may use all connections. One connection is reserved for checking the server.
 */
const sharesOf = (connections: number) => {
  const scans = Math.floor(connections / 5);
  const changes = Math.floor(connections / 2);
  // Maximum number of connections for changes of one organization, which leaves at least one for other organizations.
  const changesOfOne = Math.min(3, changes - 1);
  return { scans, changes, changesOfOne, usual: connections - scans - 1 };
};

/**
 * Maximum numbers of waiting long reads and of waiting changes. Further ones would wait too long, so they are refused.
 * The first number also limits the changes that wait in one organization's queue.
 */
const [maxWaitingScans, maxWaitingChanges] = [100, 1_000];
/**
 * Maximum number of attempts of a transaction, and the pause in ms after its first failed attempt. Each further pause
 * is longer by the same number.
 */
const [maxAttempts, pauseBetweenAttempts] = [4, 20];

/**
 * Timeouts in ms. `lock`, `statement` and `scan` (a long read) are enforced by the server. `answer` is the additional
 * time for the answer to arrive.
 */
export interface StatementTimeouts {
  readonly lock: number;
  readonly statement: number;
  readonly scan: number;
  readonly answer: number;
  /** Time without an answer to a statement, after which another connection checks whether the server still answers. */
  readonly silence: number;
  /**
   * `connection`: maximum time that a change waits for a connection. `queue`: maximum time that it waits in its
   * organization's queue.
   */
  readonly connection: number;
  readonly queue: number;
  /** Time in which a connection is opened, including the wait for one of the pool's connections. */
  readonly opening: number;
}

const defaultTimeouts: StatementTimeouts = {
  lock: 2_000,
  statement: 10_000,
  scan: 60_000,
  answer: 5_000,
  silence: 2_000,
  connection: 5_000,
  queue: 2_000,
  opening: connectionTimeout,
};

export interface PostgresOptions {
  /**
   * Whether connections go through PgBouncer, which keeps no session state between transactions. Statements are then
   * unnamed, and each transaction sets its own timeouts. A read outside of a transaction is limited only by the timeout
   * for its answer.
   */
  readonly isPooled?: boolean;
  readonly connections?: number;
  readonly timeouts?: Partial<StatementTimeouts>;
}

/**
 * Runs queries that may read many rows. Their statements are unnamed, so that PostgreSQL plans them for the actual
 * values. For example, the search pattern determines whether an index is useful.
 */
const scannerOn = (lines: ConnectionReuse, width: number, { sendAlone, statementFor }: Wire): Database['scan'] => {
  const { run } = newSemaphore({ count: width, maxWaiting: maxWaitingScans, isOverload: true });
  return async <Arguments, Row>(query: Query<Arguments, Row>, values: Arguments): Promise<readonly Row[]> => {
    const { sql, parametersFrom } = statementFor(query);
    const answer = await run(() => sendAlone(lines, { text: sql, values: [...parametersFrom(values)] }, 0));
    return answer.matches as Row[];
  };
};

/**
 * Started transaction. `begun` is the promise of the `begin` statement; queries can be sent before it is fulfilled.
 * `isOver` says whether the transaction has ended.
 */
interface Begun {
  readonly client: pg.PoolClient;
  readonly begun: Promise<unknown>;
  isOver: boolean;
}

const transactionOn = (
  own: Begun,
  wire: Wire,
  others: Pick<Transaction, 'afterCommit' | 'queueFor' | 'runAtCommit'>,
): Transaction => {
  const { client, begun } = own;
  let [isBegun, isWaiting] = [false, false];
  const begins = begun.then(() => {
    isBegun = true;
  });
  begins.catch(() => undefined);
  const sendAfter: SendStatement = async (sent, isSelect) => {
    // Queries are sent immediately after `begin`, without waiting for its answer. A change waits for that answer: if
    // `begin` failed, the change would otherwise take effect outside of a transaction.
    isWaiting ||= !isSelect;
    if (isWaiting && !isBegun) await begins;
    if (own.isOver) throw new TransactionOver();
    const answer = await wire.send(client, sent);
    await begun;
    return answer;
  };
  return {
    ...readerOn(wire, sendAfter),
    ...others,
    run: async (statement) => countOf(await sendAfter(changeOf(wire, statement), false)),
  };
};

/** Connects to the first suitable server. */
const connectFrom = async (lines: ConnectionReuse, servers: number): Promise<pg.PoolClient> => {
  for (let left = servers; ; left -= 1) {
    try {
      return await lines.connect();
    } catch (error) {
      if (left <= 1) throw new Unavailable('no connection to the database', { cause: error });
    }
  }
};

/** Rolls back a failed transaction. Returns an error if its connection can no longer be used. */
const rollback = async (client: pg.PoolClient, failure: unknown): Promise<Error | undefined> => {
  // The server cannot be reached, so no rollback can be sent.
  if (failure instanceof ConnectionLost || failure instanceof ServerSilent) return failure;
  return client.query('rollback').then(
    () => undefined,
    (error: Error) => error,
  );
};

/** Commits a transaction. The statements in `last` are sent together with the commit. */
const commit = async (client: pg.PoolClient, wire: Wire, last: readonly Statement[]) => {
  const writes = last.map((statement) => wire.send(client, changeOf(wire, statement)));
  const end = wire.send(client, { text: 'commit' }, translatedCommit);
  const [ended, ...written] = await Promise.allSettled([end, ...writes]);
  const refused = written.find((each) => each.status === 'rejected' && isRefusal(each.reason));
  if (refused?.status === 'rejected') throw refused.reason;
  if (ended.status === 'rejected') throw ended.reason;
  if (ended.value.done !== 'COMMIT') throw new Error('a statement failed, and the transaction was rolled back');
};

interface TransactionParts {
  readonly lines: ConnectionReuse;
  readonly wire: Wire;
  /** SQL that begins a transaction. */
  readonly begin: string;
}

/** Attempts a transaction once. */
const attemptOn = async <T>(
  parts: TransactionParts,
  { enter: queueFor }: Queued,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> => {
  const { begin, lines, wire } = parts;
  const client = await connectFrom(lines, wire.servers);
  const effects: (() => void)[] = [];
  const last: Statement[] = [];
  const own = { client, begun: wire.send(client, { text: begin }), isOver: false };
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
    await commit(client, wire, last);
    for (const effect of effects) effect();
    return result;
  } catch (error) {
    own.isOver = true;
    broken = await rollback(client, error);
    throw error;
  } finally {
    lines.give(client, broken);
  }
};

/**
 * Waits before the next attempt of a transaction, or throws the error if no attempt is left. Returns the number of
 * failed attempts.
 */
const nextAttempt = async (error: unknown, own: Queued, failed: number): Promise<number> => {
  if (error instanceof MustQueue) {
    await own.wait(error.key);
    return failed;
  }
  if (failed + 1 >= maxAttempts || !(error instanceof Repeatable)) throw error;
  await pause(pauseBetweenAttempts * (failed + 1));
  return failed + 1;
};

/** Creates the function that runs transactions, which use the connections reserved for changes. */
const runnerOn = (parts: TransactionParts, changes: Semaphore, queued: () => Queued): Database['transaction'] => {
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

/**
 * Throws if the server cannot be reached. An error that the server sends, such as too many connections, counts as an
 * answer.
 */
const requireAnswer = async (pool: pg.Pool, maxWait: number): Promise<void> => {
  // NOTE: `query_timeout` of a single query is missing in the driver's types.
  const config: pg.QueryConfig & { readonly query_timeout: number } = { text: 'select 1', query_timeout: maxWait };
  await pool.query(config).catch((error: unknown) => {
    if (!(error instanceof pg.DatabaseError)) throw error;
  });
};

/**
 * Checks that the server accepts changes. If a connection is broken or the server is unsuitable, the check is repeated
 * up to `left` times, with a new connection or another server.
 */
const probeOver = async (pools: Pools, pool: pg.Pool, left: number): Promise<void> => {
  try {
    await requireWrites(pool);
  } catch (error) {
    const failure = translated(error);
    // All other connections go to the same server, so they are closed as well.
    if (isOfServer(failure)) pools.drop();
    if (left === 0 || !(isOfServer(failure) || failure instanceof ConnectionLost)) throw failure;
    // Gives the pool time to notice lost connections.
    await pause(pauseBetweenAttempts);
    await probeOver(pools, pool, left - 1);
  }
};

/**
 * Returns statements that set the timeouts of one transaction. They are needed if PgBouncer prevents setting them for a
 * connection.
 */
const localTimeouts = (lock: number, statement: number): readonly string[] => [
  `set local lock_timeout = ${lock}`,
  `set local statement_timeout = ${statement}`,
  `set local idle_in_transaction_session_timeout = ${statement}`,
];

/**
 * Allocates four mebibytes on the server's disk and frees them again. A smaller write would prove nothing, because a
 * full disk may still accept small changes in freed space.
 */
const tryDisk = async (tx: Transaction): Promise<void> => {
  await tx.run((db) => ({
    compile: () =>
      sql`create temporary table disk_trial on commit drop as
        select repeat('x', 1000) as filler from generate_series(1, 4096)`.compile(db),
  }));
};

const placesFor = (count: number, maxWait: number): Semaphore =>
  newSemaphore({
    count,
    maxWaiting: maxWaitingChanges,
    maxWait,
    refusal: 'Too many changes are waiting; try again shortly.',
    isOverload: true,
  });

const queuesFor = (count: number, maxWait: number): (() => Queued) =>
  newQueues({
    count,
    maxWaiting: maxWaitingScans,
    maxWait,
    refusal: 'Too many changes of this organization are waiting; try again shortly.',
    isOverload: true,
  });

/** Opens a pool of connections to PostgreSQL 15 or later. */
export const openPostgres = (url: string, options: PostgresOptions = {}): Database => {
  const { scans, changes, changesOfOne, usual } = sharesOf(options.connections ?? defaultConnections);
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const { answer, connection, lock, opening, queue, scan, silence, statement } = timeouts;
  const isPooled = options.isPooled ?? false;
  const pools = newPools(url, isPooled);
  const lines = pools.lines({ max: usual, opening, lock, statement, answer: statement + answer });
  const scanLines = pools.lines({ max: scans, opening, lock, statement: scan, answer: scan + answer });
  const probePool = pools.open({ max: 1, opening, lock, statement: silence, answer: silence, isKept: true });
  const watchSilence = newLivenessWatch({
    maxSilence: silence,
    // `newLivenessWatch` has its own timeout for the probe, measured in turns of the event loop. So this timeout is
    // longer.
    probe: () => requireAnswer(probePool, answer + statement),
    onSilence: pools.drop,
  });
  const watch: Watch = () => {
    // Opens the probe's connection together with the first statement. After a failover, a newer connection would reach
    // the new server and hide that the older connections are broken.
    if (probePool.totalCount === 0) requireAnswer(probePool, silence).catch(() => undefined);
    return watchSilence();
  };
  const wire = newWire(pools, watch, isPooled);
  const begin = isPooled ? ['begin', ...localTimeouts(lock, statement)].join('; ') : 'begin';
  const places = placesFor(changes, connection);
  const transaction = runnerOn({ lines, wire, begin }, places, queuesFor(changesOfOne, queue));
  const writes = newWriteWatch({
    isRefusal: (error) => error instanceof DiskFull,
    trial: () => transaction(tryDisk),
  });
  return {
    ...readerOn(wire, (sent) => wire.sendAlone(lines, sent)),
    connections: () => {
      const { waiting, ...counts } = pools.counts();
      return { ...counts, waiting: waiting + places.waiting() };
    },
    damage: () => undefined,
    probe: async () => {
      await probeOver(pools, probePool, pools.servers);
      await writes.probe();
    },
    fold: async () => undefined,
    scan: scannerOn(scanLines, scans, wire),
    transaction: (work) => writes.watch(transaction(work)),
    [Symbol.asyncDispose]: () => pools[Symbol.asyncDispose](),
  };
};
