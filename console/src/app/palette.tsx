// Command palette. It finds pages, organizations, and records of the current organization by name.
import {
  Combobox,
  type ComboboxStore,
  Group,
  Highlight,
  Modal,
  ScrollArea,
  Stack,
  Text,
  TextInput,
  useCombobox,
  VisuallyHidden,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBuilding, IconSearch } from '@tabler/icons-react';
import { useIsFetching, useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { organizationsQuery } from '../api/organizations.ts';
import { counted } from '../texts/counted.ts';
import type { ShownGroups } from './area.ts';
import { returnFocus } from './focus-return.ts';
import { type Entry, useRecords } from './record-search.ts';

/**
 * Whether a query matches a page. Each word must occur in the name of the page or of its group, and at least one in the
 * name of the page. Otherwise the name of a group would find all pages of the group.
 */
const isNamed = ({ label, kind }: Entry, query: string): boolean => {
  const words = query.trim().toLowerCase().split(/\s+/);
  const [name, all] = [label.toLowerCase(), `${label} ${kind}`.toLowerCase()];
  return words.every((word) => all.includes(word)) && words.some((word) => name.includes(word));
};

const pagesOf = (groups: ShownGroups | undefined, query: string): readonly Entry[] =>
  Object.values(groups ?? {})
    .flatMap(({ title, entries }) =>
      entries.flatMap(({ icon, others, ...entry }) =>
        [entry, ...others].map(({ label, path }) => ({ id: `page ${path}`, path, label, icon, kind: title })),
      ),
    )
    .filter((entry) => isNamed(entry, query));

const organizationOf = ({ id }: { readonly id: string }): Entry => ({
  id: `organization ${id}`,
  path: `/app/organizations/${encodeURIComponent(id)}`,
  label: id,
  kind: 'Organizations',
  icon: IconBuilding,
});

const Option = ({
  entry: { id, label, kind, icon: Shape },
  query,
}: {
  readonly entry: Entry;
  readonly query: string;
}) => (
  <Combobox.Option value={id}>
    <Group wrap="nowrap">
      <Shape size={20} aria-hidden />
      <Stack gap={0} style={{ minWidth: 0 }}>
        <Highlight highlight={query.trim()} span truncate>
          {label}
        </Highlight>
        <Text span size="xs" opacity={0.8}>
          {kind}
        </Text>
      </Stack>
    </Group>
  </Combobox.Option>
);

/** Delay in ms between the last key press and the search request. */
const delay = 200;

/**
 * Returns the pages, organizations and records that match a query. `query` filters pages immediately. `text` is the
 * same query after a delay and is sent to the service.
 */
const useEntries = (groups: ShownGroups | undefined, query: string, text: string): readonly Entry[] => {
  const { data, isPlaceholderData } = useQuery(organizationsQuery(text === '' ? {} : { q: text }));
  const organizations = (data?.data ?? []).slice(0, 10).map(organizationOf);
  const results = [...organizations, ...useRecords(text)];
  // Until the response for the current query arrives, results of the previous query are shown only if they match the
  // current query. Otherwise Enter could open an unrelated entry.
  const isCurrent = text === query && !isPlaceholderData;
  const named = ({ label }: Entry) => isCurrent || label.toLowerCase().includes(query.toLowerCase());
  const isWhole = ({ label }: Entry) => Number(label.toLowerCase() === query.trim().toLowerCase());
  // Exact matches come first. For "works", an organization with this name comes before the page "Workspaces".
  return [...pagesOf(groups, query), ...results.filter(named)].toSorted((one, other) => isWhole(other) - isWhole(one));
};

interface OptionsProps {
  readonly entries: readonly Entry[];
  readonly query: string;
  /** Whether the user is still typing, so that the search for the current query has not started. */
  readonly isTyping: boolean;
}

const Options = ({ entries, query, isTyping }: OptionsProps) => {
  const isSearching = useIsFetching() > 0 || isTyping;
  return (
    <Combobox.Options aria-label="Find pages, policies, modules and people" p="xs">
      <ScrollArea.Autosize mah={400} type="auto">
        {entries.length === 0 && <Combobox.Empty>{isSearching ? 'Loading…' : 'No results.'}</Combobox.Empty>}
        {entries.map((entry) => (
          <Option key={entry.id} entry={entry} query={query} />
        ))}
      </ScrollArea.Autosize>
    </Combobox.Options>
  );
};

const look = { withCloseButton: false, padding: 0, size: 600, yOffset: 80 } as const;

/**
 * Selects the first option of the list, so that Enter opens it. This also works if the options arrive after the last
 * key press.
 */
const useFirstOption = (combobox: ComboboxStore, entries: readonly Entry[], query: string): void => {
  const { selectFirstOption, resetSelectedOption } = combobox;
  const shown = entries.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the shown options or the query change
  useEffect(() => void (query === '' ? resetSelectedOption() : selectFirstOption()), [shown, query]);
};

interface PaletteProps {
  readonly groups: ShownGroups | undefined;
  /** Number of requests to open the palette. The palette opens whenever this number increases. */
  readonly searches: number;
}

export function Palette({ groups, searches }: PaletteProps) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [state, setState] = useState<'open' | 'closed' | 'left'>('closed');
  const [query, setQuery] = useState('');
  useEffect(() => {
    if (searches > 0) setState('open');
  }, [searches]);
  const combobox = useCombobox({ opened: state === 'open', onOpenedChange: () => setState('closed') });
  const [text] = useDebouncedValue(query, delay);
  const entries = useEntries(groups, query, text);
  useFirstOption(combobox, entries, query);
  const open = (id: string) => {
    const entry = entries.find((each) => each.id === id);
    if (entry === undefined) return;
    setState(entry.path === pathname ? 'closed' : 'left');
    void navigate({ to: entry.path, search: entry.search ?? {} });
  };
  return (
    <Modal
      opened={state === 'open'}
      onClose={() => setState('closed')}
      onExitTransitionEnd={() => {
        setQuery('');
        returnFocus();
      }}
      // After the choice of an entry, the heading of the new page gets the focus instead.
      returnFocus={state !== 'left'}
      {...look}
      attributes={{ content: { 'aria-label': 'Find pages, policies, modules and people' } }}
    >
      <Combobox store={combobox} onOptionSubmit={open}>
        <Combobox.EventsTarget withExpandedAttribute>
          <TextInput
            data-autofocus
            size="lg"
            variant="unstyled"
            value={query}
            onChange={({ currentTarget }) => setQuery(currentTarget.value.trimStart())}
            leftSection={<IconSearch size={20} aria-hidden />}
            placeholder="Pages, policies, modules, people"
            aria-label="Find pages, policies, modules and people"
          />
        </Combobox.EventsTarget>
        <Options entries={entries} query={query} isTyping={text !== query} />
        <VisuallyHidden role="status">{`${counted(entries.length, 'result')}.`}</VisuallyHidden>
      </Combobox>
    </Modal>
  );
}
