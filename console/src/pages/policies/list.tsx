import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { policyList } from '../../api/list-specs.ts';
import { ratesOfPoliciesQuery } from '../../api/pass-rates.ts';
import { allLevels, type Policy, policiesWithSetsQuery } from '../../api/policies.ts';
import { policySetsQuery } from '../../api/policy-sets.ts';
import { ButtonLink, PageLink } from '../../components/links.tsx';
import { choice, type Filter, ListView } from '../../components/list-view.tsx';
import { LoadTogether } from '../../components/load-together.tsx';
import { Page } from '../../components/page.tsx';
import { useList } from '../../components/use-list.ts';
import { counted } from '../../texts/counted.ts';
import { introductions, introductionTexts } from '../../texts/introductions.ts';
import { kindOptions } from './labels.tsx';
import { policyColumns } from './list-columns.tsx';

const inVersionsText = ({
  policies,
  sets,
  isPart,
}: {
  readonly policies: number;
  readonly sets: number;
  readonly isPart: boolean;
}) =>
  `${isPart ? 'At least ' : ''}${counted(policies, 'policy', 'policies')} ${policies === 1 ? 'belongs' : 'belong'} to versions of ${counted(sets, 'policy set')}, and ${policies === 1 ? 'is' : 'are'} listed there.`;

const route = getRouteApi('/app/organizations/$organization/policies');

/** Loads the first 100 policy sets. */
const useSets = (organization: string) => useQuery(policySetsQuery(organization, { size: 100 }));

/** Filters of the list of policies. The user can select one of the first 100 policy sets. */
const useFilters = (organization: string): readonly Filter[] => {
  const { data } = useSets(organization);
  const sets = data?.data.map(({ id, attributes }) => ({ value: id, label: attributes.name })) ?? [];
  return [
    {
      name: 'level',
      label: 'Level',
      options: allLevels.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) })),
    },
    { name: 'policy-set', label: 'Policy set', options: sets },
    choice('failing', 'Last 30 days', { true: 'Failing', false: 'Not failing' }),
    choice('evaluated', 'Evaluated', { false: 'Never', true: 'Yes' }),
    {
      name: 'introduction',
      label: 'Introduction',
      options: introductions.map((value) => ({ value, label: introductionTexts[value].name })),
    },
    choice('tests', 'Tests', { false: 'Without tests', true: 'With tests' }),
    { name: 'kind', label: 'Kind', options: kindOptions },
  ];
};

const CodeLink = ({ organization, policy }: { readonly organization: string; readonly policy: Policy }) => (
  <ButtonLink
    size="compact-sm"
    variant="default"
    to="/app/organizations/$organization/policies/$policy/code"
    params={{ organization, policy: policy.id }}
    aria-label={`Code of ${policy.attributes.name}`}
  >
    Code
  </ButtonLink>
);

/**
 * Returns the number of policies in policy set versions, and the number of sets with versions. Undefined if there are
 * no such policies.
 */
const useVersioned = (organization: string) => {
  const { data } = useSets(organization);
  const sets = data?.data.filter(({ attributes }) => attributes.versioned && attributes['policy-count'] > 0) ?? [];
  if (sets.length === 0) return undefined;
  const policies = sets.reduce((sum, { attributes }) => sum + attributes['policy-count'], 0);
  return { policies, sets: sets.length, isPart: (data?.meta.pagination?.['total-pages'] ?? 1) > 1 };
};

const InVersions = ({ organization, text }: { readonly organization: string; readonly text: string }) => (
  <Group gap="4px 12px">
    <Text size="sm">{text}</Text>
    <PageLink size="sm" to="/app/organizations/$organization/policy-sets" params={{ organization }}>
      Open the policy sets
    </PageLink>
  </Group>
);

/** Page of an organization's policies. */
export function Policies() {
  const { organization } = route.useParams();
  const list = useList(route, (search) => policiesWithSetsQuery(organization, search));
  const { data, isError } = useQuery(
    ratesOfPoliciesQuery(organization, list.query.data?.data.map(({ id }) => id) ?? []),
  );
  const rates = isError ? null : data;
  const versioned = useVersioned(organization);
  const create = (
    <ButtonLink to="/app/organizations/$organization/policies/new" params={{ organization }}>
      Create a policy
    </ButtonLink>
  );
  return (
    <Page
      title="Policies"
      intro="A policy is a rule for plans. Policy sets define where policies apply."
      actions={create}
    >
      <LoadTogether>
        {versioned !== undefined && <InVersions organization={organization} text={inVersionsText(versioned)} />}
        <ListView
          what="policies"
          spec={policyList}
          {...list}
          columns={policyColumns({ organization, rates })}
          nameOf={({ attributes }) => attributes.name}
          filters={useFilters(organization)}
          isCompact
          actions={(policy) => <CodeLink organization={organization} policy={policy} />}
          empty={versioned === undefined ? 'There are no policies yet.' : 'There are no other policies.'}
          hint={versioned === undefined ? 'Write the first policy. The editor checks it while you type.' : undefined}
        />
      </LoadTogether>
    </Page>
  );
}
