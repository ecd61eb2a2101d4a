// Usage of an organization against the limits of its plan, as bars.
import { Group, Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Resource } from '../../api/client.ts';
import { usageQuery } from '../../api/plans.ts';
import { limitText } from '../../components/limit.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { Section } from '../../components/section.tsx';
import { t } from '../../texts/plans.ts';

type Usage = Resource<'organization-usages'>['attributes'];

interface Used {
  readonly name: string;
  readonly count: number;
  readonly limit: number | null;
}

const usedOf = (usage: Usage): readonly Used[] => [
  { name: t.policies, count: usage['policy-count'], limit: usage['policy-limit'] },
  {
    name: t.mandatoryPolicies,
    count: usage['policy-mandatory-enforcement-count'],
    limit: usage['policy-mandatory-enforcement-limit'],
  },
  { name: t.policySets, count: usage['policy-set-count'], limit: usage['policy-set-limit'] },
  {
    name: t.versionedPolicySets,
    count: usage['versioned-policy-set-count'],
    limit: usage['versioned-policy-set-limit'],
  },
  { name: t.users, count: usage['user-count'], limit: usage['user-limit'] },
];

/** Without a limit there is nothing to fill. */
const percentOf = ({ count, limit }: Used): number => {
  if (limit === null || count === 0) return 0;
  return limit === 0 ? 100 : Math.min(100, (count / limit) * 100);
};

const hintOf = ({ count, limit }: Used): string | undefined => {
  if (limit === null || count < limit) return undefined;
  if (limit === 0 && count === 0) return t.notInPlan;
  return count > limit ? t.overLimit(count - limit) : t.atLimit;
};

const Bar = ({ used }: { readonly used: Used }) => {
  const { name, count, limit } = used;
  const [countText, hint] = [count.toLocaleString('en'), hintOf(used)];
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="xs">
        <Text size="sm">{name}</Text>
        <Text size="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {limit === null ? t.unlimitedUse(countText) : t.ofLimit(countText, limitText(limit))}
        </Text>
      </Group>
      <Progress.Root>
        <Progress.Section
          value={percentOf(used)}
          color={limit !== null && count > limit ? 'red' : 'blue'}
          aria-label={t.useOf(name, countText, limitText(limit))}
        />
      </Progress.Root>
      {hint !== undefined && (
        <Text size="xs" c="dimmed">
          {hint}
        </Text>
      )}
    </Stack>
  );
};

export function UsageBars({ organization }: { readonly organization: string }) {
  const { data, error, refetch } = useQuery(usageQuery(organization));
  return (
    <Section title={t.use}>
      <QueryState data={data} error={error} refetch={refetch} />
      {data !== undefined && (
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
          {usedOf(data.data.attributes).map((used) => (
            <Bar key={used.name} used={used} />
          ))}
        </SimpleGrid>
      )}
    </Section>
  );
}
