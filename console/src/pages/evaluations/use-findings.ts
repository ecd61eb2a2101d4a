// Loads the findings of an evaluation and the planned changes to the resources that they concern.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { type Change, changesQuery, type Finding, findingsQuery } from '../../api/findings.ts';
import type { ListSearch } from '../../api/list.ts';

/** Maximum number of findings that are loaded before the user asks for more. */
const maxLoaded = 500;

interface Pages {
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly isError: boolean;
  readonly fetchNextPage: () => unknown;
}

/** Loads more pages while they are needed. Returns whether pages are still being loaded. */
function useMore({ hasNextPage, isFetching, isError, fetchNextPage }: Pages, isNeeded: boolean): boolean {
  const needsMore = isNeeded && hasNextPage && !isError;
  useEffect(() => {
    if (needsMore && !isFetching) void fetchNextPage();
  }, [needsMore, isFetching, fetchNextPage]);
  return needsMore;
}

/** Returns the latest value that was not undefined. */
export function useLatest<Value extends object>(value: Value | undefined): Value | undefined {
  const [latest, setLatest] = useState(value);
  if (value !== undefined && value !== latest) setLatest(value);
  return value ?? latest;
}

/**
 * Findings that match the filters. They are undefined until they have been loaded for the first time. While more pages
 * are loading, the previous findings are returned.
 */
export function useFindings(evaluation: string, search: ListSearch) {
  // Components that are rendered after the findings failed to load must not load the findings again.
  const query = useInfiniteQuery({
    ...findingsQuery(evaluation, search),
    retryOnMount: false,
    refetchOnMount: ({ state }) => state.status !== 'error',
  });
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = query;
  const loaded = useMemo(() => data?.pages.flatMap((page) => page.data), [data]);
  const isLoading = useMore(query, loaded !== undefined && loaded.length < maxLoaded);
  const latest = useLatest(isLoading ? undefined : loaded);
  return {
    findings: isLoading ? latest : loaded,
    meta: data?.pages[0]?.meta,
    error,
    refetch,
    hasMore: hasNextPage,
    more: {
      onMore: fetchNextPage,
      isLoading: isFetchingNextPage,
      error: isFetchNextPageError ? error : null,
    },
  };
}

/**
 * Planned changes to the resources of findings, by address. They are undefined until the changes to all these resources
 * have been loaded.
 */
export function useChanges(
  evaluation: string,
  findings: readonly Finding[],
): ReadonlyMap<string, readonly Change[]> | undefined {
  const query = useInfiniteQuery({ ...changesQuery(evaluation), enabled: findings.length > 0 });
  const { data, isLoading } = query;
  const loaded = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  const changes = useMemo(() => Map.groupBy(loaded, ({ attributes }) => attributes.address), [loaded]);
  const isMissing = ({ attributes: { address } }: Finding) => address !== null && !changes.has(address);
  const needsMore = useMore(query, loaded.length < findings.length && findings.some(isMissing));
  return isLoading || needsMore ? undefined : changes;
}
