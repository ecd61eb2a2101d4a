// Deleted organizations whose data is being removed, with the progress of each removal.

import { removalList } from '../api/list-specs.ts';
import { type Removal, removalsQuery } from '../api/removals.ts';
import { type Column, countColumn } from './data-table.tsx';
import { ListView } from './list-view.tsx';
import { Section } from './section.tsx';
import { Time } from './time.tsx';
import { useLocalList } from './use-list.ts';

const columns: readonly Column<Removal>[] = [
  { id: 'name', header: 'Organization', cell: ({ attributes }) => attributes.name },
  {
    id: 'by',
    header: 'Deleted by',
    cell: ({ attributes }) =>
      attributes['deleted-by'] ?? 'Not a current user: a token, the command line or a deleted account',
  },
  { id: 'at', header: 'Deleted', cell: ({ attributes }) => <Time iso={attributes['deleted-at']} /> },
  countColumn('rows', 'Database rows deleted so far', ({ attributes }) => attributes['removed-rows']),
];

/** Shows the removals that are in progress. Shows nothing if there are none. */
export function Removals() {
  const list = useLocalList(removalsQuery);
  if ((list.query.data?.meta.pagination?.['total-count'] ?? 0) === 0) return null;
  return (
    <Section
      title="Deletions in progress"
      intro="These organizations were deleted and can no longer be used. The service deletes their contents in the background. An organization is listed here until all its contents are deleted."
    >
      <ListView
        what="deletions in progress"
        spec={removalList}
        {...list}
        columns={columns}
        nameOf={({ attributes }) => attributes.name}
      />
    </Section>
  );
}
