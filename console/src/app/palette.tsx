// The command palette: pages and organizations by name.
import '@mantine/spotlight/styles.css';
import { Spotlight, type SpotlightActionData, spotlight } from '@mantine/spotlight';
import { IconBuilding, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { organizationsQuery } from '../api/organizations.ts';
import { t } from '../texts/common.ts';
import type { ShownGroup } from './navigation.tsx';

interface PaletteProps {
  readonly groups: readonly ShownGroup[];
  /** Opens with each further one. */
  readonly searches: number;
}

export function Palette({ groups, searches }: PaletteProps) {
  const navigate = useNavigate();
  useEffect(() => {
    if (searches > 0) spotlight.open();
  }, [searches]);
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
      shortcut={null}
      attributes={{ content: { 'aria-label': t.findPages } }}
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
