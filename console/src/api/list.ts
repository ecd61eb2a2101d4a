// State of a list as stored in the URL of its page: page, page size, sort order, search and filters.
import type { components } from '../../../client/api.generated.ts';

/** State of a list. If a property is absent, the service uses its default. */
export interface ListSearch {
  readonly page?: number;
  readonly size?: number;
  /** Attribute to sort by, with a leading `-` for descending order. */
  readonly sort?: string;
  readonly q?: string;
  /** Filter values by filter name. */
  readonly filter?: Readonly<Record<string, string>>;
}

/** Search, sort and filter parameters of a list, under their names in the API. */
export interface ListSpec {
  /** Name of the search parameter. */
  readonly search?: 'q' | 'search[name]';
  readonly sorts?: readonly string[];
  readonly filters?: readonly string[];
}

type FilterIn<Parameter> = Parameter extends `filter[${infer Name}]` ? Name : never;
type SortIn<Query> = Query extends { readonly sort?: infer Order }
  ? Exclude<Extract<Order, string>, `-${string}`>
  : never;

/** A `ListSpec` whose parameters must be query parameters of the list endpoint. */
export interface SpecOf<Query> extends ListSpec {
  readonly search?: Extract<keyof Query, 'q' | 'search[name]'>;
  readonly sorts?: readonly SortIn<Query>[];
  readonly filters?: readonly FilterIn<keyof Query>[];
}

export const pageSizes = [20, 50, 100] as const;

const wholeNumber = (value: unknown): number | undefined => {
  const number = Number(value);
  return Number.isInteger(number) && number > 0 ? number : undefined;
};

/** Converts a URL parameter to a string. Returns undefined if it is empty or an object. */
export const textOf = (value: unknown): string | undefined =>
  value === undefined || value === null || value === '' || typeof value === 'object' ? undefined : String(value);

const filterOf = (names: readonly string[], value: unknown): Readonly<Record<string, string>> | undefined => {
  const known = names.flatMap((name) => {
    const text = textOf(Reflect.get(Object(value), name));
    return text === undefined ? [] : [[name, text] as const];
  });
  return known.length === 0 ? undefined : Object.fromEntries(known);
};

/**
 * Parses the state of a list from the URL. Parameters that the list does not support are ignored. Used as the route's
 * `validateSearch`.
 */
export const listSearch =
  (spec: ListSpec) =>
  (raw: Readonly<Record<string, unknown>>): ListSearch => {
    const page = wholeNumber(raw.page);
    const size = pageSizes.find((each) => each === wholeNumber(raw.size));
    const sort = textOf(raw.sort);
    const q = textOf(raw.q);
    const filter = filterOf(spec.filters ?? [], raw.filter);
    return {
      ...(page !== undefined && page > 1 && { page }),
      ...(size !== undefined && size !== pageSizes[0] && { size }),
      ...(sort !== undefined && spec.sorts?.includes(sort.replace(/^-/, '')) && { sort }),
      ...(q !== undefined && spec.search !== undefined && { q }),
      ...(filter !== undefined && { filter }),
    };
  };

/** Returns the query parameters of a list request. */
export function listQuery(spec: ListSpec, { page, size, sort, q, filter }: ListSearch): Record<string, string> {
  const filters = Object.entries(filter ?? {}).map(([name, value]) => [`filter[${name}]`, value]);
  return {
    'page[number]': String(page ?? 1),
    'page[size]': String(size ?? pageSizes[0]),
    ...(sort !== undefined && { sort }),
    ...(q !== undefined && spec.search !== undefined && { [spec.search]: q }),
    ...Object.fromEntries(filters),
  };
}

/**
 * Returns the sort order after a click on a column header. Clicks change it from ascending to descending to the default
 * order.
 */
export function nextSort(current: string | undefined, column: string): string | undefined {
  if (current === column) return `-${column}`;
  return current === `-${column}` ? undefined : column;
}

/** Response of a list endpoint. */
export interface Listed<Row> {
  readonly data: readonly Row[];
  readonly meta: Readonly<{ pagination?: components['schemas']['pagination'] }>;
}
