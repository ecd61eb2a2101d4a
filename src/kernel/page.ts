/** The values of one row that the order of a list compares: a place in the list that stays when rows come and go. */
export type Place = readonly (string | number)[];

/** The requested page of a list; `number` counts from 1. */
export interface PageRequest {
  readonly number: number;
  readonly size: number;
  /** The place after which the page begins, or before which it ends; the number then means nothing. */
  readonly cursor?: Cursor;
}

export interface Cursor {
  readonly side: 'after' | 'before';
  readonly place: Place;
}

/** Request for a page of a list. */
export interface ListRequest {
  readonly page: PageRequest;
  /** The value of a parameter by its whole name, such as `filter[kind]`; absent and empty are the same. */
  readonly value?: (name: string) => string | undefined;
  readonly sort?: string | undefined;
}

/** A request with other values of some parameters. */
export const withValues = (
  request: ListRequest,
  values: Readonly<Record<string, string | undefined>>,
): ListRequest => ({
  ...request,
  value: (name) => (Object.hasOwn(values, name) ? values[name] : request.value?.(name)),
});

/** The places of the first and the last row of a page; null where no row is before, or after, the page. */
export interface PagePlaces {
  readonly before: Place | null;
  readonly after: Place | null;
}

/** The rows of one page, and the total number of rows, which nobody counts for a page at a cursor. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly request: PageRequest;
  /** Absent where the page has no neighbours. */
  readonly places?: PagePlaces;
}

/** The largest integer that both engines accept without a cast. */
const maxOffset = 2_147_483_647;

/** The number of rows before a page; bounded, since every page past the end is empty. */
export const offsetOf = ({ number, size }: PageRequest): number => Math.min((number - 1) * size, maxOffset);

/** A page of a list in memory, whose places are those of the rows in it, or their keys where it is sorted by these. */
export const pageIn = <Row>(all: readonly Row[], request: PageRequest, keyOf?: (row: Row) => string): Page<Row> => {
  const [start, end] = rangeIn(all, request, keyOf);
  const rows = all.slice(start, end);
  const placeOf = (index: number): Place => [keyOf === undefined ? index : (rows.map(keyOf)[index - start] ?? '')];
  const last = start + rows.length - 1;
  const places = {
    before: start > 0 && rows.length > 0 ? placeOf(start) : null,
    after: rows.length > 0 && last + 1 < all.length ? placeOf(last) : null,
  };
  return { rows, total: all.length, request, places };
};

const rangeIn = <Row>(
  all: readonly Row[],
  request: PageRequest,
  keyOf: ((row: Row) => string) | undefined,
): readonly [start: number, end: number] => {
  const { size, cursor } = request;
  if (cursor === undefined) return [offsetOf(request), offsetOf(request) + size];
  const [place = 0] = cursor.place;
  const isAfter = cursor.side === 'after';
  const next = all.findIndex((row, index) => {
    const own = keyOf === undefined ? index : keyOf(row);
    return isAfter ? own > place : own >= place;
  });
  const border = next < 0 ? all.length : next;
  return isAfter ? [border, border + size] : [Math.max(0, border - size), border];
};

/** Range of a page in a list whose places are positions: of the rows `start` to `end` of it, without `end`. */
export const positionsOf = (request: PageRequest): { readonly start: number; readonly end: number } => {
  const { size, cursor } = request;
  const place = Number(cursor?.place[0] ?? 0);
  if (cursor?.side === 'before') return { start: Math.max(0, place - size), end: place };
  const start = cursor === undefined ? offsetOf(request) : place + 1;
  return { start, end: start + size };
};

/** The page of the rows in its `positionsOf`. */
export const pageAtPositions = <Row>(rows: readonly Row[], total: number, request: PageRequest): Page<Row> => {
  const { start } = positionsOf(request);
  const last = start + rows.length - 1;
  const places = {
    before: start > 0 && rows.length > 0 ? [start] : null,
    after: rows.length > 0 && last + 1 < total ? [last] : null,
  };
  return { rows, total, request, places };
};

/** The page of a search that cannot match any row. */
export const emptyPage = <Row>(request: PageRequest): Page<Row> => ({ rows: [], total: 0, request });
