// View of a list with search, filters, table, pagination, and messages for empty lists and errors. The state of the
// view is stored in the URL.
import { Button, Center, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Listed, ListSearch, ListSpec } from '../api/list.ts';
import { DataTable, type TableProps } from './data-table.tsx';
import { EmptyList } from './empty-list.tsx';
import { firstPage, Pages, withFilter } from './list-pages.tsx';
import { QueryState } from './query-state.tsx';
import { SearchField } from './search-field.tsx';

/** A filter with fixed values, with a day, or with free text. An empty value shows all records. */
export interface Filter {
  readonly name: string;
  readonly label: string;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  readonly isDay?: boolean;
  readonly placeholder?: string;
}

/** A filter with fixed values, each with a label. */
export const choice = (name: string, label: string, texts: Readonly<Record<string, string>>): Filter => ({
  name,
  label,
  options: Object.entries(texts).map(([value, text]) => ({ value, label: text })),
});

interface ListProps<Row> {
  /** Name of the listed records as a lower-case plural, such as `organizations`. */
  readonly what: string;
  readonly spec: ListSpec;
  readonly search: ListSearch;
  /** Puts the new search into the URL: `(next) => navigate({ search: next })`. */
  readonly onSearch: (search: ListSearch) => unknown;
  readonly query: UseQueryResult<Listed<Row>>;
  readonly filters?: readonly Filter[] | undefined;
  /** Text or content that is shown for an empty list. */
  readonly empty?: ReactNode;
  /** Says how to add records. Shown below the text for an empty list, with the command. */
  readonly hint?: string | undefined;
  readonly command?: string | undefined;
}

interface ListFrameProps<Row> extends ListProps<Row> {
  /** Shows the rows of the page. */
  readonly children: (rows: readonly Row[]) => ReactNode;
}

interface ListViewProps<Row extends { readonly id: string }>
  extends ListProps<Row>,
    Omit<TableProps<Row>, 'rows' | 'sort' | 'onSort' | 'caption'> {}

const withText = (search: ListSearch, text: string): ListSearch => {
  const { q: _, ...rest } = firstPage(search);
  return text === '' ? rest : { ...rest, q: text };
};

interface FilterFieldProps {
  readonly filter: Filter;
  readonly value: string;
  readonly onValue: (value: string) => unknown;
}

const Choice = ({ filter: { label, options = [] }, value, onValue }: FilterFieldProps) => (
  <NativeSelect
    size="xs"
    aria-label={label}
    value={value}
    onChange={({ currentTarget }) => onValue(currentTarget.value)}
    data={[
      { value: '', label: `${label}: All` },
      ...options.map((each) => ({ ...each, label: `${label}: ${each.label}` })),
    ]}
  />
);

/**
 * Field for a day. If the URL contains a time, for example after a click in a chart, the field shows the day of this
 * time.
 */
const Day = ({ filter: { label }, value, onValue }: FilterFieldProps) => (
  <TextInput
    size="xs"
    type="date"
    aria-label={label}
    leftSection={
      <Text span size="xs">
        {label}
      </Text>
    }
    // The section and the field have different font sizes, so the width is in rem and not in ch.
    leftSectionWidth={`${0.42 * label.length + 1}rem`}
    leftSectionProps={{ style: { justifyContent: 'start', paddingInlineStart: '0.625rem' } }}
    value={value.slice(0, 10)}
    onChange={({ currentTarget }) => onValue(currentTarget.value)}
  />
);

const Words = ({ filter: { label, placeholder }, value, onValue }: FilterFieldProps) => (
  <SearchField
    size="xs"
    aria-label={label}
    placeholder={placeholder === undefined ? label : `${label}: ${placeholder}`}
    value={value}
    onSearch={onValue}
  />
);

const Filters = ({ filters = [], search, onSearch }: Pick<ListViewProps<never>, 'filters' | 'search' | 'onSearch'>) =>
  filters.map((filter) => {
    const { name, options, isDay = false } = filter;
    const Field = options !== undefined ? Choice : isDay ? Day : Words;
    return (
      <Field
        key={name}
        filter={filter}
        value={search.filter?.[name] ?? ''}
        onValue={(value) => onSearch(withFilter(search, name, value))}
      />
    );
  });

const isNarrowed = ({ q, filter }: ListSearch): boolean => q !== undefined || filter !== undefined;

type NothingProps = Pick<ListProps<never>, 'search' | 'onSearch' | 'empty' | 'hint' | 'command'>;

const Nothing = ({ search, onSearch, empty = 'This list is empty.', ...adding }: NothingProps) => (
  <Center py="xl">
    <Stack align="center" gap="sm">
      {isNarrowed(search) ? (
        <>
          <Text c="dimmed">No entry matches. Change the search or the filters.</Text>
          <Button variant="default" onClick={() => onSearch({})}>
            Show all
          </Button>
        </>
      ) : typeof empty === 'string' ? (
        <EmptyList text={empty} {...adding} />
      ) : (
        empty
      )}
    </Stack>
  </Center>
);

/** A list whose rows are not shown as a table. */
export function ListFrame<Row>(props: ListFrameProps<Row>) {
  const { what, spec, search, onSearch, query, filters, empty, hint, command, children } = props;
  const { data, error, isPlaceholderData, refetch } = query;
  return (
    <Stack>
      {(spec.search !== undefined || filters !== undefined) && (
        <Group gap="xs" role="search">
          {spec.search !== undefined && (
            <SearchField
              size="xs"
              aria-label={`Search ${what}`}
              placeholder="Search"
              value={search.q}
              onSearch={(text) => onSearch(withText(search, text))}
              w={{ base: '100%', xs: 260 }}
            />
          )}
          {filters !== undefined && <Filters filters={filters} search={search} onSearch={onSearch} />}
        </Group>
      )}
      <QueryState data={data} error={error} refetch={refetch} />
      {data !== undefined && data.data.length === 0 && <Nothing {...{ search, onSearch, empty, hint, command }} />}
      {data !== undefined && data.data.length > 0 && (
        <Stack aria-busy={isPlaceholderData} opacity={isPlaceholderData ? 0.6 : 1}>
          {children(data.data)}
        </Stack>
      )}
      {data !== undefined && <Pages search={search} onSearch={onSearch} listed={data} />}
    </Stack>
  );
}

export function ListView<Row extends { readonly id: string }>(props: ListViewProps<Row>) {
  const { what, spec, search, onSearch, query, filters, empty, hint, command, ...table } = props;
  const withSort = (sort: string | undefined): ListSearch => {
    const { sort: _, ...rest } = firstPage(search);
    return sort === undefined ? rest : { ...rest, sort };
  };
  return (
    <ListFrame {...{ what, spec, search, onSearch, query, filters, empty, hint, command }}>
      {(rows) => (
        <DataTable
          {...table}
          caption={what}
          rows={rows}
          sort={search.sort}
          onSort={(sort) => onSearch(withSort(sort))}
        />
      )}
    </ListFrame>
  );
}
