import { Alert, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { type IdentityProvider, providersQuery } from '../../../api/identity-providers.ts';
import { settingsQuery } from '../../../api/settings.ts';
import { type Column, DataTable, nameColumn } from '../../../components/data-table.tsx';
import { EmptyList } from '../../../components/empty-list.tsx';
import { ButtonLink, PageLink } from '../../../components/links.tsx';
import { Page } from '../../../components/page.tsx';
import { QueryState } from '../../../components/query-state.tsx';
import { wrapped } from '../../../components/wrapped.tsx';
import { presetNames } from '../../../texts/identity-providers.ts';
import { Order } from './order.tsx';
import { ProviderStatus } from './status.tsx';

const columns: readonly Column<IdentityProvider>[] = [
  nameColumn('Name', ({ id }) =>
    linkOptions({ to: '/app/site/identity-providers/$identityProvider', params: { identityProvider: id } }),
  ),
  { id: 'preset', header: 'Kind of provider', cell: ({ attributes }) => presetNames[attributes.preset] },
  { id: 'issuer', header: 'Issuer', cell: ({ attributes }) => wrapped(attributes.issuer) },
  { id: 'status', header: 'Status', cell: (provider) => <ProviderStatus provider={provider} /> },
];

/**
 * Note that OpenID Connect sign-in is turned off. Administrators usually test a provider before they turn sign-in on.
 */
const Off = () => {
  const { data } = useQuery(settingsQuery('oidc-sign-in'));
  if (data === undefined || data.data.enabled === true) return null;
  return (
    <Alert color="yellow" title="OpenID Connect sign-in is off">
      <Stack gap="xs" align="flex-start">
        The sign-in page does not show the buttons of the providers yet. Test a provider first, then turn on OpenID
        Connect sign-in.
        <PageLink to="/app/site/settings/$group" params={{ group: 'oidc-sign-in' }}>
          Turn it on in the settings
        </PageLink>
      </Stack>
    </Alert>
  );
};

/** Page that lists the OpenID Connect identity providers, in the order of their buttons on the sign-in page. */
export function IdentityProviders() {
  const { data, error, refetch } = useQuery(providersQuery);
  const rows = data?.data ?? [];
  return (
    <Page
      title="Identity providers"
      intro="Each provider has a button on the sign-in page, in this order."
      trail={<PageLink to="/app/site/settings">Settings</PageLink>}
      actions={<ButtonLink to="/app/site/new-identity-provider">Add an identity provider</ButtonLink>}
    >
      <QueryState data={data} error={error} refetch={refetch} />
      {data !== undefined && <Off />}
      {data !== undefined && rows.length === 0 && (
        <EmptyList
          text="There is no identity provider, so people cannot sign in with OpenID Connect."
          hint="Add the provider that your organization uses. Site administrators can always sign in with their password."
        />
      )}
      {rows.length > 0 && (
        <DataTable
          caption="identity providers"
          columns={columns}
          rows={rows}
          nameOf={({ attributes }) => attributes.name}
          actions={(provider) => <Order provider={provider} count={rows.length} />}
        />
      )}
    </Page>
  );
}
