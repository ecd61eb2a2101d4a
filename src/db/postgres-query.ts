// A statement of `pg` that makes its rows with less work: for a row of twenty columns the driver takes twice as long.
import pg from 'pg';

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}

interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

class Statement extends pg.Query {
  // What follows is the driver's, and not in its types.
  declare text: string;
  declare values: unknown[];
  declare name: string | undefined;
  declare readonly _result: pg.QueryResult<Record<string, unknown>>;
  declare _canceledDueToError: unknown;

  #columns: readonly Column[] = [];

  constructor({ text, values = [], name }: pg.QueryConfig) {
    // The driver would copy the configuration, property by property.
    super('');
    this.text = text;
    this.values = values;
    this.name = name;
  }

  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: pg.types.getTypeParser(dataTypeID) }));
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    try {
      this._result.rows.push(this.#rowOf(fields));
    } catch (error) {
      // The driver hands it over once the answer is complete.
      this._canceledDueToError = error;
    }
  }

  #rowOf(values: readonly (string | null)[]): Record<string, unknown> {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < values.length; index += 1) {
      const column = this.#columns[index];
      const value = values[index] ?? null;
      if (column !== undefined) row[column.name] = value === null ? null : column.parse(value);
    }
    return row;
  }
}

type Callback = (error: Error | undefined, result: pg.QueryResult) => void;

/** Carries out one statement with its values. */
export const carryOut = (client: pg.Pool | pg.PoolClient, config: pg.QueryConfig): Promise<pg.QueryResult> =>
  new Promise((resolve, reject) => {
    const ended: Callback = (error, result) => (error ? reject(error) : resolve(result));
    // NOTE: the types do not know that a statement may come with a callback.
    (client as { query(statement: Statement, callback: Callback): void }).query(new Statement(config), ended);
  });
