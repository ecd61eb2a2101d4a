import { Box, Card, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { OrganizationOverview, Overview } from '../../api/home.ts';
import { canReadEvaluations, organizationsQuery } from '../../api/organizations.ts';
import { OperatorText } from '../../app/operator-text.tsx';
import { DayLine } from '../../components/charts/day-line.tsx';
import { PageLink } from '../../components/links.tsx';
import { useNow } from '../../components/relative-time.ts';
import { Section } from '../../components/section.tsx';
import { dayFrom } from '../../components/utc-day.ts';
import { counted } from '../../texts/counted.ts';

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

interface LineProps {
  readonly overview: OrganizationOverview;
  /** Whether the user can see all evaluations of the organization. */
  readonly seesAll: boolean;
}

/** Chart of an organization's evaluations in the last 30 days, as far as the user can see them. */
const Line = ({ overview: { name, evaluations, ...overview }, seesAll }: LineProps) => {
  const blocked = overview['blocked-evaluations'];
  const now = useNow(60_000);
  return (
    <DayLine
      says={`${name}: ${counted(sum(evaluations), 'evaluation')} ${seesAll ? '' : 'that you can see '}in 30 days, ${sum(blocked).toLocaleString('en')} blocked`}
      days={evaluations.map((all, index) => ({
        day: dayFrom(now, index + 1 - evaluations.length),
        all,
        blocked: blocked[index] ?? 0,
      }))}
    />
  );
};

export function Organizations({ overview }: { readonly overview: Overview | undefined }) {
  const { data } = useQuery(organizationsQuery({}));
  if (data === undefined) return null;
  const more = (data.meta.pagination?.['total-count'] ?? 0) - data.data.length;
  return (
    <Section title="Your organizations">
      {data.data.length === 0 && (
        <Stack gap="xs">
          <Text c="dimmed">You are not a member of an organization yet.</Text>
          <OperatorText name="new-user" />
        </Stack>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }}>
        {data.data.map((organization) => {
          const own = overview?.organizations.find(({ name }) => name === organization.id);
          return (
            <Card key={organization.id} withBorder>
              <PageLink to="/app/organizations/$organization" params={{ organization: organization.id }} fw={600}>
                {organization.id}
              </PageLink>
              {own !== undefined && (
                <Box mt="xs">
                  <Line overview={own} seesAll={canReadEvaluations(organization)} />
                </Box>
              )}
            </Card>
          );
        })}
      </SimpleGrid>
      {more > 0 && <PageLink to="/app/organizations">{counted(more, 'more organization')}</PageLink>}
    </Section>
  );
}
