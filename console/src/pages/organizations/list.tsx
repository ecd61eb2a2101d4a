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

const route = getRouteApi('/app/organizations');

const columns: readonly Column<Resource<'organizations'>>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ id }) => (
      <PageLink to="/app/organizations/$organization" params={{ organization: id }}>
        {id}
      </PageLink>
    ),
  },
  { id: 'email', header: 'Notification e-mail', cell: ({ attributes }) => attributes.email },
  { id: 'created-at', header: 'Created', cell: ({ attributes }) => <Time iso={attributes['created-at']} /> },
];

export function Organizations() {
  const list = useList(route, organizationsQuery);
  const { data: account } = useQuery(accountQuery);
  const mayCreate = account?.data.attributes.permissions?.['can-create-organizations'];
  return (
    <Page
      title="Organizations"
      actions={mayCreate === true && <ButtonLink to="/app/new-organization">Create an organization</ButtonLink>}
    >
      <ListView
        what="organizations"
        spec={organizationList}
        {...list}
        columns={columns}
        nameOf={({ id }) => id}
        empty="You are not a member of an organization yet."
      />
      <Removals />
    </Page>
  );
}
