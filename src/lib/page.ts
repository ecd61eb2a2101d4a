/** Which part of a list is asked for; `number` counts from 1. */
export interface PageRequest {
  readonly number: number;
  readonly size: number;
}

/** One page's rows, and how many rows there are in all. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly request: PageRequest;
}

/** More rows than a table has, and the largest integer that every engine takes without a cast. */
const maxOffset = 2_147_483_647;

/** How many rows stand before a page; bounded, since past the end every page is empty alike. */
export const offsetOf = ({ number, size }: PageRequest): number => Math.min((number - 1) * size, maxOffset);

/** The page of a list that is at hand as a whole. */
export const pageIn = <Row>(all: readonly Row[], request: PageRequest): Page<Row> => {
  const offset = offsetOf(request);
  return { rows: all.slice(offset, offset + request.size), total: all.length, request };
};

/** The page of a list that is empty whatever it holds, such as a search for a text that no row can have. */
export const emptyPage = <Row>(request: PageRequest): Page<Row> => ({ rows: [], total: 0, request });
