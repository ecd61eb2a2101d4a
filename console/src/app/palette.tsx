// The command palette: pages and organizations by name.
import { Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { IconBuilding, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { organizationsQuery } from '../api/organizations.ts';
import { t } from '../texts/common.ts';
import type { ShownGroup } from './navigation.tsx';

export function Palette({ groups }: { readonly groups: readonly ShownGroup[] }) {
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const search = query === '' ? {} : { q: query };
  const { data } = useQuery({ ...organizationsQuery(search), placeholderData: keepPreviousData });
  const pages: SpotlightActionData[] = groups.flatMap(({ title, entries }) =>
    entries.map(({ label, icon: Shape, path }) => ({
      id: path,
      label,
      description: title,
      leftSection: <Shape size={20} aria-hidden />,
      onClick: () => void navigate({ to: path }),
    })),
  );
  const organizations: SpotlightActionData[] = (data?.data ?? []).slice(0, 10).map(({ id }) => ({
    id: `organization ${id}`,
    label: id,
    description: t.organizations,
    leftSection: <IconBuilding size={20} aria-hidden />,
    onClick: () => void navigate({ to: `/app/organizations/${encodeURIComponent(id)}` }),
  }));
  return (
    <Spotlight
      actions={[...pages, ...organizations]}
      query={query}
      onQueryChange={setQuery}
      nothingFound={t.findNothing}
      highlightQuery
      scrollable
      maxHeight={400}
      searchProps={{
        leftSection: <IconSearch size={20} aria-hidden />,
        placeholder: t.findPages,
        'aria-label': t.findPages,
      }}
    />
  );
}
