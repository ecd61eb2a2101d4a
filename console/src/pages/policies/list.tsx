import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { policyList } from '../../api/list-specs.ts';
import { type Policy, policiesQuery } from '../../api/policies.ts';
import type { Column } from '../../components/data-table.tsx';
import { EmptyList } from '../../components/empty-list.tsx';
import { ButtonLink, PageLink } from '../../components/links.tsx';
import { ListView } from '../../components/list-view.tsx';
import { Page } from '../../components/page.tsx';
import { Time } from '../../components/time.tsx';
import { t } from '../../texts/policies.ts';
import { CheckTag, kindName, kindOptions, LevelTag, ShadowTag } from './labels.tsx';

const route = getRouteApi('/app/organizations/$organization/policies');

const columns = (organization: string): readonly Column<Policy>[] => [
  {
    id: 'name',
    header: t.name,
    isName: true,
    sort: 'name',
    cell: ({ id, attributes }) => (
      <PageLink to="/app/organizations/$organization/policies/$policy" params={{ organization, policy: id }}>
        {attributes.name}
      </PageLink>
    ),
  },
  { id: 'kind', header: t.kind, cell: ({ attributes }) => kindName(attributes.kind) },
  {
    id: 'enforcement-level',
    header: t.level,
    cell: (policy) => (
      <Group gap={4}>
        <LevelTag policy={policy} />
        <ShadowTag policy={policy} />
      </Group>
    ),
  },
  { id: 'check', header: t.check, cell: (policy) => <CheckTag policy={policy} /> },
  {
    id: 'policy-set-count',
    header: t.sets,
    isNumber: true,
    cell: ({ attributes }) => attributes['policy-set-count'].toLocaleString('en'),
  },
  {
    id: 'updated-at',
    header: t.changed,
    sort: 'updated-at',
    cell: ({ attributes }) => <Time iso={attributes['updated-at']} />,
  },
];

const CodeLink = ({ organization, policy }: { readonly organization: string; readonly policy: Policy }) => (
  <ButtonLink
    size="compact-sm"
    variant="default"
    to="/app/organizations/$organization/policies/$policy/code"
    params={{ organization, policy: policy.id }}
    aria-label={t.codeOf(policy.attributes.name)}
  >
    {t.code}
  </ButtonLink>
);

/** The policies of an organization. */
export function Policies() {
  const { organization } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(policiesQuery(organization, search));
  const create = (
    <ButtonLink to="/app/organizations/$organization/policies/new" params={{ organization }}>
      {t.create}
    </ButtonLink>
  );
  return (
    <Page title={t.title} intro={t.intro} actions={create}>
      <ListView
        what={t.what}
        spec={policyList}
        search={search}
        onSearch={(next) => navigate({ search: next })}
        query={query}
        columns={columns(organization)}
        nameOf={({ attributes }) => attributes.name}
        filters={[{ name: 'kind', label: t.kind, options: kindOptions() }]}
        actions={(policy) => <CodeLink organization={organization} policy={policy} />}
        empty={<EmptyList text={t.none} hint={t.noneHint} />}
      />
    </Page>
  );
}
