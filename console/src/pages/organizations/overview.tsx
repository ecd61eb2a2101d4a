import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { organizationQuery } from '../../api/organizations.ts';
import { LoadingRows } from '../../components/data-table.tsx';
import { Failure } from '../../components/failure.tsx';
import { PageLink } from '../../components/links.tsx';
import { Page } from '../../components/page.tsx';
import { Time } from '../../components/time.tsx';
import { t } from '../../texts/organizations.ts';

const route = getRouteApi('/app/organizations/$organization');

export function Overview() {
  const { organization: name } = route.useParams();
  const { data, error, refetch } = useQuery(organizationQuery(name));
  return (
    <Page title={name} trail={<PageLink to="/app/organizations">{t.title}</PageLink>}>
      {error !== null && <Failure error={error} onRetry={refetch} />}
      {data === undefined && error === null && <LoadingRows />}
      {data !== undefined && (
        <Stack gap={4}>
          <Text>
            {t.email}: {data.data.attributes.email}
          </Text>
          <Text>
            {t.created}: <Time iso={data.data.attributes['created-at']} />
          </Text>
        </Stack>
      )}
    </Page>
  );
}
