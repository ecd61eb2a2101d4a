// Summary for a policy in shadow mode. It says how many of the evaluated plans the policy would have blocked, and has a
// button that enforces the policy.
import { Alert, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isMandatory, type Policy } from '../../api/policies.ts';
import { wouldBlockQuery } from '../../api/policy-failures.ts';
import { Failure } from '../../components/failure.tsx';
import { dayFrom } from '../../components/utc-day.ts';
import { counted } from '../../texts/counted.ts';
import { EnforceButton } from './enforce-button.tsx';

const days = 14;

/** Returns the start of the first day of the period in ISO 8601. The result changes only once a day. */
const firstDay = (): string => `${dayFrom(Date.now(), -days)}T00:00:00.000Z`;

/** Says what the policy would have blocked, or why this is not known. */
function shadowText(seen: { readonly seen: number; readonly blocked: number } | undefined, isFailed: boolean): string {
  if (isFailed) return 'It is not known which plans the policy would have blocked.';
  if (seen === undefined) return 'Counting the plans that the policy would have blocked…';
  return seen.seen === 0
    ? `The policy evaluated no plan in ${counted(days, 'day')}, so it is not known which plans the policy would block.`
    : `The policy would have blocked ${seen.blocked.toLocaleString('en')} of ${counted(seen.seen, 'plan')} in ${counted(days, 'day')}.`;
}

export function ShadowNotice({ policy }: { readonly policy: Policy }) {
  const [since] = useState(firstDay);
  const { data, error, refetch } = useQuery(wouldBlockQuery(policy.id, since));
  const isAdvisory = !isMandatory(policy.attributes['enforcement-level']);
  const isKnown = isAdvisory || (data !== undefined && data.seen > 0);
  return (
    <Alert color={isKnown ? 'blue' : 'yellow'} title="In shadow mode">
      <Group justify="space-between" gap="sm">
        <Text size="sm" role="status">
          {isAdvisory
            ? 'The policy is evaluated and shown, but never blocks a plan. Its level is advisory, so it would not block plans outside of shadow mode either.'
            : shadowText(data, error !== null)}
        </Text>
        <EnforceButton policy={policy} changes={{ introduction: 'enforce' }} done="The policy is now enforced.">
          Enforce
        </EnforceButton>
      </Group>
      {error !== null && <Failure error={error} onRetry={refetch} />}
    </Alert>
  );
}
