// Health of a policy: where it applies, its results, and problems that need attention.
import { Alert, Group, List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { exemptionsQuery } from '../../api/exemptions.ts';
import type { Policy } from '../../api/policies.ts';
import { ButtonLink, PageLink } from '../../components/links.tsx';
import { LoadTogether } from '../../components/load-together.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { Section } from '../../components/section.tsx';
import { counted } from '../../texts/counted.ts';
import { scopeOf } from '../exceptions/columns.tsx';
import { PolicyPage, usePolicyParams } from './frame.tsx';
import { LastFailures } from './health-failures.tsx';
import { OldFindings } from './health-old.tsx';
import { Applies } from './health-scope.tsx';
import { ShadowNotice } from './health-shadow.tsx';
import { Trend } from './health-trend.tsx';

const NoCode = ({ policy }: { readonly policy: Policy }) => {
  const { organization } = usePolicyParams();
  return (
    <Alert color="yellow" title="This policy has no code yet">
      <Group justify="space-between" gap="sm">
        <Text size="sm">Plans cannot pass a policy without code.</Text>
        <ButtonLink
          size="xs"
          to="/app/organizations/$organization/policies/$policy/code"
          params={{ organization, policy: policy.id }}
        >
          Write the code
        </ButtonLink>
      </Group>
    </Alert>
  );
};

type TestResult = NonNullable<Policy['attributes']['test-result']>;

const testsText = ({ status, passed, failed, errored, skipped, coverage }: TestResult): string => {
  if (status === 'not-run') return 'The tests have not run with the current code.';
  const counts = `${passed.toLocaleString('en')} of ${counted(passed + failed + errored + skipped, 'test')} passed.`;
  return coverage === null
    ? counts
    : `${counts} ${`The tests cover ${Math.floor(coverage).toLocaleString('en')}% of the code.`}`;
};

const Tests = ({ policy }: { readonly policy: Policy }) => {
  const { organization } = usePolicyParams();
  const result = policy.attributes['test-result'];
  return (
    <Section title="Tests">
      <Text {...(result === null && { c: 'dimmed' })}>
        {result === null ? 'The policy has no tests.' : testsText(result)}
      </Text>
      <PageLink
        size="sm"
        to="/app/organizations/$organization/policies/$policy/tests"
        params={{ organization, policy: policy.id }}
      >
        Open the tests
      </PageLink>
    </Section>
  );
};

const Exemptions = ({ policy }: { readonly policy: Policy }) => {
  const { organization } = usePolicyParams();
  const { data, error, refetch } = useQuery(exemptionsQuery(policy.id, {}));
  const inForce = data?.data.filter(({ attributes }) => attributes.status === 'active') ?? [];
  return (
    <Section title="Active exemptions">
      <QueryState data={data} error={error} refetch={refetch} />
      {data !== undefined && inForce.length === 0 && <Text c="dimmed">There are no exemptions.</Text>}
      {inForce.length > 0 && (
        <List style={{ overflowWrap: 'anywhere' }}>
          {inForce.map((exemption) => (
            <List.Item key={exemption.id}>
              {scopeOf(exemption)}: {exemption.attributes.reason}
            </List.Item>
          ))}
        </List>
      )}
      <PageLink
        size="sm"
        to="/app/organizations/$organization/policies/$policy/exemptions"
        params={{ organization, policy: policy.id }}
      >
        All exemptions
      </PageLink>
    </Section>
  );
};

const Health = ({ policy }: { readonly policy: Policy }) => (
  <LoadTogether>
    {policy.attributes.check === null && <NoCode policy={policy} />}
    {policy.attributes.shadow && <ShadowNotice policy={policy} />}
    <Applies policy={policy} />
    <Trend policy={policy} />
    <OldFindings policy={policy} />
    <LastFailures policy={policy} />
    {policy.attributes.kind === 'opa' && <Tests policy={policy} />}
    <Exemptions policy={policy} />
  </LoadTogether>
);

/** Page that shows the health of a policy. */
export function PolicyHealth() {
  return <PolicyPage>{(policy) => <Health key={policy.id} policy={policy} />}</PolicyPage>;
}
