// The command palette: pages, organizations, and records of the current organization, by name.
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

/** True if a query names a page. Its group counts as well, but not alone: that would find all pages of an organization. */
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

/** Milliseconds after the last key until the service is searched. */
const delay = 200;

/** The pages, organizations and records that a query finds; `text` is what the service searches. */
const useEntries = (groups: ShownGroups | undefined, query: string, text: string): readonly Entry[] => {
  const { data, isPlaceholderData } = useQuery(organizationsQuery(text === '' ? {} : { q: text }));
  const organizations = (data?.data ?? []).slice(0, 10).map(organizationOf);
  const results = [...organizations, ...useRecords(text)];
  // Until the answer is there, those of the text before that have this one: Enter never opens another.
  const isCurrent = text === query && !isPlaceholderData;
  const named = ({ label }: Entry) => isCurrent || label.toLowerCase().includes(query.toLowerCase());
  const isWhole = ({ label }: Entry) => Number(label.toLowerCase() === query.trim().toLowerCase());
  // The organization "works" comes before the page "Workspaces" once its whole name is typed.
  return [...pagesOf(groups, query), ...results.filter(named)].toSorted((one, other) => isWhole(other) - isWhole(one));
};

interface OptionsProps {
  readonly entries: readonly Entry[];
  readonly query: string;
  /** True until the service is searched for the query. */
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

/** Enter opens the first one, also where it arrives after the last key. */
const useFirstOption = (combobox: ComboboxStore, entries: readonly Entry[], query: string): void => {
  const { selectFirstOption, resetSelectedOption } = combobox;
  const shown = entries.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shown options decide, not what reads them
  useEffect(() => void (query === '' ? resetSelectedOption() : selectFirstOption()), [shown, query]);
};

interface PaletteProps {
  readonly groups: ShownGroups | undefined;
  /** Opens with each further one. */
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
      // On another page the focus is on its heading.
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
            placeholder="Find pages, policies, modules and people"
            aria-label="Find pages, policies, modules and people"
          />
        </Combobox.EventsTarget>
        <Options entries={entries} query={query} isTyping={text !== query} />
        <VisuallyHidden role="status">{`${counted(entries.length, 'result')}.`}</VisuallyHidden>
      </Combobox>
    </Modal>
  );
}
