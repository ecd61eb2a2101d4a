import { type SelectQueryBuilder, type SqlBool, sql, TableNode } from 'kysely';
import { offsetOf, type Page, type PageRequest } from '../lib/page.ts';
import type { Database, Engine } from './database.ts';
import { type Linking, readLinked } from './linkage.ts';
import { type Builder, type Query, query } from './query.ts';
import type { Tables } from './tables.ts';

/** Further into a list than this, skipping rows takes long enough to be kept off the serving thread. */
const maxDirectOffset = 1_000;

/** The rows of a list and their number, both from the same builder. */
export interface PageQueries<Arguments, Row> {
  readonly rows: Query<Arguments & Window, Row>;
  /** The same for pages behind very many rows. */
  readonly deepRows: Query<Arguments & Window, Row>;
  readonly count: Query<Arguments & Linking, { total: number }>;
  /** The columns of relationships to many. */
  readonly linkage: readonly string[];
}

interface Window extends Linking {
  readonly limit: number;
  readonly offset: number;
}

type Selection<Row, From extends keyof Tables> = SelectQueryBuilder<Tables, From, Row>;

/**
 * Declares a list: `matching` selects the rows without order, `ordered` puts them in order. Ties must be
 * broken there, or rows would move between pages. `linkage` names the columns of relationships to many, `key` those by
 * which the table that is selected from knows its rows.
 */
export const pageQueries =
  <Arguments>() =>
  <Row, From extends keyof Tables>(
    matching: (db: Builder, parameters: Arguments & Linking, engine: Engine) => Selection<Row, From>,
    ordered: (selection: Selection<Row, From>) => Selection<Row, From>,
    linkage: readonly string[] = [],
    key: readonly string[] = ['id'],
  ): PageQueries<Arguments, Row> => ({
    rows: query<Arguments & Window>()((db, parameters, engine) =>
      ordered(matching(db, parameters, engine))
        .limit(parameters.limit)
        .offset(parameters.offset),
    ),
    deepRows: query<Arguments & Window>()((db, parameters, engine) => {
      const all = () => ordered(matching(db, parameters, engine));
      const first = all().limit(parameters.limit).offset(parameters.offset);
      return engine === 'postgres' ? identifiersFirst(all(), first, key) : first;
    }),
    count: query<Arguments & Linking>()((db, parameters, engine) =>
      db
        .selectFrom(matching(db, parameters, engine).as('matching'))
        .select((eb) => eb.fn.countAll<number>().as('total')),
    ),
    linkage,
  });

/**
 * Finds the identifiers of a page first, and then its rows: PostgreSQL works out all that a row shows, relationships
 * included, for each row that it skips. SQLite does not.
 */
const identifiersFirst = <Row, From extends keyof Tables>(
  all: Selection<Row, From>,
  page: Selection<Row, From>,
  key: readonly string[],
): Selection<Row, From> => {
  const table = tableOf(all);
  const columns = key.map((column) => sql.ref(`${table}.${column}`));
  const keys = page.clearSelect().select(columns.map((column, index) => column.as(`key_${index}`)));
  return all.where(sql<SqlBool>`(${sql.join(columns)}) in (${keys})`);
};

/** The table whose rows a query selects. */
const tableOf = (selection: SelectQueryBuilder<Tables, keyof Tables, unknown>): string => {
  const from = selection.toOperationNode().from?.froms[0];
  if (from === undefined || !TableNode.is(from)) throw new Error('a list selects from a table');
  return from.table.identifier.name;
};

/** What reading a page takes beside its queries. */
interface PageOptions<Arguments> {
  readonly values: Arguments;
  readonly request: PageRequest;
  /** The number of rows where a counter already knows it. */
  readonly total?: number | undefined;
  /** Whether finding the rows may take a look at many others. */
  readonly isScan?: boolean;
}

/** Reads one page; what may take long runs off the serving thread. */
export const readPageOf = async <Arguments, Row extends object>(
  database: Database,
  queries: PageQueries<Arguments, Row>,
  { values, request, total, isScan = false }: PageOptions<Arguments>,
): Promise<Page<Row>> => {
  const offset = offsetOf(request);
  const isDeep = offset > maxDirectOffset;
  const rows = await readLinked(queries.linkage, (linked) => {
    const window = { ...values, limit: request.size, offset, linked };
    if (isDeep) return database.scan(queries.deepRows, window);
    return isScan ? database.scan(queries.rows, window) : database.rows(queries.rows, window);
  });
  const rowCount = total ?? (await countOf(database, queries.count, { ...values, linked: 0 }, isScan));
  return { rows, total: rowCount, request };
};

const countOf = async <Arguments>(
  database: Database,
  count: Query<Arguments, { total: number }>,
  values: Arguments,
  isScan: boolean,
): Promise<number> => {
  const rows = isScan ? await database.scan(count, values) : await database.rows(count, values);
  return rows[0]?.total ?? 0;
};
