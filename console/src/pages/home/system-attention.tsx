// What an administrator of the site should look at in the service itself.
import { Alert, Group, List } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { systemQuery, troublesOf } from '../../api/system.ts';
import { PageLink } from '../../components/links.tsx';
import { t as home } from '../../texts/home.ts';
import { t } from '../../texts/system.ts';

/** Nothing where the service is in order, or cannot say. */
export function SystemAttention() {
  const { data } = useQuery(systemQuery);
  if (data === undefined) return null;
  const status = data.data.attributes;
  const { findings, jobs } = troublesOf(status);
  const lines = [
    ...findings.map(({ detail }) => detail),
    ...jobs.map(({ name, failures, failure }) => `${name}: ${t.failed(failures, failure ?? t.unknown)}`),
  ];
  if (lines.length === 0) return null;
  return (
    <Alert color={status.healthy ? 'yellow' : 'red'} title={status.healthy ? t.warned : t.unhealthy}>
      <Group justify="space-between" gap="xs" align="flex-end">
        <List size="sm" style={{ overflowWrap: 'anywhere' }}>
          {lines.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
        <PageLink to="/app/site/system">{home.open}</PageLink>
      </Group>
    </Alert>
  );
}
