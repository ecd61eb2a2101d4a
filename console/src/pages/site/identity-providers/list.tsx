import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { type IdentityProvider, providersQuery } from '../../../api/identity-providers.ts';
import { type Column, DataTable, nameColumn } from '../../../components/data-table.tsx';
import { EmptyList } from '../../../components/empty-list.tsx';
import { ButtonLink, PageLink } from '../../../components/links.tsx';
import { LoadTogether } from '../../../components/load-together.tsx';
import { Page } from '../../../components/page.tsx';
import { QueryState } from '../../../components/query-state.tsx';
import { Section } from '../../../components/section.tsx';
import { wrapped } from '../../../components/wrapped.tsx';
import { presetNames } from '../../../texts/identity-providers.ts';
import { settingsGroupTexts } from '../../../texts/settings-groups.ts';
import { GroupSettings } from '../settings/group.tsx';
import { SignInSections } from '../settings/sections.tsx';
import { OpenIdOff } from './off.tsx';
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

/** Page about the sign-in by OpenID Connect: providers, in the order of their buttons, and the rules for all of them. */
export function IdentityProviders() {
  const { data, error, refetch } = useQuery(providersQuery);
  const rows = data?.data ?? [];
  return (
    <Page
      title={settingsGroupTexts['oidc-sign-in']}
      intro="Each provider has a button on the sign-in page, in this order."
      trail={<PageLink to="/app/site/settings">Settings</PageLink>}
      actions={<ButtonLink to="/app/site/new-identity-provider">Add an identity provider</ButtonLink>}
    >
      <SignInSections />
      <LoadTogether gap="lg">
        <QueryState data={data} error={error} refetch={refetch} />
        {rows.length > 0 && <OpenIdOff />}
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
        {rows.length > 0 && (
          <Section title="Rules for all providers">
            <GroupSettings group="oidc-sign-in" />
          </Section>
        )}
      </LoadTogether>
    </Page>
  );
}
