import { Failure } from './failure.tsx';
import { LoadingRows } from './loading-rows.tsx';

interface QueryStateProps {
  /** Answer of the query; undefined until there is one. */
  readonly data: unknown;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** The failure of a query with a button that repeats it, or placeholder rows while there is no answer. */
export const QueryState = ({ data, error, refetch }: QueryStateProps) =>
  error !== null ? <Failure error={error} onRetry={refetch} /> : data === undefined && <LoadingRows />;
