import { Group } from '@mantine/core';
import { getRouteApi, linkOptions } from '@tanstack/react-router';
import { boot } from '../../api/boot.ts';
import { policySetList } from '../../api/list-specs.ts';
import { type PolicySet, policySetsQuery } from '../../api/policy-sets.ts';
import { type Column, countColumn, nameColumn } from '../../components/data-table.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { ListView } from '../../components/list-view.tsx';
import { Page } from '../../components/page.tsx';
import { Tag } from '../../components/tag.tsx';
import { Time } from '../../components/time.tsx';
import { useList } from '../../components/use-list.ts';
import { kindName, kindOptions } from '../policies/labels.tsx';
import { scopeOf } from './scope.ts';

const route = getRouteApi('/app/organizations/$organization/policy-sets');

const columns = (organization: string): readonly Column<PolicySet>[] => [
  nameColumn('Name', ({ id }) =>
    linkOptions({ to: '/app/organizations/$organization/policy-sets/$set', params: { organization, set: id } }),
  ),
  { id: 'kind', header: 'Kind', cell: ({ attributes }) => kindName(attributes.kind) },
  {
    id: 'scope',
    header: 'Applies to',
    cell: (set) => (
      <Group gap={4}>
        {scopeOf(set)}
        {set.attributes.shadow && <Tag>Shadow mode</Tag>}
      </Group>
    ),
  },
  countColumn('policy-count', 'Policies', ({ attributes }) => attributes['policy-count']),
  { id: 'updated-at', header: 'Changed', cell: ({ attributes }) => <Time iso={attributes['updated-at']} /> },
];

/** Page of an organization's policy sets. */
export function PolicySets() {
  const { organization } = route.useParams();
  const list = useList(route, (search) => policySetsQuery(organization, search));
  const create = (
    <ButtonLink to="/app/organizations/$organization/policy-sets/new" params={{ organization }}>
      Create a policy set
    </ButtonLink>
  );
  return (
    <Page
      title="Policy sets"
      intro="A policy set defines which policies apply to which workspaces and projects."
      actions={create}
    >
      <ListView
        what="policy sets"
        spec={policySetList}
        {...list}
        columns={columns(organization)}
        nameOf={({ attributes }) => attributes.name}
        filters={[{ name: 'kind', label: 'Kind', options: kindOptions }]}
        empty="There are no policy sets yet."
        hint="Create a policy set here, or push a folder of policies as a policy set with an API token in TIPSTAFF_TOKEN:"
        command={`tipstaff policy push policies --organization ${organization} --set baseline --url ${boot.address}`}
      />
    </Page>
  );
}
