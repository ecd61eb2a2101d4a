import { Box, Card, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { accountQuery } from '../../api/account.ts';
import { boot } from '../../api/boot.ts';
import { canReadEvaluations, organizationsQuery } from '../../api/organizations.ts';
import { OperatorText } from '../../app/operator-text.tsx';
import { Failure } from '../../components/failure.tsx';
import { useFirstLoad } from '../../components/first-load.ts';
import { PageLink } from '../../components/links.tsx';
import { LoadingRows } from '../../components/loading-rows.tsx';
import { Page } from '../../components/page.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { Section } from '../../components/section.tsx';
import { counted } from '../../texts/counted.ts';
import type { AccountDocument } from './attention.ts';
import { Attention } from './attention-view.tsx';
import { Latest } from './latest.tsx';
import { useMissingParts } from './missing-parts.ts';
import { maxOrganizations } from './own-organizations.ts';

/** This component is only for administrators, so it is not part of the initial download. */
const SiteMatters = lazy(async () => ({ default: (await import('./site-matters.tsx')).SiteMatters }));
const Invitation = lazy(async () => ({ default: (await import('../first-steps/invitation.tsx')).Invitation }));

/** The chart is loaded separately, so that the page does not wait for it. */
const OrganizationLine = lazy(async () => ({
  default: (await import('../../components/charts/organization-line.tsx')).OrganizationLine,
}));

/** Height of an organization's chart in CSS pixels. The space is reserved while the chart is loading. */
const lineHeight = 36;

const Organizations = () => {
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
        {data.data.map((organization, index) => (
          <Card key={organization.id} withBorder>
            <PageLink to="/app/organizations/$organization" params={{ organization: organization.id }} fw={600}>
              {organization.id}
            </PageLink>
            {index < maxOrganizations && (
              <Box h={lineHeight} mt="xs">
                <Suspense>
                  <OrganizationLine organization={organization.id} seesAll={canReadEvaluations(organization)} />
                </Suspense>
              </Box>
            )}
          </Card>
        ))}
      </SimpleGrid>
      {more > 0 && <PageLink to="/app/organizations">{counted(more, 'more organization')}</PageLink>}
    </Section>
  );
};

/** Start page with items for the user, then the organizations, then items for site administrators. */
const Content = ({ account }: { readonly account: AccountDocument }) => {
  const isAdministrator = account.data.attributes['is-admin'];
  const load = useFirstLoad();
  const { error, retry } = useMissingParts();
  return (
    <>
      {error !== null && <Failure error={error} onRetry={retry} />}
      <Stack gap="lg" {...(load === 'waiting' && { display: 'none' })}>
        {isAdministrator && <Invitation />}
        <Latest />
        <Attention account={account} isKnown={load === 'complete' && error === null} />
        <Organizations />
        {isAdministrator && boot.edition !== 'hosted' && <SiteMatters />}
      </Stack>
      {load !== 'complete' && <LoadingRows />}
    </>
  );
};

export function Home() {
  const { data, error, refetch } = useQuery(accountQuery);
  return (
    <Page title={`Hello, ${data?.data.attributes.username ?? '…'}`}>
      <QueryState data={data} error={error} refetch={refetch} />
      {data !== undefined && (
        <Suspense fallback={<LoadingRows />}>
          <Content account={data} />
        </Suspense>
      )}
    </Page>
  );
}
