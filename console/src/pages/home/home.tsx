import { Alert, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '../../api/account.ts';
import { organizationsQuery } from '../../api/organizations.ts';
import { OperatorText } from '../../app/operator-text.tsx';
import { LoadingRows } from '../../components/data-table.tsx';
import { Failure } from '../../components/failure.tsx';
import { PageLink } from '../../components/links.tsx';
import { Page } from '../../components/page.tsx';
import { t } from '../../texts/home.ts';
import { attentionOf } from './attention.ts';

const Attention = () => {
  const { data } = useQuery(accountQuery);
  if (data === undefined) return null;
  const points = attentionOf(data);
  return (
    <Stack gap="sm" component="section" aria-labelledby="attention">
      <Title order={2} size="h4" id="attention">
        {t.attention}
      </Title>
      {points.length === 0 && (
        <Group gap="xs">
          <IconCircleCheck aria-hidden color="var(--mantine-color-green-filled)" />
          <Text>{t.allWell}</Text>
        </Group>
      )}
      {points.map(({ title, body, isUrgent }) => (
        <Alert key={title} color={isUrgent ? 'red' : 'yellow'} title={title}>
          {body}
        </Alert>
      ))}
    </Stack>
  );
};

const Organizations = () => {
  const { data, error, refetch } = useQuery(organizationsQuery({}));
  return (
    <Stack gap="sm" component="section" aria-labelledby="organizations">
      <Title order={2} size="h4" id="organizations">
        {t.yourOrganizations}
      </Title>
      {error !== null && <Failure error={error} onRetry={refetch} />}
      {data === undefined && error === null && <LoadingRows />}
      {data?.data.length === 0 && (
        <>
          <Text c="dimmed">{t.noOrganizations}</Text>
          <OperatorText name="new-user" />
        </>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }}>
        {data?.data.map(({ id }) => (
          <Card key={id} withBorder>
            <PageLink to="/app/organizations/$organization" params={{ organization: id }} fw={600}>
              {id}
            </PageLink>
          </Card>
        ))}
      </SimpleGrid>
    </Stack>
  );
};

/** What needs attention, and the way on. */
export function Home() {
  const { data, error, refetch } = useQuery(accountQuery);
  return (
    <Page title={t.greeting(data?.data.attributes.username ?? '…')}>
      {error !== null && <Failure error={error} onRetry={refetch} />}
      <Attention />
      <Organizations />
    </Page>
  );
}
