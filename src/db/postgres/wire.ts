// Transport of statements to PostgreSQL, and of their answers back: each is watched, and its errors are the service's own.
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { memoize } from '../../lib/functions/memoize.ts';
import type { Reader } from '../database.ts';
import { type AnyQuery, compile, prepare, type Query, type Statement } from '../query.ts';
import type { ConnectionReuse } from './connection-reuse.ts';
import { ConnectionLost, isOfServer, StaleConnection, translated } from './errors.ts';
import type { Watch } from './liveness.ts';
import type { Pools } from './pools.ts';
import { type Answer, carryOut, type Sent } from './query.ts';

/** Each query's SQL, and the name under which every connection keeps it prepared, if connections keep anything. */
const statements = (isPooled: boolean) =>
  memoize((query: AnyQuery) => {
    const prepared = prepare(query, 'postgres');
    if (isPooled) return { ...prepared, name: undefined };
    const name = createHash('sha256').update(prepared.sql).digest('hex').slice(0, 32);
    return { ...prepared, name };
  });

type StatementFor = ReturnType<typeof statements>;

/** Parts that every statement needs. */
export interface Wire {
  /** Over a connection of the caller, who may tell what an error means. */
  readonly send: (client: pg.PoolClient, sent: Sent, failure?: (error: unknown) => unknown) => Promise<Answer>;
  /**
   * Over a connection that nothing else uses, and that others may use afterwards. Sent again for each connection that had
   * broken since its last use, and so many times, by default as many as there are servers, where a new one breaks or the
   * server does not do.
   */
  readonly sendAlone: (lines: ConnectionReuse, sent: Sent, repeats?: number) => Promise<Answer>;
  readonly statementFor: StatementFor;
  /** Number of servers to go to. */
  readonly servers: number;
}

export const newWire = (pools: Pools, watch: Watch, isPooled: boolean): Wire => {
  const failure = (error: unknown): unknown => {
    const known = translated(error);
    // The other connections lead to the same server.
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
  const sendOnce = (lines: ConnectionReuse, sent: Sent): Promise<Answer> =>
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

/** Sends a statement; one that may change something waits until it can. */
export type SendStatement = (sent: Sent, isSelect: boolean) => Promise<Answer>;

export const readerOn = ({ statementFor }: Wire, send: SendStatement): Reader => {
  const request = <Arguments>(query: Query<Arguments, unknown>, values: Arguments): Promise<Answer> => {
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

/** A change. One that is declared as queries are is kept by the connections, too. */
export const changeOf = ({ statementFor }: Wire, statement: Statement): Sent => {
  if (typeof statement === 'function') {
    const { sql, parameters } = compile(statement, 'postgres');
    return { text: sql, values: parameters, hasRows: false };
  }
  const { name, sql, parametersFrom } = statementFor(statement.query);
  return { name, text: sql, values: parametersFrom(statement.values), hasRows: false };
};
