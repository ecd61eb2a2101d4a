/** The requested page of a list; `number` counts from 1. */
export interface PageRequest {
  readonly number: number;
  readonly size: number;
}

/** The rows of one page, and the total number of rows. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly request: PageRequest;
}

/** The largest integer that both engines accept without a cast. */
const maxOffset = 2_147_483_647;

/** The number of rows before a page; bounded, since every page past the end is empty. */
export const offsetOf = ({ number, size }: PageRequest): number => Math.min((number - 1) * size, maxOffset);

/** A page of a list in memory. */
export const pageIn = <Row>(all: readonly Row[], request: PageRequest): Page<Row> => {
  const offset = offsetOf(request);
  return { rows: all.slice(offset, offset + request.size), total: all.length, request };
};

/** The page of a search that cannot match any row. */
export const emptyPage = <Row>(request: PageRequest): Page<Row> => ({ rows: [], total: 0, request });
