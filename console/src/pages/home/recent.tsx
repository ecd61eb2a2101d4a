// Latest audit events of the instance, for site administrators.
import { Group, List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { trailQuery } from '../../api/audit-trail.ts';
import { actorsName, eventName } from '../../components/audit/names.ts';
import { PageLink } from '../../components/links.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { Time } from '../../components/time.tsx';

const maxShown = 8;

/** List of events. It is loaded when the user opens it. */
export function Recent() {
  const { data, error, refetch } = useQuery(trailQuery('site', {}));
  return (
    <>
      <QueryState data={data} error={error} refetch={refetch} />
      {data?.data.length === 0 && <Text c="dimmed">There are no changes yet.</Text>}
      <List listStyleType="none" spacing="xs" size="sm">
        {data?.data.slice(0, maxShown).map((event) => (
          <List.Item key={event.id}>
            <Group gap="xs">
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {`${eventName(event)}, by ${actorsName(event.attributes)}`}
              </Text>
              <Text size="sm" c="dimmed" component="span">
                <Time iso={event.attributes.at} />
              </Text>
            </Group>
          </List.Item>
        ))}
      </List>
      <PageLink to="/app/site/audit" size="sm">
        The whole audit trail
      </PageLink>
    </>
  );
}
