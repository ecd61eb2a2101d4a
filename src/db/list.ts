// A list is declared once: its rows, their order, and what narrows it. The parameters of its route, a query for each
// combination of filters in use, and the reading of a page follow from that.
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

/** Facts about a query of a list that its rows depend on. */
interface Variant {
  readonly engine: Engine;
  readonly sort: string;
  /** True if a filter is in use. */
  readonly uses: (filter: string) => boolean;
}

interface Options<Values, From extends keyof Tables> extends RowFacts {
  /** By their names, in the order in which the API description has their parameters. */
  readonly filters?: Readonly<Record<string, Filter<From, Values>>>;
  /** The names of its orders, the usual one first. */
  readonly sorts?: readonly string[];
  /** True if every page may be looked for among many other rows. */
  readonly isScan?: boolean;
  /** True if the matches are counted first, since to look for rows where none matches takes long. */
  readonly countsFirst?: boolean;
  /** See `QuerySpec`. */
  readonly isOfReference?: boolean;
}

/** Facts about a page that the declaration of its list does not know. */
interface Reading {
  /** The number of rows, where a counter knows it; the arguments of filters in use are by the names of these. */
  readonly total?: (inUse: Readonly<Record<string, string>>) => number | Promise<number> | undefined;
  readonly isScan?: boolean;
}

export interface List<Values, Row> {
  /** The query parameters of its route. */
  readonly query: {
    readonly paginated: true;
    readonly parameters: readonly string[];
    readonly choices: Readonly<Record<string, readonly string[]>>;
    readonly openChoices: readonly string[];
    readonly times: readonly string[];
    readonly sort: readonly string[];
    readonly isOfReference: boolean;
  };
  /** Its queries in an order, with some filters in use: each by its name, and a choice as `name=choice`. */
  readonly pages: (sort?: string, ...filters: readonly string[]) => PageQueries<Values, Row>;
  /** Reads a page. `values` are the arguments of the rows, and those of filters that no parameter gives. */
  readonly read: (database: Database, request: ListRequest, values: Values, reading?: Reading) => Promise<Page<Row>>;
}

/** Row of a list. */
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

/** The arguments of the filters in use; undefined where no row matches one of them. */
const argumentsOf = (filters: readonly Named<FilterSource>[], request: ListRequest, values: object) => {
  const inUse: Record<string, string> = {};
  for (const filter of filters) {
    const argument = argumentOf(filter, request, values);
    if (argument === null) return undefined;
    if (argument !== undefined) inUse[filter.name] = argument;
  }
  return inUse;
};

/** A filter in use by its name, and with its choice. One that is made of all its parameters has an argument. */
const nameOf = ({ name, choices, readAll }: Named<FilterSource>, argument: string): string =>
  choices === undefined || readAll !== undefined ? name : `${name}=${argument}`;

const isScanOf = ({ isScan = false }: FilterSource, argument: string): boolean =>
  typeof isScan === 'boolean' ? isScan : isScan(argument);

/** True if many other rows may be looked at: an index is of one filter, and its rows are in the order of time. */
const isScanning = (used: readonly Named<FilterSource>[], inUse: Readonly<Record<string, string>>): boolean =>
  used.filter(({ isTime }) => !isTime).length > 1 || used.some((filter) => isScanOf(filter, inUse[filter.name] ?? ''));

/**
 * Declares a list: `matching` selects the rows without order, `ordered` puts them in order. Ties must be broken there, or rows
 * would move between pages.
 */
export const list =
  <Values extends object = object>() =>
  <Row extends object, From extends keyof Tables>(
    matching: (db: Builder, values: Values & Linking, variant: Variant) => Selection<Row, From>,
    ordered: (selection: Selection<Row, From>, sort: string) => Selection<Row, From>,
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
        (rows) => ordered(rows, sort),
        options,
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
        isScan: isScan || options.isScan || isScanning(used, inUse),
      });
    };
    return { query: { ...parametersOf(declared), paginated: true, sort: sorts, isOfReference }, pages, read };
  };
