import { Group } from '@mantine/core';
import { getRouteApi, linkOptions } from '@tanstack/react-router';
import { boot } from '../../api/boot.ts';
import { policySetList } from '../../api/list-specs.ts';
import { type PolicySet, policySetsQuery } from '../../api/policy-sets.ts';
import { type Column, countColumn, nameColumn } from '../../components/data-table.tsx';
import { EmptyList } from '../../components/empty-list.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { ListView } from '../../components/list-view.tsx';
import { Page } from '../../components/page.tsx';
import { Tag } from '../../components/tag.tsx';
import { Time } from '../../components/time.tsx';
import { useList } from '../../components/use-list.ts';
import { t } from '../../texts/policy-sets.ts';
import { kindName, kindOptions } from '../policies/labels.tsx';
import { scopeOf } from './scope.ts';

const route = getRouteApi('/app/organizations/$organization/policy-sets');

const columns = (organization: string): readonly Column<PolicySet>[] => [
  nameColumn(t.name, ({ id }) =>
    linkOptions({ to: '/app/organizations/$organization/policy-sets/$set', params: { organization, set: id } }),
  ),
  { id: 'kind', header: t.kind, cell: ({ attributes }) => kindName(attributes.kind) },
  {
    id: 'scope',
    header: t.scope,
    cell: (set) => (
      <Group gap={4}>
        {scopeOf(set)}
        {set.attributes.shadow && <Tag>{t.shadowTag}</Tag>}
      </Group>
    ),
  },
  countColumn('policy-count', t.policies, ({ attributes }) => attributes['policy-count']),
  { id: 'updated-at', header: t.changed, cell: ({ attributes }) => <Time iso={attributes['updated-at']} /> },
];

/** The policy sets of an organization. */
export function PolicySets() {
  const { organization } = route.useParams();
  const list = useList(route, (search) => policySetsQuery(organization, search));
  const create = (
    <ButtonLink to="/app/organizations/$organization/policy-sets/new" params={{ organization }}>
      {t.create}
    </ButtonLink>
  );
  return (
    <Page title={t.title} intro={t.intro} actions={create}>
      <ListView
        what={t.what}
        spec={policySetList}
        {...list}
        columns={columns(organization)}
        nameOf={({ attributes }) => attributes.name}
        filters={[{ name: 'kind', label: t.kind, options: kindOptions() }]}
        empty={
          <EmptyList
            text={t.none}
            hint={t.noneHint}
            command={`tipstaff policy push policies --organization ${organization} --set baseline --url ${boot.address}`}
          />
        }
      />
    </Page>
  );
}
