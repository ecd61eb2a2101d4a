import { createHash } from 'node:crypto';
import pg from 'pg';
import { ConstraintViolation } from '../lib/constraint-violation.ts';
import { limiter } from '../lib/limiter.ts';
import { memoize } from '../lib/memoize.ts';
import { Unavailable } from '../lib/unavailable.ts';
import type { Database, Reader, Transaction } from './database.ts';
import { type AnyQuery, compile, prepare, type Query } from './query.ts';

const connectionTimeout = 5_000;
/** How soon a silent connection is probed, in milliseconds. */
const keepAliveDelay = 10_000;
const connections = 10;
/** Reads of many rows leave connections for everything else; who came later than these would wait for too long. */
const [maxConcurrentScans, maxWaitingScans] = [4, 100];
const int8 = 20;
const uniqueViolation = '23505';
/** Classes of SQLSTATE for what may pass: connection, resources, locks and conflicts, operator's intervention. */
const transientClasses = new Set(['08', '53', '55', '57', '40']);

pg.types.setTypeParser(int8, Number);

/** How long a statement may take, and how much longer its answer is waited for, in milliseconds. */
export interface StatementTimeouts {
  readonly statement: number;
  readonly answer: number;
}

const defaultTimeouts: StatementTimeouts = { statement: 60_000, answer: 5_000 };

/** The query will not be answered: the connection is broken, or the server is gone. */
class ConnectionLost extends Unavailable {
  constructor(cause: unknown) {
    super('connection lost', { cause });
  }
}

const translated = (error: unknown): unknown => {
  // NOTE: what is not the server's own answer is a broken or missing connection.
  if (!(error instanceof pg.DatabaseError)) return new ConnectionLost(error);
  if (error.code === uniqueViolation) return new ConstraintViolation(error.constraint ?? 'unknown', error);
  const isTransient = transientClasses.has(error.code?.slice(0, 2) ?? '');
  return isTransient ? new Unavailable(error.message, { cause: error }) : error;
};

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
  const scanLimiter = limiter(maxConcurrentScans, maxWaitingScans);
  return async <Arguments, Row>(query: Query<Arguments, Row>, values: Arguments): Promise<readonly Row[]> => {
    const { sql, parametersFrom } = statementFor(query);
    const result = await scanLimiter(() => send(client, { text: sql, values: [...parametersFrom(values)] }));
    return result.rows as Row[];
  };
};

const readerOn = (client: pg.Pool | pg.PoolClient, statementFor: StatementFor): Reader => {
  const rows = async <Arguments, Row>(query: Query<Arguments, Row>, values: Arguments): Promise<readonly Row[]> => {
    const { name, sql, parametersFrom } = statementFor(query);
    const result = await send(client, { name, text: sql, values: [...parametersFrom(values)] });
    return result.rows as Row[];
  };
  return { engine: 'postgres', rows, first: async (query, values) => (await rows(query, values))[0] };
};

const transactionOn = (
  client: pg.PoolClient,
  statementFor: StatementFor,
  afterCommit: Transaction['afterCommit'],
): Transaction => ({
  ...readerOn(client, statementFor),
  afterCommit,
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
  if (failure instanceof ConnectionLost) return failure;
  return client.query('rollback').then(
    () => undefined,
    (error: Error) => error,
  );
};

/** Opens a pool of connections to PostgreSQL 15 or later. */
export const openPostgres = (url: string, { statement, answer } = defaultTimeouts): Database => {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectionTimeout,
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
  const statementFor = statements();
  const reader = readerOn(pool, statementFor);

  return {
    ...reader,
    damage: () => undefined,
    scan: scannerOn(pool, statementFor),
    transaction: async (work) => {
      const client = await connectFrom(pool);
      const effects: (() => void)[] = [];
      let broken: Error | undefined;
      try {
        await send(client, { text: 'begin' });
        const result = await work(transactionOn(client, statementFor, (effect) => void effects.push(effect)));
        await send(client, { text: 'commit' });
        for (const effect of effects) effect();
        return result;
      } catch (error) {
        broken = await rollback(client, error);
        throw error;
      } finally {
        client.release(broken);
      }
    },
    [Symbol.asyncDispose]: () => pool.end(),
  };
};
