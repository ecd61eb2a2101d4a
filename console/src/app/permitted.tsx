// Shows a page only to users who can open it. Other users see who can open it, or who can give them the permission.
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useParams, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isMissing } from '../../../client/failure.ts';
import { accountQuery } from '../api/account.ts';
import { organizationQuery } from '../api/organizations.ts';
import { NoAccess } from '../components/no-access.tsx';
import { Page } from '../components/page.tsx';
import { QueryState } from '../components/query-state.tsx';
import { accessRuleFor, deniedText } from '../components/remedy.ts';
import { NoSuchPage } from './no-such-page.tsx';

/** Shown instead of a page until the user's permissions have been loaded. */
const Undecided = ({ error, refetch }: Pick<UseQueryResult, 'error' | 'refetch'>) => (
  <Page title="…">
    <QueryState data={undefined} error={error} refetch={refetch} />
  </Page>
);

export function Permitted({ children }: { readonly children: ReactNode }) {
  const path = useRouterState({ select: ({ matches }) => matches.at(-1)?.fullPath ?? '' });
  const { organization: name } = useParams({ strict: false });
  const account = useQuery(accountQuery);
  const organization = useQuery({ ...organizationQuery(name ?? ''), enabled: name !== undefined });
  const rule = accessRuleFor(path);
  if (rule?.holds === undefined) return children;
  if (isMissing(organization.error)) return <NoSuchPage />;
  // A failed refresh is ignored if earlier data is available. Otherwise, the page would be removed and mounted in an
  // endless loop, because a page repeats failed requests when it is mounted.
  if (account.data === undefined) return <Undecided error={account.error} refetch={account.refetch} />;
  if (name !== undefined && organization.data === undefined)
    return <Undecided error={organization.error} refetch={organization.refetch} />;
  if (rule.holds({ account: account.data.data, organization: organization.data?.data })) return children;
  return (
    <Page title="…">
      <NoAccess text={deniedText(rule, name ?? '')} />
    </Page>
  );
}
