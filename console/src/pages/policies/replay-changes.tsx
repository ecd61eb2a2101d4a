// Changes to a policy's output for one plan in a replay. Shows the elements that were added or removed, and the number
// of unchanged elements.
import { Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { outputText } from '../../api/evaluations.ts';
import type { ReplayDifference } from '../../api/replays.ts';
import { counted } from '../../texts/counted.ts';
import { replayTexts } from '../../texts/replays.ts';

type PolicyDifference = ReplayDifference['attributes']['policies'][number];
type Side = PolicyDifference['after'];

const linesOf = (side: Side | null): readonly string[] =>
  side === null ? [] : [...side.problems, ...(side.output ?? []).map(outputText)];

const isKept = (side: Side | null): boolean => side === null || side.output !== null || side['output-count'] === 0;

const verdictOf = (side: Side | null): string =>
  side === null
    ? 'not evaluated'
    : `${side.status} (${side['enforcement-level']}${side.shadow ? ', shadow mode' : ''}${side.old ? ', only old findings' : ''})`;

const signs = {
  added: { sign: '+', color: 'light-dark(#14532d, #8fd6a8)' },
  removed: { sign: '−', color: 'light-dark(#9b1c1c, #f7a3a3)' },
} as const;

const Line = ({ what, text }: { readonly what: keyof typeof signs; readonly text: string }) => {
  const { sign, color } = signs[what];
  return (
    <Group component="li" gap={6} wrap="nowrap" align="baseline">
      <Text span inherit ff="monospace" fw={700} c={color} aria-hidden>
        {sign}
      </Text>
      <Text span inherit style={{ overflowWrap: 'anywhere' }}>
        <VisuallyHidden>{replayTexts[what]}: </VisuallyHidden>
        {text}
      </Text>
    </Group>
  );
};

/** Reasons why the verdicts cannot be compared. */
const NotReplayable = ({ sides }: { readonly sides: readonly (Side | null)[] }) => (
  <Stack gap={2}>
    {[...new Set(sides.flatMap((side) => (side?.status === 'not-replayable' ? side.problems : [])))].map((reason) => (
      <Text key={reason} span inherit style={{ overflowWrap: 'anywhere' }}>
        {reason}
      </Text>
    ))}
  </Stack>
);

const Change = ({ difference: { result, before, after } }: { readonly difference: PolicyDifference }) => {
  if (result === 'not-replayable') return <NotReplayable sides={[before, after]} />;
  const [old, now] = [new Set(linesOf(before)), new Set(linesOf(after))];
  const same = now.intersection(old).size;
  return (
    <Stack gap={2}>
      <Text span inherit>
        {verdictOf(before) === verdictOf(after) ? verdictOf(after) : `${verdictOf(before)} → ${verdictOf(after)}`}
      </Text>
      {!(isKept(before) && isKept(after)) && (
        <Text span inherit c="dimmed">
          The output was too large to store.
        </Text>
      )}
      <Stack component="ul" gap={2} p={0} m={0} style={{ listStyle: 'none' }}>
        {[...now.difference(old)].map((text) => (
          <Line key={text} what="added" text={text} />
        ))}
        {[...old.difference(now)].map((text) => (
          <Line key={text} what="removed" text={text} />
        ))}
      </Stack>
      {same > 0 && (
        <Text span inherit c="dimmed">
          {`${counted(same, 'output')} unchanged`}
        </Text>
      )}
    </Stack>
  );
};

/** Changes to the output for one plan, by policy. */
export function OutputChanges({ row: { attributes } }: { readonly row: ReplayDifference }) {
  const { problem, policies } = attributes;
  return (
    <Stack gap="xs">
      {problem}
      {policies.map((difference) => (
        <Stack key={difference['policy-id']} gap={2}>
          {policies.length > 1 && (
            <Text span inherit fw={600}>
              {difference['policy-name']}
            </Text>
          )}
          <Change difference={difference} />
        </Stack>
      ))}
    </Stack>
  );
}
