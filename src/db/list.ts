// A list is declared once: its rows, their order and its filters. Its query parameters, the queries for each
// combination of filters, and the function that reads a page are derived from this declaration.
import type { SelectQueryBuilder } from 'kysely';
import { emptyPage, type ListRequest, type Page } from '../kernel/page.ts';
import { memoizeByArguments } from '../lib/functions/memoize.ts';
import type { Database } from './database.ts';
import type { Engine } from './engine.ts';
import { argumentOf, type Filter, type FilterSource, type Named } from './filters.ts';
import type { Linking } from './linkage.ts';
import { type PageQueries, pageQueries, type RowFacts, readPageOf } from './page.ts';
import type { Builder } from './query.ts';
import type { Tables } from './tables.ts';

type Selection<Row, From extends keyof Tables> = SelectQueryBuilder<Tables, From, Row>;

/** Properties of a list query that can influence which rows are selected. */
interface Variant {
  readonly engine: Engine;
  readonly sort: string;
  /** Whether the request uses a filter, given by its name. */
  readonly uses: (filter: string) => boolean;
}

interface Options<Values, From extends keyof Tables> extends RowFacts {
  /** Filters by name, in the order of their parameters in the API description. */
  readonly filters?: Readonly<Record<string, Filter<From, Values>>>;
  /** Names of the sort orders. The first one is the default. */
  readonly sorts?: readonly string[];
  /** Whether reading a page may require a scan of many rows that are not on the page. */
  readonly isScan?: boolean;
  /**
   * Whether the matching rows are counted first. This avoids searching for rows that do not exist, which takes long.
   */
  readonly countsFirst?: boolean;
  /** Whether the API reference defines the list; see `QuerySpec`. */
  readonly isOfReference?: boolean;
}

/** Options of a single read, which the declaration of the list does not contain. */
interface Reading {
  /**
   * Returns the total number of rows, or undefined if no counter knows it. `inUse` contains the arguments of the
   * filters in use, by filter name.
   */
  readonly total?: (inUse: Readonly<Record<string, string>>) => number | Promise<number> | undefined;
  readonly isScan?: boolean;
}

export interface List<Values, Row> {
  /** Query parameters of the endpoint. */
  readonly query: {
    readonly paginated: true;
    readonly parameters: readonly string[];
    readonly choices: Readonly<Record<string, readonly string[]>>;
    readonly openChoices: readonly string[];
    readonly times: readonly string[];
    readonly sort: readonly string[];
    readonly isOfReference: boolean;
  };
  /**
   * Returns the queries for a sort order and the filters in use. A filter is given as its name, or as `name=choice` if
   * it has choices.
   */
  readonly pages: (sort?: string, ...filters: readonly string[]) => PageQueries<Values, Row>;
  /**
   * Reads a page. `values` contains the arguments of the row selection, and those of filters without a query parameter.
   */
  readonly read: (database: Database, request: ListRequest, values: Values, reading?: Reading) => Promise<Page<Row>>;
}

export type RowOfList<Of> = Of extends List<never, infer Row> ? Readonly<Row> : never;

const parametersOf = (filters: readonly Named<FilterSource>[]) => {
  const described = filters.map(({ name, parameters = [name], ...filter }) => ({ parameters, ...filter }));
  const choices = described.flatMap(({ parameters: [first = ''], choices: words }) => (words ? [[first, words]] : []));
  return {
    parameters: described.flatMap(({ parameters }) => parameters),
    choices: Object.fromEntries(choices),
    openChoices: described.flatMap(({ parameters, isOpen }) => (isOpen ? parameters : [])),
    times: described.flatMap(({ parameters, isTime }) => (isTime ? parameters : [])),
  };
};

/** Returns the arguments of the filters in use, or undefined if one of them matches no row. */
const argumentsOf = (filters: readonly Named<FilterSource>[], request: ListRequest, values: object) => {
  const inUse: Record<string, string> = {};
  for (const filter of filters) {
    const argument = argumentOf(filter, request, values);
    if (argument === null) return undefined;
    if (argument !== undefined) inUse[filter.name] = argument;
  }
  return inUse;
};

/**
 * Returns the text by which `pages` identifies a filter: its name, or `name=choice` if it has choices. A filter with
 * `readAll` has an argument instead of a choice.
 */
const nameOf = ({ name, choices, readAll }: Named<FilterSource>, argument: string): string =>
  choices === undefined || readAll !== undefined ? name : `${name}=${argument}`;

const isScanOf = ({ isScan = false }: FilterSource, argument: string): boolean =>
  typeof isScan === 'boolean' ? isScan : isScan(argument);

/**
 * Whether the query may have to read many rows that do not match. Each index supports one filter and returns its rows
 * in the order of time, so two filters together need a scan.
 */
const isScanning = (used: readonly Named<FilterSource>[], inUse: Readonly<Record<string, string>>): boolean =>
  used.filter(({ isTime }) => !isTime).length > 1 || used.some((filter) => isScanOf(filter, inUse[filter.name] ?? ''));

/**
 * Declares a list. `matching` selects the rows without an order, and `ordered` sorts them. The sort columns must
 * identify each row uniquely. Otherwise rows could appear on two pages or on none.
 */
export const list =
  <Values extends object = object>() =>
  <Row extends object, From extends keyof Tables>(
    matching: (db: Builder, values: Values & Linking, variant: Variant) => Selection<Row, From>,
    ordered: (selection: Selection<Row, From>, sort: string, values: Values) => Selection<Row, From>,
    options: Options<Values, From> = {},
  ): List<Values, Row> => {
    const { filters = {}, sorts = [], isOfReference = false } = options;
    const declared = Object.entries(filters).map(([name, filter]) => ({ name, ...filter }));
    const [usualSort = ''] = sorts;
    const pagesOf = memoizeByArguments((sort: string, ...inUse: readonly string[]) => {
      const choices = new Map(inUse.map((each) => [each.split('=')[0], each.split('=')[1]]));
      const used = declared.filter(({ name }) => choices.has(name));
      return pageQueries<Values>()(
        (db, values, engine) =>
          used.reduce(
            (rows, { name, where }) =>
              rows.where((eb) => where(eb, choices.get(name) ?? Reflect.get(Object(values), name), { values, engine })),
            matching(db, values, { engine, sort, uses: (name) => choices.has(name) }),
          ),
        (rows, values) => ordered(rows, sort, values),
        { ...options, isSorted: options.isSorted ?? used.some(({ findsKeysFirst }) => findsKeysFirst) },
      );
    });
    const pages: List<Values, Row>['pages'] = (sort = usualSort, ...inUse) => pagesOf(sort, ...inUse);
    const read: List<Values, Row>['read'] = async (database, request, own, { total, isScan = false } = {}) => {
      const inUse = argumentsOf(declared, request, own);
      if (inUse === undefined) return emptyPage(request.page);
      const used = declared.filter(({ name }) => inUse[name] !== undefined);
      const names = used.map((filter) => nameOf(filter, inUse[filter.name] ?? ''));
      return readPageOf(database, pages(request.sort, ...names), {
        values: { ...own, ...inUse },
        request: request.page,
        total: request.page.cursor ? undefined : total?.(inUse),
        countsFirst: options.countsFirst,
        findsKeysFirst: used.some(({ findsKeysFirst }) => findsKeysFirst),
        isScan: isScan || options.isScan || isScanning(used, inUse),
      });
    };
    return { query: { ...parametersOf(declared), paginated: true, sort: sorts, isOfReference }, pages, read };
  };
