// Bar in a list that shows a policy's results in the last 30 days.
import { Box, Group, Text } from '@mantine/core';
import type { Rate } from '../../api/posture.ts';
import { ShareBar } from '../../components/charts/parts-bar.tsx';

const partsOf = ({ attributes }: Rate) => [
  {
    id: 'passed',
    name: 'Passed',
    count: attributes.passed + (attributes['shadow-passed'] ?? 0),
    tone: 'good' as const,
  },
  { id: 'failed', name: 'Failed', count: attributes.failed + attributes['shadow-failed'], tone: 'bad' as const },
  {
    id: 'errored',
    name: 'Errored',
    count: attributes.errored + (attributes['shadow-errored'] ?? 0),
    tone: 'errored' as const,
  },
  { id: 'exempted', name: 'Exempt', count: attributes.exempted, tone: 'neutral' as const },
  { id: 'old', name: 'Only old findings', count: attributes.old, tone: 'warned' as const },
];

export function RateBar({ name, rate }: { readonly name: string; readonly rate: Rate }) {
  const parts = partsOf(rate);
  const all = parts.reduce((sum, { count }) => sum + count, 0);
  return (
    <Group gap={6} wrap="nowrap">
      <Box w={44} style={{ flexShrink: 0 }}>
        <ShareBar label={`Results of ${name}`} parts={parts} height={12} />
      </Box>
      <Text span size="xs" c="dimmed">
        {`${Math.floor(((parts[0]?.count ?? 0) / Math.max(1, all)) * 100)}% of ${all.toLocaleString('en')} passed`}
      </Text>
    </Group>
  );
}
