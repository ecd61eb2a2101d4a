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

/** The typed query builder. It only writes SQL; the engines run it. */
export type Builder = Kysely<Tables>;

export interface Buildable<Row> {
  compile(): CompiledQuery<Row>;
}

/** A query whose SQL is written once for each engine and run many times with other arguments. */
export interface Query<Arguments, Row> {
  readonly build: (db: Builder, parameters: Arguments, engine: Engine) => Buildable<Row>;
}

/** Any query, where it does not matter what it takes and gives. */
export type AnyQuery = Query<never, unknown>;

export type RowsOf<Of extends AnyQuery> = Of extends Query<never, infer Row> ? Readonly<Row> : never;

/** A write, built again each time. */
export type QueryBuilder = (db: Builder, engine: Engine) => Buildable<unknown>;

/** A write that is declared as queries are, with its values: its SQL is written once. */
interface BoundQuery {
  readonly query: AnyQuery;
  readonly values: unknown;
}

export const bound = <Arguments>(query: Query<Arguments, unknown>, values: Arguments): BoundQuery => ({
  query: query as unknown as AnyQuery,
  values,
});

/** Statement that a transaction carries out. */
export type Statement = QueryBuilder | BoundQuery;

/** A query's SQL on one engine, and how its parameters come from the arguments. */
export interface Prepared {
  readonly sql: string;
  /** True if it changes nothing, wherever it is carried out. */
  readonly isSelect: boolean;
  readonly parametersFrom: (values: unknown) => readonly unknown[];
}

class Parameter {
  readonly key: string;
  constructor(key: string) {
    this.key = key;
  }
}

/** SQLite's planner looks at the value of a bare `limit ?` or `offset ?`, and plans the query again for each one. */
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

/** The number of rows, as `total`. */
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
 * Declares a query: `query<{ id: string }>()((db, { id }) => db.selectFrom('users').where('id', '=', id)…)`.
 * The arguments stand for values that come later, so they may be placed in the SQL but not looked at.
 */
export const query =
  <Arguments = Record<string, never>>() =>
  <Row>(build: (db: Builder, parameters: Arguments, engine: Engine) => Buildable<Row>): Query<Arguments, Row> => ({
    build,
  });

// NOTE: each property read is a marker that takes the argument's place until it is known.
const markers = new Proxy({}, { get: (_, key) => new Parameter(String(key)) });

const argument = (values: unknown, key: string): unknown => Reflect.get(Object(values), key);

/** A column of text of the row that another column is made of. */
type ColumnOf<Row> = (name: keyof Row & string) => Expression<string>;

/** The name of a column that a query selects. */
const nameOf = ({ selection }: SelectionNode): string => {
  const named = AliasNode.is(selection) ? selection.alias : ReferenceNode.is(selection) ? selection.column : selection;
  if (IdentifierNode.is(named)) return named.name;
  if (ColumnNode.is(named)) return named.column.name;
  throw new Error('a query selects columns by their names');
};

/** Copy of a query whose rows have one more column. It is made of the others, and of arguments of its own. */
export const withColumn = <Arguments, Row, Own, Name extends string, Value>(
  source: Query<Arguments, Row>,
  name: Name,
  column: (db: Builder, row: ColumnOf<Row>, parameters: Own) => Expression<Value>,
): Query<Arguments & Own, Row & { readonly [Each in Name]: Value }> => ({
  // NOTE: the builder's types do not follow a query whose table is not known.
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

/** A statement's SQL on one engine, and its values. */
export const compile = (statement: Statement, engine: Engine): Pick<CompiledQuery, 'sql' | 'parameters'> => {
  if (typeof statement === 'function') return statement(builders[engine], engine).compile();
  const { sql, parametersFrom } = preparedFor[engine](statement.query);
  return { sql, parameters: parametersFrom(statement.values) };
};
