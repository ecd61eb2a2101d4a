// Bars that compare an organization's usage with the limits of its subscription plan.
import { Group, Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Resource } from '../../api/client.ts';
import { usageQuery } from '../../api/plans.ts';
import { QueryState } from '../../components/query-state.tsx';
import { Section } from '../../components/section.tsx';

type Usage = Resource<'organization-usages'>['attributes'];

interface Used {
  readonly name: string;
  readonly count: number;
  readonly limit: number | null;
}

const usedOf = (usage: Usage): readonly Used[] => [
  { name: 'Policies', count: usage['policy-count'], limit: usage['policy-limit'] },
  {
    name: 'Mandatory policies',
    count: usage['policy-mandatory-enforcement-count'],
    limit: usage['policy-mandatory-enforcement-limit'],
  },
  { name: 'Policy sets', count: usage['policy-set-count'], limit: usage['policy-set-limit'] },
  {
    name: 'Versioned policy sets',
    count: usage['versioned-policy-set-count'],
    limit: usage['versioned-policy-set-limit'],
  },
  { name: 'People', count: usage['user-count'], limit: usage['user-limit'] },
];

/** Returns the used percentage of a limit. 0 if there is no limit. */
const percentOf = ({ count, limit }: Used): number => {
  if (limit === null || count === 0) return 0;
  return limit === 0 ? 100 : Math.min(100, (count / limit) * 100);
};

const hintOf = ({ count, limit }: Used): string | undefined => {
  if (limit === null || count < limit) return undefined;
  if (limit === 0 && count === 0) return 'Not included in the subscription';
  return count > limit
    ? `${(count - limit).toLocaleString('en')} over the limit: existing records stay, but you cannot add more`
    : 'The limit is reached';
};

const Bar = ({ used }: { readonly used: Used }) => {
  const { name, count, limit } = used;
  const text = `${count.toLocaleString('en')}${limit === null ? ', no limit' : ` of ${limit.toLocaleString('en')}`}`;
  const hint = hintOf(used);
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="xs">
        <Text size="sm">{name}</Text>
        <Text size="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {text}
        </Text>
      </Group>
      <Progress.Root>
        <Progress.Section
          value={percentOf(used)}
          color={limit !== null && count > limit ? 'red' : 'blue'}
          aria-label={`${name}: ${text}`}
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
    <Section title="Usage">
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
