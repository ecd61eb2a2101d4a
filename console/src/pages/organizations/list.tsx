import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { accountQuery } from '../../api/account.ts';
import type { Resource } from '../../api/client.ts';
import { organizationList } from '../../api/list-specs.ts';
import { organizationsQuery } from '../../api/organizations.ts';
import type { Column } from '../../components/data-table.tsx';
import { ButtonLink, PageLink } from '../../components/links.tsx';
import { ListView } from '../../components/list-view.tsx';
import { Page } from '../../components/page.tsx';
import { Removals } from '../../components/removals.tsx';
import { Time } from '../../components/time.tsx';
import { useList } from '../../components/use-list.ts';
import { t } from '../../texts/organizations.ts';

const route = getRouteApi('/app/organizations');

const columns = (): readonly Column<Resource<'organizations'>>[] => [
  {
    id: 'name',
    header: t.name,
    isName: true,
    cell: ({ id }) => (
      <PageLink to="/app/organizations/$organization" params={{ organization: id }}>
        {id}
      </PageLink>
    ),
  },
  { id: 'email', header: t.email, cell: ({ attributes }) => attributes.email },
  { id: 'created-at', header: t.created, cell: ({ attributes }) => <Time iso={attributes['created-at']} /> },
];

export function Organizations() {
  const list = useList(route, organizationsQuery);
  const { data: account } = useQuery(accountQuery);
  const mayCreate = account?.data.attributes.permissions?.['can-create-organizations'];
  return (
    <Page
      title={t.title}
      actions={mayCreate === true && <ButtonLink to="/app/new-organization">{t.create}</ButtonLink>}
    >
      <ListView
        what={t.what}
        spec={organizationList}
        {...list}
        columns={columns()}
        nameOf={({ id }) => id}
        empty={t.none}
      />
      <Removals />
    </Page>
  );
}
