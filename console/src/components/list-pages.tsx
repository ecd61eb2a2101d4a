// Pagination of a list. This file is separate from the list, because the evaluation page paginates without a table.
import { Group, NativeSelect, Pagination } from '@mantine/core';
import { type Listed, type ListSearch, pageSizes } from '../api/list.ts';
import { Dimmed } from './dimmed.tsx';

/** Removes the page number, so that a changed search starts at the first page. */
export const firstPage = ({ page: _, ...rest }: ListSearch): ListSearch => rest;

/** Returns the search with a changed filter. An empty value removes the filter. */
export const withFilter = (search: ListSearch, name: string, value: string): ListSearch => {
  const { filter = {}, ...rest } = firstPage(search);
  const kept = Object.fromEntries(Object.entries(filter).filter(([each]) => each !== name));
  const filters = value === '' ? kept : { ...kept, [name]: value };
  return Object.keys(filters).length === 0 ? rest : { ...rest, filter: filters };
};

interface PagesProps {
  readonly search: ListSearch;
  /** Puts the new search into the URL: `(next) => navigate({ search: next })`. */
  readonly onSearch: (search: ListSearch) => unknown;
  readonly listed: Pick<Listed<unknown>, 'meta'>;
  readonly hasSizes?: boolean;
}

/** Shows the number of records, and page buttons if there are several pages. */
export const Pages = ({ search, onSearch, listed, hasSizes = true }: PagesProps) => {
  const { pagination } = listed.meta;
  if (pagination === undefined) return null;
  const { 'current-page': page, 'total-pages': pages, 'total-count': total } = pagination;
  return (
    <Group justify="space-between">
      <Dimmed role="status">{`${total.toLocaleString('en')} in total`}</Dimmed>
      <Group gap="sm">
        {hasSizes && total > pageSizes[0] && (
          <NativeSelect
            size="xs"
            aria-label="Rows per page"
            value={String(search.size ?? pageSizes[0])}
            onChange={({ currentTarget }) => onSearch({ ...firstPage(search), size: Number(currentTarget.value) })}
            data={pageSizes.map(String)}
          />
        )}
        {pages > 1 && (
          <Pagination
            size="sm"
            value={page}
            total={pages}
            siblings={1}
            onChange={(next) => onSearch({ ...search, page: next })}
            aria-label="Pages"
            getItemProps={(each) => ({
              'aria-label': `Page ${each.toLocaleString('en')} of ${pages.toLocaleString('en')}`,
              children: each.toLocaleString('en'),
            })}
            getControlProps={(control) => ({ 'aria-label': control === 'next' ? 'Next page' : 'Previous page' })}
          />
        )}
      </Group>
    </Group>
  );
};
