// One replay: how far it is, how many plans come out how, what is added and removed in each, and the rules that matched nothing.
import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { differenceList } from '../../api/list-specs.ts';
import type { Policy } from '../../api/policies.ts';
import {
  cancelReplay,
  differencesQuery,
  isOver,
  type Replay,
  type ReplayDifference,
  replayQuery,
} from '../../api/replays.ts';
import { PartsBar } from '../../components/charts/parts-bar.tsx';
import { confirmAct } from '../../components/confirm.tsx';
import type { Column } from '../../components/data-table.tsx';
import { Fact, Facts } from '../../components/fact.tsx';
import { Failure } from '../../components/failure.tsx';
import { ListView } from '../../components/list-view.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { Section } from '../../components/section.tsx';
import { Tag } from '../../components/tag.tsx';
import { Time } from '../../components/time.tsx';
import { useList } from '../../components/use-list.ts';
import { not } from '../../texts/refusals.ts';
import { t } from '../../texts/replays.ts';
import { PolicyPage } from './frame.tsx';
import { OutputChanges } from './replay-changes.tsx';
import {
  chartTones,
  listedResults,
  ReplayProgress,
  resultNames,
  resultTones,
  StatusTag,
  triedBy,
} from './replay-labels.tsx';

const route = getRouteApi('/app/organizations/$organization/policies/$policy/replays/$replay');

const columns = (): readonly Column<ReplayDifference>[] => [
  {
    id: 'workspace',
    header: t.workspace,
    isName: true,
    cell: ({ attributes }) => attributes['workspace-name'] ?? t.noWorkspace,
  },
  {
    id: 'result',
    header: t.result,
    cell: ({ attributes: { result } }) => result !== null && <Tag tone={resultTones[result]}>{t[result]}</Tag>,
  },
  { id: 'changes', header: t.changedOutput, cell: (row) => <OutputChanges row={row} /> },
  { id: 'evaluated', header: t.evaluated, cell: ({ attributes }) => <Time iso={attributes['evaluated-at']} /> },
];

const CancelButton = ({ replay }: { readonly replay: Replay }) => {
  const queryClient = useQueryClient();
  const confirmCancel = () =>
    confirmAct({
      title: t.cancelTitle,
      body: t.cancelBody,
      act: t.cancel,
      refused: not.canceled,
      onConfirm: async () => {
        queryClient.setQueryData(replayQuery(replay.id).queryKey, await cancelReplay(replay.id));
        notifyDone(t.canceledDone);
      },
    });
  return (
    <Button size="xs" variant="default" onClick={confirmCancel}>
      {t.cancel}
    </Button>
  );
};

const Summary = ({ replay }: { readonly replay: Replay }) => {
  const counts = replay.attributes['result-counts'];
  return (
    <Section title={t.progress} {...(!isOver(replay) && { actions: <CancelButton replay={replay} /> })}>
      <Group gap="sm" role="status">
        <StatusTag replay={replay} />
        <ReplayProgress replay={replay} />
      </Group>
      <Facts>
        <Fact name={t.tried}>{triedBy(replay)}</Fact>
        <Fact name={t.started}>
          <Time iso={replay.attributes['created-at']} />
        </Fact>
      </Facts>
      <PartsBar
        label={t.result}
        unit={t.plans}
        parts={resultNames.map((name) => ({ id: name, name: t[name], count: counts[name], tone: chartTones[name] }))}
        total={replay.attributes['inputs-total']}
      />
    </Section>
  );
};

const Differences = ({ replay }: { readonly replay: Replay }) => {
  const list = useList(route, (search) => differencesQuery(replay.id, search, replay.attributes['inputs-done']));
  return (
    <Section title={t.results} intro={t.resultsHint}>
      <ListView
        what={t.resultsWhat}
        spec={differenceList}
        {...list}
        columns={columns()}
        nameOf={({ attributes }) => attributes['workspace-name'] ?? attributes['evaluated-at']}
        filters={[
          {
            name: 'result',
            label: t.result,
            options: listedResults.map((value) => ({ value, label: t[value] })),
          },
        ]}
        empty={
          <Text c="dimmed">
            {isOver(replay) ? t.noDifferences(replay.attributes['inputs-total']) : t.noDifferencesYet}
          </Text>
        }
      />
    </Section>
  );
};

const Unmatched = ({ replay: { attributes } }: { readonly replay: Replay }) => {
  const rules = attributes['unmatched-rules'];
  return (
    <Section title={t.unmatched} intro={t.unmatchedHint}>
      {rules === null && <Text c="dimmed">{t.unmatchedUnknown}</Text>}
      {rules?.length === 0 && <Text>{t.unmatchedNone}</Text>}
      {rules !== null && rules.length > 0 && (
        <List style={{ overflowWrap: 'anywhere' }}>
          {rules.map(({ name, file, row }) => (
            <List.Item key={`${name} ${file} ${row}`}>
              {name} <span>({t.ruleAt(file, row)})</span>
            </List.Item>
          ))}
        </List>
      )}
    </Section>
  );
};

const ReplayView = () => {
  const { replay: id } = route.useParams();
  const { data, error, refetch } = useQuery(replayQuery(id));
  if (data === undefined) return <QueryState data={data} error={error} refetch={refetch} />;
  return (
    <Stack gap="xl">
      {error !== null && <Failure error={error} onRetry={refetch} />}
      <Summary replay={data.data} />
      <Differences replay={data.data} />
      <Unmatched replay={data.data} />
    </Stack>
  );
};

/** Page with the results of a replay. The replay goes on whether the page is open or not. */
export function PolicyReplay() {
  const titleOf = ({ attributes }: Policy) => t.one(attributes.name);
  return <PolicyPage title={titleOf}>{() => <ReplayView />}</PolicyPage>;
}
