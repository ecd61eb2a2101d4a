// Progress of the removal of deleted organizations.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListSearch } from '../api/list.ts';
import { removalList } from '../api/list-specs.ts';
import { type Removal, removalsQuery } from '../api/removals.ts';
import { t } from '../texts/removals.ts';
import { type Column, countColumn } from './data-table.tsx';
import { ListView } from './list-view.tsx';
import { Section } from './section.tsx';
import { Time } from './time.tsx';

const columns = (): readonly Column<Removal>[] => [
  { id: 'name', header: t.name, isName: true, cell: ({ attributes }) => attributes.name },
  { id: 'by', header: t.by, cell: ({ attributes }) => attributes['deleted-by'] ?? t.nobody },
  { id: 'at', header: t.at, cell: ({ attributes }) => <Time iso={attributes['deleted-at']} /> },
  countColumn('rows', t.rows, ({ attributes }) => attributes['removed-rows']),
];

/** Nothing where nothing is being removed. */
export function Removals() {
  const [search, setSearch] = useState<ListSearch>({});
  const query = useQuery(removalsQuery(search));
  if ((query.data?.meta.pagination?.['total-count'] ?? 0) === 0) return null;
  return (
    <Section title={t.title} intro={t.intro}>
      <ListView
        what={t.what}
        spec={removalList}
        search={search}
        onSearch={setSearch}
        query={query}
        columns={columns()}
        nameOf={({ attributes }) => attributes.name}
      />
    </Section>
  );
}
