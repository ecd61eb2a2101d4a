// Badges and names for replays and their results.
import { Group, Progress, Text } from '@mantine/core';
import type { Replay } from '../../api/replays.ts';
import type { ChartTone } from '../../components/charts/tones.tsx';
import { Tag, type Tone } from '../../components/tag.tsx';
import { counted } from '../../texts/counted.ts';
import type { Introduction } from '../../texts/introductions.ts';
import { replayTexts } from '../../texts/replays.ts';

const statusTones: Readonly<Record<Replay['attributes']['status'], Tone>> = {
  pending: 'neutral',
  running: 'warned',
  finished: 'good',
  canceled: 'neutral',
};

export const StatusTag = ({ replay: { attributes } }: { readonly replay: Replay }) => (
  <Tag tone={statusTones[attributes.status]}>{replayTexts[attributes.status]}</Tag>
);

const introducedTexts: Readonly<Record<Introduction, string>> = {
  enforce: 'every finding enforced',
  'enforce-new': 'only new findings enforced',
  shadow: 'shadow mode',
};

/** Describes how a replay enforces the policy: every finding, only new findings, or none (shadow mode). */
export const introduced = (introduction: Introduction): string => introducedTexts[introduction];

function setChanged(change: Replay['attributes']['set-change']): string | undefined {
  if (change === null) return undefined;
  const { 'added-policies': { length: added } = [], ...scope } = change;
  const policies = added === 0 ? [] : [counted(added, 'added policy', 'added policies')];
  return [...policies, ...(Object.keys(scope).length === 0 ? [] : ['another scope of the policy set'])].join(', ');
}

/** Describes the changes to the policy that a replay tries out. */
export function triedBy({ attributes }: Replay): string {
  const { draft, query, revision, 'enforcement-level': level, introduction, shadow, input } = attributes;
  const parts = [
    draft ? 'other code' : undefined,
    query === null ? undefined : `query ${query}`,
    revision === null ? undefined : `revision ${revision.toLocaleString('en')}`,
    level === null ? undefined : `level ${level}`,
    introduction === null ? undefined : introduced(introduction),
    introduction !== null || shadow === null ? undefined : shadow ? 'in shadow mode' : 'without shadow mode',
    input === null ? undefined : `input form ${input}`,
    setChanged(attributes['set-change']),
  ].filter((part) => part !== undefined);
  return parts.length === 0
    ? 'The current policy, compared with the recorded results'
    : parts.join(', ').charAt(0).toUpperCase() + parts.join(', ').slice(1);
}

export const resultNames = [
  'newly-failing',
  'newly-passing',
  'errored',
  'not-replayable',
  'changed',
  'unchanged',
  'missing',
] as const;
export type ResultName = (typeof resultNames)[number];

/** Results of plans by which the list of differences can be filtered. */
export const listedResults = resultNames.slice(0, 5);

export const resultTones: Readonly<Record<ResultName, Tone>> = {
  'newly-failing': 'bad',
  'newly-passing': 'good',
  errored: 'bad',
  'not-replayable': 'warned',
  changed: 'warned',
  unchanged: 'neutral',
  missing: 'neutral',
};

export const chartTones: Readonly<Record<ResultName, ChartTone>> = {
  'newly-failing': 'bad',
  'newly-passing': 'good',
  errored: 'errored',
  'not-replayable': 'absent',
  changed: 'warned',
  unchanged: 'neutral',
  missing: 'absent',
};

/** Progress bar of a replay. */
export const ReplayProgress = ({ replay: { attributes } }: { readonly replay: Replay }) => {
  const { 'inputs-done': done, 'inputs-total': total } = attributes;
  const label = `${done.toLocaleString('en')} of ${counted(total, 'plan')}`;
  return (
    <Group gap="xs" wrap="nowrap">
      <Progress.Root w={120}>
        <Progress.Section value={total === 0 ? 100 : (done / total) * 100} aria-label={label} />
      </Progress.Root>
      <Text span inherit>
        {label}
      </Text>
    </Group>
  );
};
