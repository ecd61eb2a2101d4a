// Shows a page only to users who can open it. Other users see which right the page needs and who can give it.
import { useQuery } from '@tanstack/react-query';
import { useParams, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isMissing } from '../../../client/failure.ts';
import { accountQuery } from '../api/account.ts';
import { organizationQuery } from '../api/organizations.ts';
import { LoadingRows } from '../components/loading-rows.tsx';
import { NoAccess } from '../components/no-access.tsx';
import { Page } from '../components/page.tsx';
import { deniedText, rightFor } from '../components/remedy.ts';
import { NoSuchPage } from './no-such-page.tsx';

export function Permitted({ children }: { readonly children: ReactNode }) {
  const path = useRouterState({ select: ({ matches }) => matches.at(-1)?.fullPath ?? '' });
  const { organization: name } = useParams({ strict: false });
  const account = useQuery(accountQuery);
  const organization = useQuery({ ...organizationQuery(name ?? ''), enabled: name !== undefined });
  const right = rightFor(path);
  if (right?.holds === undefined) return children;
  if (isMissing(organization.error)) return <NoSuchPage />;
  // If the permissions cannot be read, the page reports the failures of its own requests.
  if (account.isError || organization.isError) return children;
  if (account.data === undefined || organization.isLoading)
    return (
      <Page title="…">
        <LoadingRows />
      </Page>
    );
  if (right.holds({ account: account.data.data, organization: organization.data?.data })) return children;
  return (
    <Page title="…">
      <NoAccess text={deniedText(right, name ?? '')} />
    </Page>
  );
}
