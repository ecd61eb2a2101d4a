// Sends statements to PostgreSQL and receives the answers. Each statement is watched for a missing answer, and errors
// are translated into the service's own errors.
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { memoize } from '../../lib/functions/memoize.ts';
import type { Reader } from '../database.ts';
import { type AnyQuery, compile, prepare, type Query, type Statement } from '../query.ts';
import type { ConnectionReuse } from './connection-reuse.ts';
import { ConnectionLost, isOfServer, StaleConnection, translated } from './errors.ts';
import type { Watch } from './liveness.ts';
import type { Pools } from './pools.ts';
import { carryOut, type Sent, type StatementResult } from './query.ts';

/**
 * Returns a function that creates the SQL of each query once. Without PgBouncer, it also creates the name under which
 * connections store the prepared statement.
 */
const statements = (isPooled: boolean) =>
  memoize((query: AnyQuery) => {
    const prepared = prepare(query, 'postgres');
    if (isPooled) return { ...prepared, name: undefined };
    const name = createHash('sha256').update(prepared.sql).digest('hex').slice(0, 32);
    return { ...prepared, name };
  });

type StatementFor = ReturnType<typeof statements>;

export interface Wire {
  /** Sends a statement over the caller's connection. `failure` translates errors. */
  readonly send: (client: pg.PoolClient, sent: Sent, failure?: (error: unknown) => unknown) => Promise<StatementResult>;
  /**
   * Sends a statement over an unused connection, and makes the connection available again. If a reused connection turns
   * out to be broken, the statement is sent over another one, any number of times. If a new connection fails or the
   * server is unsuitable, it is sent at most `repeats` more times. `repeats` defaults to the number of servers.
   */
  readonly sendAlone: (lines: ConnectionReuse, sent: Sent, repeats?: number) => Promise<StatementResult>;
  readonly statementFor: StatementFor;
  /** Number of configured servers. */
  readonly servers: number;
}

export const newWire = (pools: Pools, watch: Watch, isPooled: boolean): Wire => {
  const failure = (error: unknown): unknown => {
    const known = translated(error);
    // All other connections go to the same server, so they are closed as well.
    if (isOfServer(known)) pools.drop();
    return known;
  };
  const send: Wire['send'] = (client, sent, failed = failure) =>
    new Promise((resolve, reject) => {
      const own = watch();
      carryOut(client, sent, (error, answer) => {
        own.end();
        if (error === undefined) resolve(answer);
        else reject(failed(error));
      });
    });
  const sendOnce = (lines: ConnectionReuse, sent: Sent): Promise<StatementResult> =>
    new Promise((resolve, reject) => {
      const own = watch();
      const refuse = (error: unknown, isReused = false): void => {
        own.end();
        const known = failure(error);
        reject(isReused && known instanceof ConnectionLost ? new StaleConnection(error) : known);
      };
      const sendOver = (client: pg.PoolClient): void => {
        const isReused = lines.isReused(client);
        carryOut(client, sent, (error, answer) => {
          lines.give(client, error);
          if (error !== undefined) return refuse(error, isReused);
          own.end();
          resolve(answer);
        });
      };
      const client = lines.idle();
      if (client === undefined)
        lines
          .connect()
          .then(sendOver)
          .catch((error: unknown) => refuse(error));
      else sendOver(client);
    });
  const sendAlone: Wire['sendAlone'] = (lines, sent, repeats = pools.servers) =>
    sendOnce(lines, sent).catch((error: unknown) => {
      if (error instanceof StaleConnection) return sendAlone(lines, sent, repeats);
      if (repeats === 0 || !(error instanceof ConnectionLost || isOfServer(error))) throw error;
      return sendAlone(lines, sent, repeats - 1);
    });
  return { send, sendAlone, statementFor: statements(isPooled), servers: pools.servers };
};

/**
 * Sends a statement of a transaction. A statement that may change data is sent only after the transaction has begun.
 */
export type SendStatement = (sent: Sent, isSelect: boolean) => Promise<StatementResult>;

export const readerOn = ({ statementFor }: Wire, send: SendStatement): Reader => {
  const request = <Arguments>(query: Query<Arguments, unknown>, values: Arguments): Promise<StatementResult> => {
    const { name, sql, parametersFrom, isSelect } = statementFor(query);
    return send({ name, text: sql, values: parametersFrom(values) }, isSelect);
  };
  return {
    engine: 'postgres',
    rows: async <Arguments, Row>(query: Query<Arguments, Row>, values: Arguments) =>
      (await request(query, values)).matches as Row[],
    first: async <Arguments, Row>(query: Query<Arguments, Row>, values: Arguments) =>
      (await request(query, values)).matches[0] as Row | undefined,
  };
};

/**
 * Converts a change to a statement that can be sent. If the change is declared like a query, connections prepare the
 * statement once and reuse it.
 */
export const changeOf = ({ statementFor }: Wire, statement: Statement): Sent => {
  if (typeof statement === 'function') {
    const { sql, parameters } = compile(statement, 'postgres');
    return { text: sql, values: parameters, hasRows: false };
  }
  const { name, sql, parametersFrom } = statementFor(statement.query);
  return { name, text: sql, values: parametersFrom(statement.values), hasRows: false };
};
