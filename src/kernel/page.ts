/**
 * Values by which a row is sorted in a list. They identify a position in the list. Unlike an index, they still do so
 * after rows have been added or removed.
 */
export type PagePosition = readonly (string | number)[];

/** Requested page of a list. The first page has the number 1. */
export interface PageRequest {
  readonly number: number;
  readonly size: number;
  /** Position after which the page starts, or before which the page ends. If it is present, `number` is ignored. */
  readonly cursor?: Cursor;
}

export interface Cursor {
  readonly side: 'after' | 'before';
  readonly place: PagePosition;
}

/** Request for a page of a list, with its filters and sort order. */
export interface ListRequest {
  readonly page: PageRequest;
  /**
   * Returns the value of a query parameter. `name` is its full name, such as `filter[kind]`. Returns undefined if the
   * parameter is absent or empty.
   */
  readonly value?: (name: string) => string | undefined;
  readonly sort?: string | undefined;
}

/** Returns a copy of a request in which the values of some parameters are replaced. */
export const withValues = (
  request: ListRequest,
  values: Readonly<Record<string, string | undefined>>,
): ListRequest => ({
  ...request,
  value: (name) => (Object.hasOwn(values, name) ? values[name] : request.value?.(name)),
});

/**
 * Positions of the first and last row of a page. `before` is null if no row precedes the page, and `after` is null if
 * no row follows it.
 */
export interface PagePlaces {
  readonly before: PagePosition | null;
  readonly after: PagePosition | null;
}

/**
 * Rows of one page, and the total number of rows in the list. If the page was requested by cursor, the rows of the list
 * are not counted.
 */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly request: PageRequest;
  /** Positions from which cursors for the adjacent pages are created. Absent if there are no adjacent pages. */
  readonly places?: PagePlaces;
}

/** Largest integer that both databases accept without a cast. */
const maxOffset = 2_147_483_647;

/** Returns the number of rows before a page, at most `maxOffset`. Pages beyond the last row are empty anyway. */
export const offsetOf = ({ number, size }: PageRequest): number => Math.min((number - 1) * size, maxOffset);

/**
 * Returns a page of a list that is in memory. If `keyOf` is present, the list must be sorted by the keys that it
 * returns, and a position is the key of a row. Otherwise a position is the index of a row.
 */
export const pageIn = <Row>(all: readonly Row[], request: PageRequest, keyOf?: (row: Row) => string): Page<Row> => {
  const [start, end] = rangeIn(all, request, keyOf);
  const rows = all.slice(start, end);
  const placeOf = (index: number): PagePosition => [
    keyOf === undefined ? index : (rows.map(keyOf)[index - start] ?? ''),
  ];
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

/** Returns the range of indexes that a page covers, for a list whose positions are indexes. `end` is exclusive. */
export const positionsOf = (request: PageRequest): { readonly start: number; readonly end: number } => {
  const { size, cursor } = request;
  const place = Number(cursor?.place[0] ?? 0);
  if (cursor?.side === 'before') return { start: Math.max(0, place - size), end: place };
  const start = cursor === undefined ? offsetOf(request) : place + 1;
  return { start, end: start + size };
};

/** Returns a page with rows that were read for the range from `positionsOf`. */
export const pageAtPositions = <Row>(rows: readonly Row[], total: number, request: PageRequest): Page<Row> => {
  const { start } = positionsOf(request);
  const last = start + rows.length - 1;
  const places = {
    before: start > 0 && rows.length > 0 ? [start] : null,
    after: rows.length > 0 && last + 1 < total ? [last] : null,
  };
  return { rows, total, request, places };
};

/** Returns an empty page, for a search that cannot match any row. */
export const emptyPage = <Row>(request: PageRequest): Page<Row> => ({ rows: [], total: 0, request });
