// Policy sets that contain a policy, with the scope of each set and the number of workspaces that it currently applies
// to.
import { List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Policy, setsOfPolicyQuery } from '../../api/policies.ts';
import { applicableQuery } from '../../api/policy-set-scope.ts';
import type { PolicySet } from '../../api/policy-sets.ts';
import { PageLink } from '../../components/links.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { Section } from '../../components/section.tsx';
import { counted } from '../../texts/counted.ts';
import { scopeOf } from '../policy-sets/scope.ts';
import { EnforceButton } from './enforce-button.tsx';
import { usePolicyParams } from './frame.tsx';

/**
 * Maximum number of policy sets whose workspaces are counted here. For other sets, the number is shown on the set's own
 * page.
 */
const maxCounted = 10;

const Workspaces = ({ set }: { readonly set: string }) => {
  const { data } = useQuery(applicableQuery(set, {}));
  if (data === undefined) return null;
  return `(${counted(data.meta.pagination?.['total-count'] ?? data.data.length, 'workspace')} now)`;
};

const Scope = ({ set, isCounted }: { readonly set: PolicySet; readonly isCounted: boolean }) => {
  const { organization } = usePolicyParams();
  return (
    <List.Item>
      <PageLink to="/app/organizations/$organization/policy-sets/$set" params={{ organization, set: set.id }}>
        {set.attributes.name}
      </PageLink>
      {': '}
      {scopeOf(set)} {isCounted && <Workspaces set={set.id} />}
      {set.attributes.shadow && ` The set is in shadow mode.`}
    </List.Item>
  );
};

export function Applies({ policy }: { readonly policy: Policy }) {
  const { data, error, refetch } = useQuery(setsOfPolicyQuery(policy.id));
  const { kind, 'enforcement-level': level, 'policy-set-count': total } = policy.attributes;
  return (
    <Section
      title="Where it applies"
      {...(kind === 'opa' &&
        level === 'advisory' && {
          actions: (
            <EnforceButton
              policy={policy}
              changes={{ 'enforcement-level': 'mandatory' }}
              done="The policy is now mandatory."
              variant="default"
            >
              Make mandatory
            </EnforceButton>
          ),
        })}
    >
      <QueryState data={data} error={error} refetch={refetch} />
      {data?.data.length === 0 && (
        <Text c="dimmed">No policy set contains this policy, so it is not evaluated. Add it to a policy set.</Text>
      )}
      {data !== undefined && data.data.length > 0 && (
        <Stack gap={4}>
          <List style={{ overflowWrap: 'anywhere' }}>
            {data.data.map((set, index) => (
              <Scope key={set.id} set={set} isCounted={index < maxCounted} />
            ))}
          </List>
          {total > data.data.length && <Text size="sm">{`and ${counted(total - data.data.length, 'more set')}`}</Text>}
        </Stack>
      )}
    </Section>
  );
}
