// The state of a list lives in the address of its page: page, size, order, search and filters.
import type { components } from '../../../client/api.generated.ts';

/** The state of a list; what is absent is as the service has it. */
export interface ListSearch {
  readonly page?: number;
  readonly size?: number;
  /** An attribute; with `-` before it from the last to the first. */
  readonly sort?: string;
  readonly q?: string;
  /** Each filter by its name. */
  readonly filter?: Readonly<Record<string, string>>;
}

/** Search, sort and filter parameters of one list; each name is one of the API's parameters. */
export interface ListSpec {
  /** The parameter that searches: `q`, or `search[name]`. */
  readonly search?: 'q' | 'search[name]';
  readonly sorts?: readonly string[];
  readonly filters?: readonly string[];
}

type FilterIn<Parameter> = Parameter extends `filter[${infer Name}]` ? Name : never;
type SortIn<Query> = Query extends { readonly sort?: infer Order }
  ? Exclude<Extract<Order, string>, `-${string}`>
  : never;

/** A `ListSpec` of parameters that the query of a list has. */
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

/** A search parameter as text; undefined where it is empty or none. */
export const textOf = (value: unknown): string | undefined =>
  value === undefined || value === null || value === '' || typeof value === 'object' ? undefined : String(value);

const filterOf = (names: readonly string[], value: unknown): Readonly<Record<string, string>> | undefined => {
  const known = names.flatMap((name) => {
    const text = textOf(Reflect.get(Object(value), name));
    return text === undefined ? [] : [[name, text] as const];
  });
  return known.length === 0 ? undefined : Object.fromEntries(known);
};

/** Reads the state from an address: what the list cannot do is left out. The route's `validateSearch`. */
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

/** The parameters of the request for a list. */
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

/** The order after a press on a column: up, down, then as the service has it. */
export function nextSort(current: string | undefined, column: string): string | undefined {
  if (current === column) return `-${column}`;
  return current === `-${column}` ? undefined : column;
}

/** A page of a list, as every list of the API answers it. */
export interface Listed<Row> {
  readonly data: readonly Row[];
  readonly meta: Readonly<{ pagination?: components['schemas']['pagination'] }>;
}
