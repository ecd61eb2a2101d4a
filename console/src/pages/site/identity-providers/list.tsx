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
import { presetNames, t } from '../../../texts/identity-providers.ts';
import { t as settings } from '../../../texts/settings.ts';
import { Order } from './order.tsx';
import { ProviderStatus } from './status.tsx';

const columns = (): readonly Column<IdentityProvider>[] => [
  nameColumn(t.name, ({ id }) =>
    linkOptions({ to: '/app/site/identity-providers/$identityProvider', params: { identityProvider: id } }),
  ),
  { id: 'preset', header: t.preset, cell: ({ attributes }) => presetNames[attributes.preset] },
  { id: 'issuer', header: t.issuer, cell: ({ attributes }) => wrapped(attributes.issuer) },
  { id: 'status', header: t.status, cell: (provider) => <ProviderStatus provider={provider} /> },
];

/** Providers are tested before the sign-in is turned on. */
const Off = () => {
  const { data } = useQuery(settingsQuery('oidc-sign-in'));
  if (data === undefined || data.data.enabled === true) return null;
  return (
    <Alert color="yellow" title={t.isOff}>
      <Stack gap="xs" align="flex-start">
        {t.isOffBody}
        <PageLink to="/app/site/settings/$group" params={{ group: 'oidc-sign-in' }}>
          {t.toSettings}
        </PageLink>
      </Stack>
    </Alert>
  );
};

/** The identity providers of the sign-in by OpenID Connect, in the order of their buttons. */
export function IdentityProviders() {
  const { data, error, refetch } = useQuery(providersQuery);
  const rows = data?.data ?? [];
  return (
    <Page
      title={t.title}
      intro={t.intro}
      trail={<PageLink to="/app/site/settings">{settings.title}</PageLink>}
      actions={<ButtonLink to="/app/site/new-identity-provider">{t.add}</ButtonLink>}
    >
      <QueryState data={data} error={error} refetch={refetch} />
      {data !== undefined && <Off />}
      {data !== undefined && rows.length === 0 && <EmptyList text={t.none} hint={t.noneHint} />}
      {rows.length > 0 && (
        <DataTable
          caption={t.what}
          columns={columns()}
          rows={rows}
          nameOf={({ attributes }) => attributes.name}
          actions={(provider) => <Order provider={provider} count={rows.length} />}
        />
      )}
    </Page>
  );
}
