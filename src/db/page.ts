import type { SelectQueryBuilder } from 'kysely';
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
 * broken there, or rows would move between pages. `linkage` names the columns of relationships to many.
 */
export const pageQueries =
  <Arguments>() =>
  <Row, From extends keyof Tables>(
    matching: (db: Builder, parameters: Arguments & Linking, engine: Engine) => Selection<Row, From>,
    ordered: (selection: Selection<Row, From>) => Selection<Row, From>,
    linkage: readonly string[] = [],
  ): PageQueries<Arguments, Row> => ({
    rows: query<Arguments & Window>()((db, parameters, engine) =>
      ordered(matching(db, parameters, engine))
        .limit(parameters.limit)
        .offset(parameters.offset),
    ),
    count: query<Arguments & Linking>()((db, parameters, engine) =>
      db
        .selectFrom(matching(db, parameters, engine).as('matching'))
        .select((eb) => eb.fn.countAll<number>().as('total')),
    ),
    linkage,
  });

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
  const isOffThread = isScan || offset > maxDirectOffset;
  const rows = await readLinked(queries.linkage, (linked) => {
    const window = { ...values, limit: request.size, offset, linked };
    return isOffThread ? database.scan(queries.rows, window) : database.rows(queries.rows, window);
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
