import {
  type Expression,
  ExpressionWrapper,
  RawNode,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
  TableNode,
} from 'kysely';
import {
  type Cursor,
  offsetOf,
  type Page,
  type PagePlaces,
  type PagePosition,
  type PageRequest,
} from '../kernel/page.ts';
import type { Database } from './database.ts';
import type { Engine } from './engine.ts';
import { type Linking, readLinked } from './linkage.ts';
import { type Builder, type Query, query, total } from './query.ts';
import type { Tables } from './tables.ts';

/**
 * Largest offset at which a page is read on the main thread. Skipping more rows would block the thread for too long.
 */
const maxDirectOffset = 1_000;

/** Largest number of rows that are counted on the main thread. */
const maxDirectCount = 1_000;

/** Queries for the rows of a list and for the number of its rows, derived from the same selection. */
export interface PageQueries<Arguments, Row> {
  readonly rows: Query<Arguments & Window, Row>;
  /** Query for pages with a large offset. On PostgreSQL, it is used for every page after the first. */
  readonly deepRows: Query<Arguments & Window, Row>;
  /** Queries for the rows after a cursor and before a cursor. The row nearest to the cursor comes first. */
  readonly rowsFrom: Readonly<Record<Cursor['side'], Query<Arguments & FromPlace, Row>>>;
  readonly count: Query<Arguments & Linking, { total: number }>;
  /** Counts the rows up to `limit`. The result equals `limit` if there are more rows. */
  readonly countUpTo: Query<Arguments & Linking & { readonly limit: number }, { total: number }>;
  /** Names of the columns that contain to-many relationships. */
  readonly linkage: readonly string[];
}

interface Window extends Linking {
  readonly limit: number;
  readonly offset: number;
}

/**
 * Arguments of a query for the page at a cursor. `place_0`, `place_1` and so on are the sort values of the cursor's
 * row.
 */
interface FromPlace extends Linking {
  readonly limit: number;
  readonly [place: `place_${number}`]: string | number;
}

/** Properties of a list's rows that determine the form of its queries. */
export interface RowFacts {
  /** Names of the columns that contain to-many relationships. */
  readonly linkage?: readonly string[];
  /** Names of the columns in the table's primary key. */
  readonly key?: readonly string[];
  /**
   * Whether the rows must be sorted because no index returns them in the requested order. SQLite then sorts only the
   * keys, and reads the other columns afterwards.
   */
  readonly isSorted?: boolean;
}

type Selection<Row, From extends keyof Tables> = SelectQueryBuilder<Tables, From, Row>;

/** Returns the queries of a list. See `list`. */
export const pageQueries =
  <Arguments>() =>
  <Row, From extends keyof Tables>(
    matching: (db: Builder, parameters: Arguments & Linking, engine: Engine) => Selection<Row, From>,
    ordered: (selection: Selection<Row, From>, parameters: Arguments) => Selection<Row, From>,
    { linkage = [], key = ['id'], isSorted = false }: RowFacts,
  ): PageQueries<Arguments, Row> => {
    const all = (db: Builder, parameters: Arguments & Linking, engine: Engine) =>
      withPlaces(ordered(matching(db, parameters, engine), parameters));
    const from = (side: Cursor['side']) =>
      query<Arguments & FromPlace>()((db, parameters, engine) =>
        fromPlace(all(db, parameters, engine), side, parameters).limit(parameters.limit),
      );
    return {
      rows: query<Arguments & Window>()((db, parameters, engine) =>
        all(db, parameters, engine).limit(parameters.limit).offset(parameters.offset),
      ),
      deepRows: query<Arguments & Window>()((db, parameters, engine) => {
        const rows = () => all(db, parameters, engine);
        const first = rows().limit(parameters.limit).offset(parameters.offset);
        if (engine === 'sqlite' && !isSorted) return first;
        // The selected keys already meet the conditions of the list. Repeating the conditions could make SQLite, or
        // PostgreSQL with outdated statistics, read all rows again.
        const shown = isSorted ? rows().clearWhere() : rows();
        return identifiersFirst(shown, first, { key, isMaterialized: engine === 'postgres' });
      }),
      rowsFrom: { after: from('after'), before: from('before') },
      count: query<Arguments & Linking>()((db, parameters, engine) =>
        db.selectFrom(matching(db, parameters, engine).as('matching')).select(total),
      ),
      countUpTo: query<Arguments & Linking & { readonly limit: number }>()((db, parameters, engine) =>
        db
          .selectFrom(
            // A count does not need the selected columns, so they are removed from the query.
            matching(db, parameters, engine)
              .clearSelect()
              .select(sql<number>`1`.as('counted'))
              .limit(parameters.limit)
              .as('matching'),
          )
          .select(total),
      ),
      linkage,
    };
  };

interface Order {
  readonly by: Expression<unknown>;
  readonly isDescending: boolean;
}

/** Returns the sort order of a selection, so that lists need not declare it again for cursors. */
const orderOf = (selection: SelectQueryBuilder<Tables, keyof Tables, unknown>): readonly Order[] =>
  (selection.toOperationNode().orderBy?.items ?? []).map(({ orderBy, direction }) => ({
    by: new ExpressionWrapper(orderBy),
    isDescending: direction !== undefined && RawNode.is(direction) && direction.sqlFragments[0] === 'desc',
  }));

/** Adds the sort values of each row to the selected columns, because a cursor consists of them. */
const withPlaces = <Row, From extends keyof Tables>(selection: Selection<Row, From>): Selection<Row, From> =>
  orderOf(selection).reduce(
    (rows, { by }, index) => rows.select(sql`${by}`.as(`place_${index}`)) as unknown as Selection<Row, From>,
    selection,
  );

/** Selects the rows after or before a cursor, the row nearest to the cursor first. */
const fromPlace = <Row, From extends keyof Tables>(
  selection: Selection<Row, From>,
  side: Cursor['side'],
  parameters: FromPlace,
): Selection<Row, From> => {
  const order = orderOf(selection).map(({ by, isDescending }, index) => ({
    by,
    isDescending: isDescending === (side === 'after'),
    value: parameters[`place_${index}`],
  }));
  return order.reduce(
    (rows, { by, isDescending }) => rows.orderBy(sql`${by}`, isDescending ? 'desc' : 'asc'),
    selection.clearOrderBy().where(isBeyond(order)),
  );
};

/**
 * Condition that a row comes after the given sort values. If all columns are sorted in the same direction, it is a row
 * comparison, which can use an index.
 */
const isBeyond = (order: readonly (Order & { readonly value: string | number | undefined })[]): Expression<SqlBool> => {
  const compared = order.map(({ by, isDescending, value }) => ({ by, value, sign: sql.raw(isDescending ? '<' : '>') }));
  const isUniform = order.every(({ isDescending }) => isDescending === order[0]?.isDescending);
  const bys = sql.join(compared.map(({ by }) => sql`${by}`));
  const values = sql.join(compared.map(({ value }) => sql`${value}`));
  if (isUniform) return sql<SqlBool>`(${bys}) ${compared[0]?.sign} (${values})`;
  const alternatives = compared.map(({ by, sign, value }, index) => {
    const equal = compared.slice(0, index).map((former) => sql`${former.by} = ${former.value}`);
    return sql`(${sql.join([...equal, sql`${by} ${sign} ${value}`], sql` and `)})`;
  });
  return sql<SqlBool>`(${sql.join(alternatives, sql` or `)})`;
};

/**
 * Selects the keys of a page first, and then the rows with these keys. Otherwise PostgreSQL would compute all columns,
 * including relationships, for every skipped row, and SQLite would compute them for every row that it sorts.
 */
const identifiersFirst = <Row, From extends keyof Tables>(
  all: Selection<Row, From>,
  page: Selection<Row, From>,
  { key, isMaterialized = false }: { readonly key: readonly string[]; readonly isMaterialized?: boolean },
): Selection<Row, From> => {
  const table = tableOf(all);
  const columns = key.map((column) => sql.ref(`${table}.${column}`));
  const keys = page.clearSelect().select(columns.map((column, index) => column.as(`key_${index}`)));
  return all.where(isAmong(columns, keys, isMaterialized));
};

/**
 * Condition that a row's key is one of the page's keys. With outdated statistics, PostgreSQL might select the page's
 * keys again for each row. If the keys are an array or a materialized table, they are selected once.
 */
const isAmong = (columns: readonly Expression<unknown>[], keys: Expression<unknown>, isMaterialized: boolean) => {
  const [only, ...others] = columns;
  if (isMaterialized && others.length === 0) return sql<SqlBool>`${only} = any(array(${keys}))`;
  const names = sql.join(columns.map((_, index) => sql.ref(`key_${index}`)));
  const keysOfPage = isMaterialized ? sql`with page as materialized (${keys}) select ${names} from page` : keys;
  return sql<SqlBool>`(${sql.join(columns)}) in (${keysOfPage})`;
};

/** Returns the name of the table that a query selects from. */
const tableOf = (selection: SelectQueryBuilder<Tables, keyof Tables, unknown>): string => {
  const from = selection.toOperationNode().from?.froms[0];
  if (from === undefined || !TableNode.is(from)) throw new Error('a list selects from a table');
  return from.table.identifier.name;
};

interface PageOptions<Arguments> {
  readonly values: Arguments;
  readonly request: PageRequest;
  /** Total number of rows, if a counter knows it. If this is a promise, it is awaited while the rows are read. */
  readonly total?: number | Promise<number> | undefined;
  /** Whether searching for the rows may have to read many rows that do not match. */
  readonly isScan?: boolean;
  /** Whether rows are counted before they are read. If there are none, the equally slow search for them is skipped. */
  readonly countsFirst?: boolean | undefined;
  /** Whether the keys of the page are selected first, even if the offset is small. */
  readonly findsKeysFirst?: boolean;
}

/** Reads one page. Queries that may take long do not run on the main thread. */
export const readPageOf = async <Arguments, Row extends object>(
  database: Database,
  queries: PageQueries<Arguments, Row>,
  { values, request, total, isScan = false, countsFirst = false, findsKeysFirst = false }: PageOptions<Arguments>,
): Promise<Page<Row>> => {
  if (request.cursor !== undefined) return readFrom(database, queries, { values, request, isScan }, request.cursor);
  const offset = offsetOf(request);
  if (countsFirst) {
    const first = await countAll(database, queries, { ...values, linked: 0 });
    if (first <= offset) return { rows: [], total: first, request };
    return readPageOf(database, queries, { values, request, total: first, isScan, findsKeysFirst });
  }
  const isDeep = offset > maxDirectOffset;
  const hasKeysFirst = isDeep || findsKeysFirst || (offset > 0 && database.engine === 'postgres');
  const reading = readLinked(queries.linkage, (linked) => {
    const window = { ...values, limit: request.size, offset, linked };
    const source = hasKeysFirst ? queries.deepRows : queries.rows;
    return isDeep || isScan ? database.scan(source, window) : database.rows(source, window);
  });
  const [rows, counted] = await Promise.all([reading, total]);
  // If this is the last page, its rows determine the total, and no count is needed.
  const isLast = rows.length < request.size && (rows.length > 0 || offset === 0);
  const known = isLast ? offset + rows.length : counted;
  const rowCount = known ?? (await countOf(database, queries, { ...values, linked: 0 }, isScan));
  const places = placesOf(rows, { isFirst: offset === 0, isLast: offset + rows.length >= rowCount });
  return { rows, total: rowCount, request, places };
};

/**
 * Reads the page at a cursor without counting rows. It reads one additional row, which shows whether there are more.
 */
const readFrom = async <Arguments, Row extends object>(
  database: Database,
  { rowsFrom, linkage }: PageQueries<Arguments, Row>,
  { values, request, isScan = false }: PageOptions<Arguments>,
  { side, place }: Cursor,
): Promise<Page<Row>> => {
  const { size } = request;
  const placed = Object.fromEntries(place.map((value, index) => [`place_${index}`, value]));
  const nearby = await readLinked(linkage, (linked) => {
    const wanted = { ...values, ...placed, limit: size + 1, linked };
    return isScan ? database.scan(rowsFrom[side], wanted) : database.rows(rowsFrom[side], wanted);
  });
  const isEnd = nearby.length <= size;
  const nearest = nearby.slice(0, size);
  const rows = side === 'after' ? nearest : nearest.toReversed();
  const places = placesOf(rows, { isFirst: side === 'before' && isEnd, isLast: side === 'after' && isEnd });
  return { rows, total: rows.length, request, places };
};

const placesOf = (
  rows: readonly object[],
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): PagePlaces => ({
  before: isFirst ? null : placeOf(rows[0]),
  after: isLast ? null : placeOf(rows.at(-1)),
});

const placeOf = (row: object | undefined): PagePosition | null => {
  if (row === undefined) return null;
  const values: unknown[] = [];
  while (Reflect.has(row, `place_${values.length}`)) values.push(Reflect.get(row, `place_${values.length}`));
  return values.map((value) => (typeof value === 'number' ? value : String(value)));
};

/** Counts rows: small numbers on the main thread, larger ones with `scan`. */
const countOf = async <Arguments>(
  database: Database,
  queries: Pick<PageQueries<Arguments, object>, 'count' | 'countUpTo'>,
  values: Arguments & Linking,
  isScan: boolean,
): Promise<number> => {
  if (!isScan) {
    const few = (await database.first(queries.countUpTo, { ...values, limit: maxDirectCount }))?.total ?? 0;
    if (few < maxDirectCount) return few;
  }
  return countAll(database, queries, values);
};

const countAll = async <Arguments>(
  database: Database,
  { count }: Pick<PageQueries<Arguments, object>, 'count'>,
  values: Arguments & Linking,
): Promise<number> => (await database.scan(count, values))[0]?.total ?? 0;
