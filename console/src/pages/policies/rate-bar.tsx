// Results of a policy in the last 30 days, as a bar in a list.
import { Box, Text } from '@mantine/core';
import type { Rate } from '../../api/posture.ts';
import { ShareBar } from '../../components/charts/parts-bar.tsx';
import { t } from '../../texts/policy-health.ts';

const partsOf = ({ attributes }: Rate) => [
  {
    id: 'passed',
    name: t.passed,
    count: attributes.passed + (attributes['shadow-passed'] ?? 0),
    tone: 'good' as const,
  },
  { id: 'failed', name: t.failed, count: attributes.failed + attributes['shadow-failed'], tone: 'bad' as const },
  {
    id: 'errored',
    name: t.errored,
    count: attributes.errored + (attributes['shadow-errored'] ?? 0),
    tone: 'errored' as const,
  },
  { id: 'exempted', name: t.exempted, count: attributes.exempted, tone: 'neutral' as const },
];

export function RateBar({ name, rate }: { readonly name: string; readonly rate: Rate }) {
  const parts = partsOf(rate);
  const all = parts.reduce((sum, { count }) => sum + count, 0);
  return (
    <Box w={120}>
      <ShareBar label={t.resultsOf(name)} parts={parts} height={12} />
      <Text span size="xs" c="dimmed">
        {t.rate(Math.floor(((parts[0]?.count ?? 0) / Math.max(1, all)) * 100), all)}
      </Text>
    </Box>
  );
}
