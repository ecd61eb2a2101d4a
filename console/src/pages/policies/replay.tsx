// Results of a replay: its progress, the number of plans with each result, the changed output for each plan, and rules
// that never matched.
import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { forecastQuery } from '../../api/introductions.ts';
import { differenceList } from '../../api/list-specs.ts';
import type { Policy } from '../../api/policies.ts';
import { queryClient } from '../../api/query-client.ts';
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
import { type ListRoute, useList } from '../../components/use-list.ts';
import { counted } from '../../texts/counted.ts';
import { effectText } from '../../texts/introductions.ts';
import { replayTexts } from '../../texts/replays.ts';
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

const columns: readonly Column<ReplayDifference>[] = [
  {
    id: 'workspace',
    header: 'Workspace',
    cell: ({ attributes }) => attributes['workspace-name'] ?? 'No workspace',
  },
  {
    id: 'result',
    header: 'Result',
    cell: ({ attributes: { result } }) =>
      result !== null && <Tag tone={resultTones[result]}>{replayTexts[result]}</Tag>,
  },
  { id: 'changes', header: 'Changes', cell: (row) => <OutputChanges row={row} /> },
  { id: 'evaluated', header: 'Evaluated', cell: ({ attributes }) => <Time iso={attributes['evaluated-at']} /> },
];

const CancelButton = ({ replay }: { readonly replay: Replay }) => {
  const confirmCancel = () =>
    confirmAct({
      title: 'Cancel the replay?',
      body: 'Results so far are kept.',
      act: 'Cancel the replay',
      refused: 'Not canceled',
      onConfirm: async () => {
        queryClient.setQueryData(replayQuery(replay.id).queryKey, await cancelReplay(replay.id));
        notifyDone('The replay was canceled.');
      },
    });
  return (
    <Button size="xs" variant="default" onClick={confirmCancel}>
      Cancel the replay
    </Button>
  );
};

const Summary = ({ replay }: { readonly replay: Replay }) => {
  const counts = replay.attributes['result-counts'];
  return (
    <Section title="Progress" {...(!isOver(replay) && { actions: <CancelButton replay={replay} /> })}>
      <Group gap="sm" role="status">
        <StatusTag replay={replay} />
        <ReplayProgress replay={replay} />
      </Group>
      <Facts>
        <Fact name="Change to replay">{triedBy(replay)}</Fact>
        <Fact name="Started">
          <Time iso={replay.attributes['created-at']} />
        </Fact>
      </Facts>
      <PartsBar
        label="Result"
        unit="Plans"
        parts={resultNames.map((name) => ({
          id: name,
          name: replayTexts[name],
          count: counts[name],
          tone: chartTones[name],
        }))}
        total={replay.attributes['inputs-total']}
      />
    </Section>
  );
};

const Differences = ({ route, replay }: { readonly route: ListRoute; readonly replay: Replay }) => {
  const list = useList(route, (search) => differencesQuery(replay.id, search, replay.attributes['inputs-done']));
  return (
    <Section title="Changed results" intro="Each plan whose result changes, with the added and removed output.">
      <ListView
        what="plans with changed results"
        spec={differenceList}
        {...list}
        columns={columns}
        nameOf={({ attributes }) => attributes['workspace-name'] ?? attributes['evaluated-at']}
        filters={[
          {
            name: 'result',
            label: 'Result',
            options: listedResults.map((value) => ({ value, label: replayTexts[value] })),
          },
        ]}
        empty={
          isOver(replay)
            ? `None of ${counted(replay.attributes['inputs-total'], 'plan')} has a changed result.`
            : 'No plan has a changed result so far.'
        }
      />
    </Section>
  );
};

const Unmatched = ({ replay: { attributes } }: { readonly replay: Replay }) => {
  const rules = attributes['unmatched-rules'];
  return (
    <Section
      title="Rules that matched no plan"
      intro="Either no plan violates these rules, or the rules look for something that plans do not contain."
    >
      {rules === null && <Text c="dimmed">Not known.</Text>}
      {rules?.length === 0 && <Text>Every rule matched at least one plan.</Text>}
      {rules !== null && rules.length > 0 && (
        <List style={{ overflowWrap: 'anywhere' }}>
          {rules.map(({ name, file, row }) => (
            <List.Item key={`${name} ${file} ${row}`}>
              {name} <span>({`${file}, line ${row.toLocaleString('en')}`})</span>
            </List.Item>
          ))}
        </List>
      )}
    </Section>
  );
};

/** Says which findings `enforce-new` would always block, for a replay that concerns this introduction. */
const Consequence = ({ policy, replay }: { readonly policy: Policy; readonly replay: Replay }) => {
  const { introduction, draft } = replay.attributes;
  const isWanted = !draft && (introduction ?? policy.attributes.introduction) === 'enforce-new';
  const { data } = useQuery({ ...forecastQuery(policy.id), enabled: isWanted });
  const effect = isWanted && data !== undefined ? effectText('enforce-new', data) : '';
  return effect !== '' && <Text>{effect}</Text>;
};

interface ReplayViewProps {
  /** Route of the page, whose search parameters select the differences. */
  readonly route: ListRoute;
  readonly id: string;
  /** Text above the differences. */
  readonly consequence?: (replay: Replay) => ReactNode;
}

/** Progress and results of a replay of a policy or a policy set. */
export const ReplayView = ({ route, id, consequence }: ReplayViewProps) => {
  const { data, error, refetch } = useQuery(replayQuery(id));
  if (data === undefined) return <QueryState data={data} error={error} refetch={refetch} />;
  return (
    <Stack gap="xl">
      {error !== null && <Failure error={error} onRetry={refetch} />}
      <Summary replay={data.data} />
      {consequence?.(data.data)}
      <Differences route={route} replay={data.data} />
      <Unmatched replay={data.data} />
    </Stack>
  );
};

const policyRoute = getRouteApi('/app/organizations/$organization/policies/$policy/replays/$replay');

/** Page of a replay. If the user closes the page, the replay continues. */
export function PolicyReplay() {
  const { replay: id } = policyRoute.useParams();
  const titleOf = ({ attributes }: Policy) => `Replay of ${attributes.name}`;
  return (
    <PolicyPage title={titleOf}>
      {(policy) => (
        <ReplayView
          route={policyRoute}
          id={id}
          consequence={(replay) => <Consequence policy={policy} replay={replay} />}
        />
      )}
    </PolicyPage>
  );
}
