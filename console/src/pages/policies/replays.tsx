// List of a policy's replays, and a form that starts a replay.
import { NativeSelect, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { replayList } from '../../api/list-specs.ts';
import { type Level, levelsOf, type Policy } from '../../api/policies.ts';
import { inputCountQuery } from '../../api/recorded-plans.ts';
import { refresh } from '../../api/refresh.ts';
import { maxReplayInputs, type Replay, replaysQuery, startReplay } from '../../api/replays.ts';
import { exactTime } from '../../api/time-preference.ts';
import { ApiFormView, useApiForm } from '../../components/api-form.tsx';
import { type Column, countColumn } from '../../components/data-table.tsx';
import { FormButton } from '../../components/form-button.tsx';
import { PageLink } from '../../components/links.tsx';
import { ListView } from '../../components/list-view.tsx';
import { Section } from '../../components/section.tsx';
import { Time } from '../../components/time.tsx';
import { useList } from '../../components/use-list.ts';
import { counted } from '../../texts/counted.ts';
import { type Introduction, introductionsOf } from '../../texts/introductions.ts';
import { replayTexts } from '../../texts/replays.ts';
import { PolicyPage, usePolicyParams } from './frame.tsx';
import { introduced, ReplayProgress, StatusTag, triedBy } from './replay-labels.tsx';

const route = getRouteApi('/app/organizations/$organization/policies/$policy/replays');
const replayPath = '/app/organizations/$organization/policies/$policy/replays/$replay';

const columns = (organization: string, policy: string): readonly Column<Replay>[] => [
  {
    id: 'tried',
    header: 'Change to replay',
    cell: (replay) => (
      <PageLink inherit to={replayPath} params={{ organization, policy, replay: replay.id }}>
        {triedBy(replay)}
      </PageLink>
    ),
  },
  { id: 'status', header: 'Status', cell: (replay) => <StatusTag replay={replay} /> },
  { id: 'progress', header: 'Progress', cell: (replay) => <ReplayProgress replay={replay} /> },
  countColumn('failing', 'Newly failing', ({ attributes }) => attributes['result-counts']['newly-failing']),
  countColumn('passing', 'Newly passing', ({ attributes }) => attributes['result-counts']['newly-passing']),
  { id: 'started', header: 'Started', cell: ({ attributes }) => <Time iso={attributes['created-at']} /> },
];

interface Draft extends Record<string, unknown> {
  tried: string;
  'max-inputs': number | string;
  since: string;
}

const otherLevels = ({ attributes }: Policy): readonly Level[] =>
  levelsOf(attributes.kind).filter((level) => level !== attributes['enforcement-level']);

const otherIntroductions = ({ attributes }: Policy): readonly Introduction[] =>
  introductionsOf(attributes.kind).filter((each) => each !== attributes.introduction);

const choicesFor = (policy: Policy) => [
  { value: 'asItIs', label: 'The current policy, compared with the recorded results' },
  ...otherIntroductions(policy).map((value) => ({ value, label: `The policy with ${introduced(value)}` })),
  ...otherLevels(policy).map((level) => ({ value: level, label: `The policy with the level ${level.toLowerCase()}` })),
];

const trialOf = (policy: Policy, tried: string): Parameters<typeof startReplay>[1] => {
  const introduction = otherIntroductions(policy).find((each) => each === tried);
  if (introduction !== undefined) return { introduction };
  const level = otherLevels(policy).find((each) => each === tried);
  return level === undefined ? {} : { 'enforcement-level': level };
};

const NewReplay = ({ policy, onClose }: { readonly policy: Policy; readonly onClose: () => void }) => {
  const { organization } = usePolicyParams();
  const navigate = useNavigate();
  const initial: Draft = { tried: 'asItIs', 'max-inputs': maxReplayInputs, since: '' };
  const state = useApiForm(initial, async ({ tried, 'max-inputs': count, since }) => {
    const { data } = await startReplay(policy.id, {
      ...trialOf(policy, tried),
      ...(count !== '' && { 'max-inputs': Number(count) }),
      ...(since !== '' && { since: new Date(`${since}T00:00:00`).toISOString() }),
    });
    await refresh('replays', policy.id);
    await navigate({ to: replayPath, params: { organization, policy: policy.id, replay: data.id } });
  });
  const { form } = state;
  return (
    <ApiFormView state={state} act="Start a replay" refused="Not started" onCancel={onClose}>
      <NativeSelect
        {...form.field('tried', 'Change to replay')}
        description="To replay code from the editor before you save it, start the replay in the editor."
        data={choicesFor(policy)}
        data-autofocus
      />
      <NumberInput
        {...form.field('max-inputs', 'Number of plans')}
        description={`The newest recorded plans are used, up to ${maxReplayInputs.toLocaleString('en')}.`}
      />
      <TextInput {...form.field('since', 'Only plans evaluated since')} type="date" />
    </ApiFormView>
  );
};

/** Says how many recorded plans the organization has. A replay needs at least one. */
const Recorded = ({ organization }: { readonly organization: string }) => {
  const { data: count, isError } = useQuery(inputCountQuery(organization));
  if (isError) return null;
  if (count === undefined) return <Text size="sm">…</Text>;
  return (
    <Text size="sm">
      {count === 0
        ? 'The organization does not record plans. An owner can turn this on in the settings.'
        : `${counted(count, 'plan')} recorded.`}
    </Text>
  );
};

const Replays = ({ policy }: { readonly policy: Policy }) => {
  const { organization } = usePolicyParams();
  const list = useList(route, (search) => replaysQuery(policy.id, search));
  return (
    <Section
      title="Replays"
      intro="A replay evaluates the policy with the recorded plans of the organization and shows which results change."
      actions={<FormButton act="Start a replay">{(close) => <NewReplay policy={policy} onClose={close} />}</FormButton>}
    >
      <Stack>
        <Recorded organization={organization} />
        <ListView
          what="replays"
          spec={replayList}
          {...list}
          columns={columns(organization, policy.id)}
          nameOf={({ attributes }) => exactTime(attributes['created-at'])}
          filters={[
            {
              name: 'status',
              label: 'Status',
              options: (['pending', 'running', 'finished', 'canceled'] as const).map((value) => ({
                value,
                label: replayTexts[value],
              })),
            },
          ]}
          empty="There are no replays yet. Replays are kept for 90 days."
        />
      </Stack>
    </Section>
  );
};

/**
 * Page that lists the replays of a policy. A replay shows which results the policy, with or without changes, would have
 * had for past plans.
 */
export function PolicyReplays() {
  return <PolicyPage>{(policy) => <Replays key={policy.id} policy={policy} />}</PolicyPage>;
}
