// Sample lists: loading, empty, failed, with changing pages, with long texts, and with selectable rows.
import { Button, Code, Group } from '@mantine/core';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ListSearch } from '../api/list.ts';
import { siteOrganizationList } from '../api/list-specs.ts';
import { type SiteOrganization, siteOrganizationsQuery } from '../api/site-organizations.ts';
import { type Column, DataTable } from '../components/data-table.tsx';
import { EmptyList } from '../components/empty-list.tsx';
import { ListView } from '../components/list-view.tsx';
import { LoadTogether } from '../components/load-together.tsx';
import { LoadingRows } from '../components/loading-rows.tsx';
import { Section } from '../components/section.tsx';
import { Tag } from '../components/tag.tsx';
import { Time } from '../components/time.tsx';
import { links, longText, longWord, metaOf, organizations, refused } from './samples.ts';

const columns: readonly Column<SiteOrganization>[] = [
  { id: 'name', header: 'Name', isName: true, sort: 'name', cell: ({ id }) => id },
  { id: 'email', header: 'Email', cell: ({ email }) => email },
  {
    id: 'owners',
    header: 'Owners',
    cell: ({ owners }) => (
      <Group gap={4} component="span">
        {owners.map((owner) => (
          <Tag key={owner}>{owner}</Tag>
        ))}
      </Group>
    ),
  },
  { id: 'more', header: 'More', isNumber: true, cell: ({ moreOwners }) => moreOwners.toLocaleString('en') },
  { id: 'created', header: 'Created', sort: 'created-at', cell: ({ created }) => <Time iso={created} /> },
];

const nameOf = ({ id }: SiteOrganization): string => id;

const actions = ({ id }: SiteOrganization): ReactNode => (
  <>
    <Button size="compact-sm" variant="default" aria-label={`Change ${id}`}>
      Change
    </Button>
    <Button size="compact-sm" variant="default" aria-label={`Remove ${id}`}>
      Remove
    </Button>
  </>
);

const answerOf = (data: SiteOrganization[], total: number) => ({ links, data, meta: metaOf(total) });

type Answer = () => Promise<ReturnType<typeof answerOf>>;

const never = () => new Promise<never>(() => {});

/** Sample lists by title, with a function that returns the list's response. */
const states: Readonly<Record<string, Answer>> = {
  'List with long texts': async () => answerOf(organizations, 1_234_567),
  'Empty list': async () => answerOf([], 0),
  'List that is loading': never,
  'List that failed': () => Promise.reject(refused),
};

const filters = [{ name: 'status', label: 'Status', options: [{ value: 'failed', label: 'Failed' }] }];

const Listing = ({ answer }: { readonly answer: Answer }) => {
  const [search, setSearch] = useState<ListSearch>({});
  const query = useQuery({
    ...siteOrganizationsQuery(search),
    // A search, a filter or another page never finishes loading, so that the previous rows stay visible and dimmed.
    queryFn: search.q === undefined && search.page === undefined ? answer : never,
  });
  return (
    <ListView
      what="organizations"
      spec={{ ...siteOrganizationList, sorts: ['name', 'created-at'], filters: ['status'] }}
      search={search}
      onSearch={setSearch}
      query={query}
      columns={columns}
      nameOf={nameOf}
      filters={filters}
      actions={actions}
    />
  );
};

const Chosen = () => {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set(['works', longWord]));
  return (
    <DataTable
      caption="organizations"
      columns={columns}
      rows={organizations}
      nameOf={nameOf}
      sort="-name"
      onSort={() => undefined}
      selection={{ ids, onChange: setIds }}
    />
  );
};

/** Each list has its own cache, because all lists use the same cache key. */
const newClient = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });
const clients = Object.entries(states).map(([title, answer]) => ({ title, answer, client: newClient() }));

export function Lists() {
  return (
    <>
      {clients.map(({ title, answer, client }) => (
        <Section key={title} title={title}>
          <QueryClientProvider client={client}>
            <Listing answer={answer} />
          </QueryClientProvider>
        </Section>
      ))}
      <Section title="Selectable rows">
        <Chosen />
      </Section>
      <Section title="Empty list with a command">
        <EmptyList
          text="There are no organizations yet."
          hint={longText}
          command={`tipstaff organization create --name ${longWord}`}
        />
      </Section>
      <Section title="Rows while loading" intro={<Code>LoadingRows</Code>}>
        <LoadingRows />
      </Section>
      <Section title="Sections that appear together" intro={<Code>LoadTogether</Code>}>
        <LoadTogether>
          <Section title="One">{longText}</Section>
          <Section title="Another">{longText}</Section>
        </LoadTogether>
      </Section>
    </>
  );
}
