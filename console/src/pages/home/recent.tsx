// Latest audit records of the site. For administrators alone, so that the first load of everybody else is without it.
import { Group, List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { auditTrailQuery } from '../../api/audit-trail.ts';
import { boot } from '../../api/boot.ts';
import { actorsName, eventName } from '../../components/audit/names.ts';
import { Failure } from '../../components/failure.tsx';
import { LoadingRows } from '../../components/loading-rows.tsx';
import { Section } from '../../components/section.tsx';
import { Time } from '../../components/time.tsx';
import { t as trail } from '../../texts/audit.ts';
import { t } from '../../texts/home.ts';

const maxShown = 8;

/** For administrators of the site, where the edition serves its administration. */
export function Recent() {
  const isServed = boot.edition !== 'hosted';
  const { data, error, refetch } = useQuery({ ...auditTrailQuery({}), enabled: isServed });
  if (!isServed) return null;
  return (
    <Section title={t.recent}>
      {error !== null && <Failure error={error} onRetry={refetch} />}
      {data === undefined && error === null && <LoadingRows />}
      {data?.data.length === 0 && <Text c="dimmed">{t.noRecent}</Text>}
      <List listStyleType="none" spacing="xs" size="sm">
        {data?.data.slice(0, maxShown).map((event) => (
          <List.Item key={event.id}>
            <Group gap="xs">
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {trail.happenedBy(eventName(event), actorsName(event.attributes))}
              </Text>
              <Text size="sm" c="dimmed" component="span">
                <Time iso={event.attributes.at} />
              </Text>
            </Group>
          </List.Item>
        ))}
      </List>
    </Section>
  );
}
