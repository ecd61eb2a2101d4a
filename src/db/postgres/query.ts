// A statement of `pg` that costs less: its columns are described once on each connection, it is sent in one piece, and its
// rows are made with less work.
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

/** Makes the rows of all statements that have these columns, separated by line breaks. */
const rowMaker = memoizeByArguments((names: string) => objectMaker(names.split('\n')));

/** The columns of an answer. */
interface Columns {
  readonly parsers: readonly Parse[];
  readonly makeRow: ReturnType<typeof rowMaker>;
}

const noColumns: Columns = { parsers: [], makeRow: rowMaker('') };

const columnsOf = (fields: readonly Field[]): Columns => ({
  parsers: fields.map(({ dataTypeID }) => pg.types.getTypeParser(dataTypeID)),
  makeRow: rowMaker(fields.map(({ name }) => name).join('\n')),
});

/** The columns of the statements that a connection keeps, by their names. The server refuses one whose columns have changed. */
const known = new WeakMap<pg.Connection, Map<string, Columns>>();

const knownOn = (connection: pg.Connection): Map<string, Columns> => {
  const names = known.get(connection) ?? new Map<string, Columns>();
  known.set(connection, names);
  return names;
};

/** A statement with its values; one without values is sent as it is. */
export interface Sent {
  /** Under which the connection keeps it, if it does. */
  readonly name?: string | undefined;
  readonly text: string;
  readonly values?: readonly unknown[];
  /** True, also by default, if its rows are of interest. */
  readonly hasRows?: boolean;
}

/** Result of a statement. */
export interface Answer {
  readonly matches: readonly unknown[];
  /** Work that was done, and the number of its rows, such as `UPDATE 1`. */
  readonly done: string;
}

/** Number of rows that a change touched. */
export const countOf = ({ done }: Answer): number => Number(done.slice(done.lastIndexOf(' ') + 1));

/** The driver's own part, which is not in its types. */
interface DriversQuery {
  prepare(connection: pg.Connection): void;
}
const driversQuery = pg.Query.prototype as unknown as DriversQuery;

class Statement extends pg.Query implements Answer {
  // These fields are the driver's, and not in its types.
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
    // The driver would copy the configuration, property by property.
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
      // The driver hands it over once the answer is complete.
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

/** The driver's own, which is not in its types. */
export const streamOf = (client: pg.ClientBase): Duplex => (Reflect.get(client, 'connection') as pg.Connection).stream;

/** Corks a stream until the next tick, so that everything sent in one turn goes out in one piece. */
const gather = (stream: Duplex): void => {
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(release, stream);
};

const release = (stream: Duplex): void => stream.uncork();

/** Carries out one statement. */
export const carryOut = (
  client: pg.ClientBase,
  sent: Sent,
  ended: (error: Error | undefined, answer: Answer) => void,
): void => {
  const statement = new Statement(sent);
  gather(streamOf(client));
  // NOTE: the types do not know that a statement may come with a callback.
  (client as { query(own: Statement, callback: (error: Error | undefined) => void): void }).query(statement, (error) =>
    ended(error ?? undefined, statement),
  );
};
