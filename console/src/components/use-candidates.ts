import { useDebouncedValue } from '@mantine/hooks';
import { type DefaultError, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

interface Search {
  readonly isFetching: boolean;
  readonly isError: boolean;
}

/**
 * Returns the text for a select field without options. The text `none` is used only after the service has responded.
 */
export function noCandidatesText({ isFetching, isError }: Search, none: string): string {
  if (isFetching) return 'Loading…';
  return isError ? 'Not loaded' : none;
}

/**
 * Returns properties for a `Select` whose options the service searches by the typed text. `none` is the text that is
 * shown if nothing matches.
 */
export function useCandidates<Answer, Data, Key extends QueryKey>(
  queryOf: (text: string) => UseQueryOptions<Answer, DefaultError, Data, Key>,
  none: string,
) {
  const [text, setText] = useState('');
  const [wanted] = useDebouncedValue(text, 250);
  const { data, isFetching, isError } = useQuery(queryOf(wanted));
  const search = {
    searchable: true,
    searchValue: text,
    onSearchChange: setText,
    nothingFoundMessage: noCandidatesText({ isFetching: isFetching || text !== wanted, isError }, none),
  };
  return { data, search };
}
