import { Chip, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { ListSearch } from '../../../api/list.ts';
import { userList } from '../../../api/list-specs.ts';
import { findToken, revokeToken } from '../../../api/tokens.ts';
import { type User, usersQuery } from '../../../api/users.ts';
import { type Column, countColumn } from '../../../components/data-table.tsx';
import { FindToken } from '../../../components/find-token.tsx';
import { ButtonLink, PageLink } from '../../../components/links.tsx';
import { ListView } from '../../../components/list-view.tsx';
import { Page } from '../../../components/page.tsx';
import { useList } from '../../../components/use-list.ts';
import { withCount } from '../../../texts/users.ts';
import { BulkActs } from './bulk.tsx';
import { UserMenu } from './menu.tsx';
import { UserStatus } from './status.tsx';

const route = getRouteApi('/app/site/users');

const columns: readonly Column<User>[] = [
  {
    id: 'username',
    header: 'Username',
    cell: ({ id, attributes }) => (
      <PageLink inherit to="/app/site/users/$user" params={{ user: id }}>
        {attributes.username}
      </PageLink>
    ),
  },
  {
    id: 'email',
    header: 'E-mail',
    cell: ({ attributes }) => <span style={{ overflowWrap: 'anywhere' }}>{attributes.email}</span>,
  },
  { id: 'status', header: 'Status', cell: (user) => <UserStatus user={user} /> },
  {
    id: 'two-factor',
    header: 'Two-factor',
    cell: ({ attributes }) => (attributes['two-factor'].verified ? 'On' : 'Off'),
  },
  countColumn(
    'organizations',
    'Organizations',
    ({ relationships: { organizations } }) => organizations.meta?.count ?? organizations.data.length,
  ),
];

/** Number of accounts in each status. Undefined until the numbers are loaded. */
interface Counts {
  readonly total?: number;
  readonly active?: number;
  readonly suspended?: number;
  readonly admin?: number;
  readonly withoutTwoFactor?: number | undefined;
}

/** Filter buttons of the list, with the number of accounts in the whole instance. */
const chipsOf = ({ total, active, suspended, admin, withoutTwoFactor }: Counts) =>
  [
    { id: 'all', label: withCount('All', total), filter: undefined },
    { id: 'active', label: withCount('Active', active), filter: { suspended: 'false' } },
    { id: 'suspended', label: withCount('Suspended', suspended), filter: { suspended: 'true' } },
    { id: 'administrators', label: withCount('Administrators', admin), filter: { admin: 'true' } },
    {
      id: 'without-two-factor',
      label: withCount('Without two-factor authentication', withoutTwoFactor),
      filter: { 'two-factor': 'false' },
    },
  ] as const;

const chipOf = ({ filter = {} }: ListSearch): string => {
  if (filter['two-factor'] !== undefined)
    return filter['two-factor'] === 'false' && Object.keys(filter).length === 1 ? 'without-two-factor' : '';
  if (filter.admin === 'true' && filter.suspended === undefined) return 'administrators';
  if (filter.admin !== undefined || filter.suspended === undefined) return filter.admin === undefined ? 'all' : '';
  return filter.suspended === 'true' ? 'suspended' : 'active';
};

interface ChipsProps {
  readonly counts: Counts;
  readonly search: ListSearch;
  readonly onSearch: (search: ListSearch) => unknown;
}

const Chips = ({ counts, search, onSearch }: ChipsProps) => {
  const chips = chipsOf(counts);
  const choose = (id: string) => {
    const { filter: _, page: __, ...rest } = search;
    const filter = chips.find((chip) => chip.id === id)?.filter;
    return onSearch(filter === undefined ? rest : { ...rest, filter });
  };
  return (
    <Chip.Group value={chipOf(search)} onChange={(id) => void choose(String(id))}>
      <Group gap="xs" role="radiogroup" aria-label="Filter users">
        {chips.map(({ id, label }) => (
          <Chip key={id} value={id} size="sm" variant="outline">
            {label}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  );
};

/** Page that lists the accounts of the instance. */
export function Users() {
  const list = useList(route, usersQuery);
  const { search, onSearch, query } = list;
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const without = useQuery(usersQuery({ filter: { 'two-factor': 'false' } }));
  const withoutTwoFactor = without.data?.meta.pagination?.['total-count'];
  const known = query.data?.meta['status-counts'];
  const counts = { ...known, ...(known !== undefined && { active: known.total - known.suspended }), withoutTwoFactor };
  return (
    <Page
      title="Users"
      intro="All accounts on this instance, including accounts of programs."
      actions={
        <>
          <FindToken find={findToken} remove={revokeToken} />
          <ButtonLink to="/app/site/new-user">Create a user</ButtonLink>
        </>
      }
    >
      <Chips counts={counts} search={search} onSearch={onSearch} />
      <BulkActs users={(query.data?.data ?? []).filter(({ id }) => ids.has(id))} onDone={() => setIds(new Set())} />
      <ListView
        what="users"
        spec={userList}
        {...list}
        columns={columns}
        nameOf={({ attributes }) => attributes.username}
        selection={{ ids, onChange: setIds }}
        actions={(user: User) => <UserMenu user={user} />}
      />
    </Page>
  );
}
