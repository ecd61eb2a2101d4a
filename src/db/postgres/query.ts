// Statement class for the `pg` driver that needs less time than the driver's own. Result columns are described once per
// connection, a statement is sent in one buffer, and rows are created with less work.
import type { Duplex } from 'node:stream';
import pg from 'pg';
import { memoizeByArguments } from '../../lib/functions/memoize.ts';
import { objectMaker } from '../../lib/functions/object-makers.ts';
import { isText, messagesOf, type TextValue } from './messages.ts';

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}

type Parse = (text: string) => unknown;

/**
 * Returns a function that creates row objects from values. `names` contains the column names, separated by line breaks.
 */
const rowMaker = memoizeByArguments((names: string) => objectMaker(names.split('\n')));

interface Columns {
  readonly parsers: readonly Parse[];
  readonly makeRow: ReturnType<typeof rowMaker>;
}

const noColumns: Columns = { parsers: [], makeRow: rowMaker('') };

const columnsOf = (fields: readonly Field[]): Columns => ({
  parsers: fields.map(({ dataTypeID }) => pg.types.getTypeParser(dataTypeID)),
  makeRow: rowMaker(fields.map(({ name }) => name).join('\n')),
});

/**
 * Result columns of the prepared statements of each connection, by statement name. The server refuses a statement whose
 * columns have changed.
 */
const known = new WeakMap<pg.Connection, Map<string, Columns>>();

const knownOn = (connection: pg.Connection): Map<string, Columns> => {
  const names = known.get(connection) ?? new Map<string, Columns>();
  known.set(connection, names);
  return names;
};

/** Statement to send, with its values. A statement without values is sent as a simple query. */
export interface Sent {
  /** Name under which the connection stores the prepared statement. Undefined for a statement that is not prepared. */
  readonly name?: string | undefined;
  readonly text: string;
  readonly values?: readonly unknown[];
  /** Whether the caller needs the rows. Defaults to true. */
  readonly hasRows?: boolean;
}

export interface StatementResult {
  readonly matches: readonly unknown[];
  /** Command tag of the answer: the command and the number of rows, such as `UPDATE 1`. */
  readonly done: string;
}

/** Returns the number of affected rows. */
export const countOf = ({ done }: StatementResult): number => Number(done.slice(done.lastIndexOf(' ') + 1));

/** Members of the driver's query class that the driver's types lack. */
interface DriversQuery {
  prepare(connection: pg.Connection): void;
}
const driversQuery = pg.Query.prototype as unknown as DriversQuery;

class Statement extends pg.Query implements StatementResult {
  // Fields of the driver that its types lack.
  declare text: string;
  declare values: readonly unknown[] | undefined;
  declare name: string | undefined;
  declare callback: (error: Error | undefined) => void;
  declare _canceledDueToError: unknown;

  readonly matches: unknown[] = [];
  done = '';
  #columns = noColumns;
  #connection: pg.Connection | undefined;
  readonly #hasRows: boolean;

  constructor({ text, values, name, hasRows = true }: Sent) {
    // An empty text is passed instead of a configuration object, whose properties the driver would copy one by one.
    super('');
    this.text = text;
    this.values = values;
    this.name = name;
    this.#hasRows = hasRows;
  }

  prepare(connection: pg.Connection): void {
    const { name, text, values = [] } = this;
    const columns = name === undefined ? undefined : known.get(connection)?.get(name);
    const isFirst = name !== undefined && columns === undefined;
    if (isFirst || !values.every(isText)) {
      this.#connection = connection;
      driversQuery.prepare.call(this, connection);
      return;
    }
    this.#columns = columns ?? noColumns;
    const describes = name === undefined && this.#hasRows;
    connection.stream.write(messagesOf({ name, text, values: values as readonly TextValue[], describes }));
  }

  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    this.#columns = columnsOf(fields);
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const { parsers, makeRow } = this.#columns;
    try {
      this.matches.push(makeRow(fields.map((text, index) => (text === null ? null : parsers[index]?.(text)))));
    } catch (error) {
      // The driver reports this error to the caller when the answer is complete.
      this._canceledDueToError = error;
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.done = text;
    if (this.name !== undefined && this.#connection !== undefined) {
      knownOn(this.#connection).set(this.name, this.#columns);
    }
  }

  handleReadyForQuery(): void {
    this.callback((this._canceledDueToError || undefined) as Error | undefined);
  }
}

/** Returns the connection's stream, which the driver's types lack. */
export const streamOf = (client: pg.ClientBase): Duplex => (Reflect.get(client, 'connection') as pg.Connection).stream;

/**
 * Corks a stream until the next tick. Everything that is sent in the same turn of the event loop is then written
 * together.
 */
const gather = (stream: Duplex): void => {
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(release, stream);
};

const release = (stream: Duplex): void => stream.uncork();

export const carryOut = (
  client: pg.ClientBase,
  sent: Sent,
  ended: (error: Error | undefined, answer: StatementResult) => void,
): void => {
  const statement = new Statement(sent);
  gather(streamOf(client));
  // NOTE: the driver accepts a query object together with a callback, but its types do not.
  (client as { query(own: Statement, callback: (error: Error | undefined) => void): void }).query(statement, (error) =>
    ended(error ?? undefined, statement),
  );
};
