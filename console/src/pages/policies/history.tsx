// Page with the changes of a policy, grouped by day.
import { List, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Policy } from '../../api/policies.ts';
import { type HistoryEntry, historyQuery } from '../../api/policy-history.ts';
import { exactTime } from '../../api/time-preference.ts';
import { dayOf } from '../../components/day.ts';
import { MoreButton } from '../../components/more-button.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { historyKindOf, historyKinds } from '../../texts/policy-history.ts';
import { PolicyPage } from './frame.tsx';
import { HistoryItem } from './history-item.tsx';

const route = getRouteApi('/app/organizations/$organization/policies/$policy/history');

const dayName = (iso: string): string => new Date(iso).toLocaleDateString('en', { dateStyle: 'full' });

interface DaysProps {
  readonly policy: Policy;
  readonly entries: readonly HistoryEntry[];
  readonly names: ReadonlyMap<string, string>;
}

const Days = ({ policy, entries, names }: DaysProps) =>
  [...Map.groupBy(entries, ({ attributes }) => dayOf(attributes.at))].map(([day, changes]) => (
    <Stack key={day} gap="xs" component="section">
      <Title order={2} size="h5">
        {dayName(changes[0]?.attributes.at ?? '')}
      </Title>
      <List listStyleType="none" spacing="xs">
        {changes.map((entry) => (
          <HistoryItem key={entry.id} policy={policy} entry={entry} names={names} />
        ))}
      </List>
    </Stack>
  ));

/** Choice of the kind of change. It is stored in the URL. */
function KindChoice() {
  const { filter } = route.useSearch();
  const navigate = route.useNavigate();
  const choose = (kind: string) => void navigate({ search: kind === '' ? {} : { filter: { kind } } });
  return (
    <NativeSelect
      label="Kind of change"
      maw={260}
      value={historyKindOf(filter?.kind) ?? ''}
      data={[{ value: '', label: 'All' }, ...historyKinds.map(([value, label]) => ({ value, label }))]}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    />
  );
}

function Changes({ policy }: { readonly policy: Policy }) {
  const { filter } = route.useSearch();
  const query = useInfiniteQuery(historyQuery(policy.id, historyKindOf(filter?.kind)));
  const { data, error, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  if (data === undefined) return <QueryState data={data} error={error} refetch={refetch} />;
  const entries = data.pages.flatMap((page) => page.data);
  const names = new Map(
    data.pages.flatMap(({ included = [] }) => included.map(({ id, attributes }) => [id, attributes.name] as const)),
  );
  const since = data.pages[0]?.meta['recorded-since'] ?? null;
  return (
    <Stack>
      {entries.length === 0 && <Text c="dimmed">No change of this kind is recorded.</Text>}
      <Days policy={policy} entries={entries} names={names} />
      {hasNextPage && (
        <MoreButton error={isFetchNextPageError ? error : null} isLoading={isFetchingNextPage} onMore={fetchNextPage}>
          Show older changes
        </MoreButton>
      )}
      {!hasNextPage && since !== null && (
        <Text size="sm" c="dimmed">
          {`The history is complete from ${exactTime(since)} on. Older audit records were archived.`}
        </Text>
      )}
    </Stack>
  );
}

/** Page with the history of a policy. */
export function PolicyHistory() {
  return (
    <PolicyPage>
      {(policy) => (
        <Stack>
          <KindChoice />
          <Changes policy={policy} />
        </Stack>
      )}
    </PolicyPage>
  );
}
