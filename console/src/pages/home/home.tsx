import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { accountQuery } from '../../api/account.ts';
import { boot } from '../../api/boot.ts';
import { type Overview, overviewQuery } from '../../api/home.ts';
import { organizationsQuery } from '../../api/organizations.ts';
import { totalOf } from '../../api/query.ts';
import { userTokensQuery } from '../../api/tokens.ts';
import { Failure } from '../../components/failure.tsx';
import { useFirstLoad } from '../../components/first-load.ts';
import { LoadingRows } from '../../components/loading-rows.tsx';
import { Page } from '../../components/page.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { useNow } from '../../components/relative-time.ts';
import { areStepsHidden, hideSteps } from '../first-steps/hiding.ts';
import { Invitation } from '../first-steps/invitation.tsx';
import { type AccountDocument, accountItems, endingTokens } from './account-items.ts';
import { Activity } from './activity.tsx';
import { Attention } from './attention.tsx';
import type { AttentionItem } from './attention-item.ts';
import { Latest } from './latest.tsx';
import { useMissingParts } from './missing-parts.ts';
import { organizationItems } from './organization-items.ts';
import { Organizations } from './organizations.tsx';
import { useSiteItems } from './site-items.ts';

/** Returns everything that needs the user's attention, as far as it has been loaded. */
function useItems(account: AccountDocument, overview: Overview | undefined): readonly AttentionItem[] {
  const { data: tokens } = useQuery(userTokensQuery(boot.userId, { size: 100 }));
  const { data: organizations } = useQuery(organizationsQuery({}));
  const now = useNow(60_000);
  const ofSite = useSiteItems(account.data.attributes['is-admin'], now);
  return [
    ...accountItems(account),
    ...endingTokens(tokens?.data ?? [], now),
    ...organizationItems(overview?.organizations ?? [], organizations?.data ?? [], now),
    ...ofSite,
  ];
}

/** Returns the number of organizations in the overview. Returns undefined if they are all of the user's organizations. */
function useOrganizationLimit(overview: Overview | undefined): number | undefined {
  const { data } = useQuery(organizationsQuery({}));
  const covered = overview?.organizations.length ?? 0;
  return data !== undefined && totalOf(data) > covered ? covered : undefined;
}

/** Notice about the first steps. It sends no requests after the steps were completed or hidden. */
const FirstSteps = ({ overview }: { readonly overview: Overview | undefined }) => {
  const [isHidden, setHidden] = useState(areStepsHidden);
  const end = useCallback((reason: 'done' | 'hidden') => {
    hideSteps(reason);
    setHidden(true);
  }, []);
  return !isHidden && <Invitation overview={overview} onEnd={end} />;
};

/** Start page: what needs attention, the latest evaluations, and the organizations. */
const Content = ({ account }: { readonly account: AccountDocument }) => {
  const isAdministrator = account.data.attributes['is-admin'];
  const { data: overview } = useQuery(overviewQuery);
  const items = useItems(account, overview);
  const organizationLimit = useOrganizationLimit(overview);
  const load = useFirstLoad();
  const { error, retry } = useMissingParts();
  return (
    <>
      {error !== null && <Failure error={error} onRetry={retry} />}
      <Stack gap="lg" {...(load === 'waiting' && { display: 'none' })}>
        {isAdministrator && <FirstSteps overview={overview} />}
        <Attention
          items={items}
          isKnown={load === 'complete' && error === null}
          organizationLimit={organizationLimit}
        />
        <Latest overview={overview} />
        <Organizations overview={overview} />
        {isAdministrator && boot.edition !== 'hosted' && <Activity />}
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
      {data !== undefined && <Content account={data} />}
    </Page>
  );
}
