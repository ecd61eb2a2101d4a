// Command palette. It finds pages, actions, organizations, records of the current organization, settings and pages of
// the documentation.
import {
  Combobox,
  type ComboboxStore,
  Group,
  Highlight,
  Modal,
  Stack,
  Text,
  TextInput,
  useCombobox,
  VisuallyHidden,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBook, IconBuilding, IconSearch } from '@tabler/icons-react';
import { useIsFetching, useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { type DocumentationPage, documentationQuery } from '../api/documentation.ts';
import { organizationsQuery } from '../api/organizations.ts';
import { counted } from '../texts/counted.ts';
import type { ShownGroups } from './area.ts';
import { returnFocus } from './focus-return.ts';
import { useActions } from './palette-actions.ts';
import { type Entry, inGroups, matching, pagesOf } from './palette-entries.ts';
import { settingsOf } from './palette-settings.ts';
import { useRecords } from './record-search.ts';

const organizationOf = ({ id }: { readonly id: string }): Entry => ({
  id: `organization ${id}`,
  group: 'Organizations',
  label: id,
  kind: 'Organization',
  icon: IconBuilding,
  opens: { path: `/app/organizations/${encodeURIComponent(id)}` },
});

const documentOf = ({ path, title, summary }: DocumentationPage): Entry => ({
  id: `document ${path}`,
  group: 'Documentation',
  label: title,
  kind: summary,
  icon: IconBook,
  opens: () => location.assign(path),
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
        <Text span size="xs" opacity={0.9} truncate>
          {kind}
        </Text>
      </Stack>
    </Group>
  </Combobox.Option>
);

/** Delay in ms between the last key press and the search request. */
const delay = 200;

/** Maximum number of settings, and of pages of the documentation, among the results. */
const maxSettings = 6;
const maxDocuments = 5;

/**
 * Returns the groups of entries that match a query. `query` filters pages, actions, settings and the documentation
 * immediately. `text` is the same query after a delay and is sent to the service.
 */
const useEntries = (groups: ShownGroups | undefined, query: string, text: string) => {
  const { data, isPlaceholderData, isError } = useQuery(organizationsQuery(text === '' ? {} : { q: text }));
  const documentation = useQuery({ ...documentationQuery, enabled: query !== '' });
  const records = useRecords(text);
  const actions = useActions();
  const organizations = (data?.data ?? []).slice(0, 10).map(organizationOf);
  const results = [...organizations, ...records.entries];
  const settings = useMemo(() => (groups === undefined ? [] : settingsOf(groups)), [groups]);
  // Until the response for the current query arrives, results of the previous query are shown only if they match the
  // current query. Otherwise Enter could open an unrelated entry.
  const isCurrent = text === query && !isPlaceholderData;
  const named = ({ label }: Entry) => isCurrent || label.toLowerCase().includes(query.toLowerCase());
  const ofQuery =
    query === ''
      ? []
      : [
          ...matching(settings, query, maxSettings),
          ...matching((documentation.data ?? []).map(documentOf), query, maxDocuments),
        ];
  return {
    found: inGroups(
      [...matching([...pagesOf(groups), ...actions], query), ...results.filter(named), ...ofQuery],
      query,
    ),
    /** Whether a request failed, so that results may be missing. */
    isPartial: isError || records.isPartial || (query !== '' && documentation.isError),
  };
};

const partialText = 'Some results could not be loaded. Clear the field and search again.';

interface OptionsProps extends ReturnType<typeof useEntries> {
  readonly query: string;
  /** Whether the user is still typing, so that the search for the current query has not started. */
  readonly isTyping: boolean;
}

const Options = ({ found, isPartial, query, isTyping }: OptionsProps) => {
  const isSearching = useIsFetching() > 0 || isTyping;
  return (
    <>
      <Combobox.Options
        aria-label="Find pages, records, settings and actions"
        p="xs"
        mah={400}
        style={{ overflowY: 'auto' }}
      >
        {found.map(({ name, entries }) => (
          <Combobox.Group key={name} label={name} role="group" aria-label={name}>
            {entries.map((entry) => (
              <Option key={entry.id} entry={entry} query={query} />
            ))}
          </Combobox.Group>
        ))}
      </Combobox.Options>
      {found.length === 0 && isSearching && <Combobox.Empty>Loading…</Combobox.Empty>}
      {found.length === 0 && !isSearching && !isPartial && <Combobox.Empty>No results.</Combobox.Empty>}
      {isPartial && !isSearching && <Combobox.Empty>{partialText}</Combobox.Empty>}
    </>
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

interface QueryFieldProps {
  readonly query: string;
  readonly onQuery: (query: string) => void;
}

const QueryField = ({ query, onQuery }: QueryFieldProps) => (
  <Combobox.EventsTarget withExpandedAttribute>
    <TextInput
      data-autofocus
      size="lg"
      variant="unstyled"
      value={query}
      onChange={({ currentTarget }) => onQuery(currentTarget.value.trimStart())}
      leftSection={<IconSearch size={20} aria-hidden />}
      placeholder="Pages, records, settings, actions"
      aria-label="Find pages, records, settings and actions"
    />
  </Combobox.EventsTarget>
);

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
  const { found, isPartial } = useEntries(groups, query, text);
  const entries = found.flatMap((group) => group.entries);
  useFirstOption(combobox, entries, query);
  const open = (id: string) => {
    const entry = entries.find((each) => each.id === id);
    if (entry === undefined) return;
    const { opens } = entry;
    if (typeof opens === 'function') {
      setState('closed');
      opens();
      return;
    }
    const { path, search = {}, isNew = false } = opens;
    setState(path === pathname && !isNew ? 'closed' : 'left');
    void navigate({ to: path, search, state: { isNew } });
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
      attributes={{ content: { 'aria-label': 'Find pages, records, settings and actions' } }}
    >
      <Combobox store={combobox} onOptionSubmit={open}>
        <QueryField query={query} onQuery={setQuery} />
        <Options found={found} isPartial={isPartial} query={query} isTyping={text !== query} />
        <VisuallyHidden role="status">{`${counted(entries.length, 'result')}.${isPartial ? ` ${partialText}` : ''}`}</VisuallyHidden>
      </Combobox>
    </Modal>
  );
}
