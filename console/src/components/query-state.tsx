import { Failure } from './failure.tsx';
import { LoadingRows } from './loading-rows.tsx';

interface QueryStateProps {
  /** Result of the query. Undefined while it is loading. */
  readonly data: unknown;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** Shows the error of a query with a retry button, or placeholder rows while it is loading. */
export const QueryState = ({ data, error, refetch }: QueryStateProps) =>
  error !== null ? <Failure error={error} onRetry={refetch} /> : data === undefined && <LoadingRows />;
