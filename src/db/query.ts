import {
  type AliasableExpression,
  AliasNode,
  ColumnNode,
  type CompiledQuery,
  DummyDriver,
  type Expression,
  IdentifierNode,
  Kysely,
  type LimitNode,
  type OffsetNode,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  ReferenceNode,
  type SelectionNode,
  type SelectQueryBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import { memoize } from '../lib/functions/memoize.ts';
import type { Engine } from './engine.ts';
import type { Tables } from './tables.ts';

/** Typed query builder. It only creates SQL, which a database engine executes. */
export type Builder = Kysely<Tables>;

export interface Buildable<Row> {
  compile(): CompiledQuery<Row>;
}

/** Query whose SQL is created once per engine and executed many times with different arguments. */
export interface Query<Arguments, Row> {
  readonly build: (db: Builder, parameters: Arguments, engine: Engine) => Buildable<Row>;
}

/** Query with any arguments and rows. */
export type AnyQuery = Query<never, unknown>;

export type RowsOf<Of extends AnyQuery> = Of extends Query<never, infer Row> ? Readonly<Row> : never;

/** Change whose SQL is created again for each execution. */
export type QueryBuilder = (db: Builder, engine: Engine) => Buildable<unknown>;

/** Change that is declared as a query, and its arguments. Its SQL is created once. */
interface BoundQuery {
  readonly query: AnyQuery;
  readonly values: unknown;
}

export const bound = <Arguments>(query: Query<Arguments, unknown>, values: Arguments): BoundQuery => ({
  query: query as unknown as AnyQuery,
  values,
});

export type Statement = QueryBuilder | BoundQuery;

/** SQL of a query for one engine, and a function that converts the query's arguments to SQL parameters. */
export interface Prepared {
  readonly sql: string;
  /** Whether the SQL is a `select` statement that changes nothing. */
  readonly isSelect: boolean;
  readonly parametersFrom: (values: unknown) => readonly unknown[];
}

class Parameter {
  readonly key: string;
  constructor(key: string) {
    this.key = key;
  }
}

/**
 * Changes how `limit` and `offset` are written. For a bare `limit ?` or `offset ?`, SQLite would plan the query again
 * for each new value.
 */
class SqliteCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    super.visitLimit(node);
    this.append(' + 0');
  }

  protected override visitOffset(node: OffsetNode): void {
    super.visitOffset(node);
    this.append(' + 0');
  }
}

/** Selects the number of rows as `total`. */
export const total = sql<number>`count(*)`.as('total');

const builders: Record<Engine, Builder> = {
  sqlite: new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteCompiler(),
    },
  }),
  postgres: new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }),
};

/**
 * Declares a query: `query<{ id: string }>()((db, { id }) => db.selectFrom('users').where('id', '=', id)…)`. The
 * arguments passed to the function are placeholders. They can be used in the SQL, but their values are not known yet.
 */
export const query =
  <Arguments = Record<string, never>>() =>
  <Row>(build: (db: Builder, parameters: Arguments, engine: Engine) => Buildable<Row>): Query<Arguments, Row> => ({
    build,
  });

// NOTE: reading any property returns a placeholder, which is replaced by the argument when the query is executed.
const markers = new Proxy({}, { get: (_, key) => new Parameter(String(key)) });

const argument = (values: unknown, key: string): unknown => Reflect.get(Object(values), key);

/** Returns a selected text column by its name. Other columns can be derived from it. */
type ColumnOf<Row> = (name: keyof Row & string) => Expression<string>;

/** Returns the name of a selected column. */
const nameOf = ({ selection }: SelectionNode): string => {
  const named = AliasNode.is(selection) ? selection.alias : ReferenceNode.is(selection) ? selection.column : selection;
  if (IdentifierNode.is(named)) return named.name;
  if (ColumnNode.is(named)) return named.column.name;
  throw new Error('a query must select columns by name');
};

/**
 * Returns a copy of a query with one more column. The column is derived from the query's columns and from additional
 * arguments.
 */
export const withColumn = <Arguments, Row, Own, Name extends string, Value>(
  source: Query<Arguments, Row>,
  name: Name,
  column: (db: Builder, row: ColumnOf<Row>, parameters: Own) => Expression<Value>,
): Query<Arguments & Own, Row & { readonly [Each in Name]: Value }> => ({
  // NOTE: the types of the query builder do not support a query whose table is unknown.
  build: (db, parameters, engine) => {
    const rows = source.build(db, parameters, engine) as unknown as SelectQueryBuilder<never, never, object>;
    const more = column(db, (each) => sql.ref(`source.${each}`), parameters) as AliasableExpression<Value>;
    const names = (rows.toOperationNode().selections ?? []).map(nameOf);
    const all = db
      .selectFrom(rows.as('source'))
      .select([...names.map((each) => `source.${each}`), more.as(name)] as never);
    return all as unknown as Buildable<Row & { readonly [Each in Name]: Value }>;
  },
});

export const prepare = (source: AnyQuery, engine: Engine): Prepared => {
  const compiled = source.build(builders[engine], markers as never, engine).compile();
  const parameters = compiled.parameters;
  return {
    sql: compiled.sql,
    isSelect: compiled.query.kind === 'SelectQueryNode',
    parametersFrom: (values) =>
      parameters.map((parameter) => (parameter instanceof Parameter ? argument(values, parameter.key) : parameter)),
  };
};

const preparedFor = {
  sqlite: memoize((source: AnyQuery) => prepare(source, 'sqlite')),
  postgres: memoize((source: AnyQuery) => prepare(source, 'postgres')),
};

/** Returns a statement's SQL for one engine, and its parameters. */
export const compile = (statement: Statement, engine: Engine): Pick<CompiledQuery, 'sql' | 'parameters'> => {
  if (typeof statement === 'function') return statement(builders[engine], engine).compile();
  const { sql, parametersFrom } = preparedFor[engine](statement.query);
  return { sql, parameters: parametersFrom(statement.values) };
};
