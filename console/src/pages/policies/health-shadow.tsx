// Summary for a policy in shadow mode. It says how many of the evaluated plans the policy would have blocked, and has a
// button that enforces the policy.
import { Alert, Button, Group, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isMandatory, type Policy, updatePolicy } from '../../api/policies.ts';
import { wouldBlockQuery } from '../../api/policy-failures.ts';
import { inputCountQuery } from '../../api/recorded-plans.ts';
import { refresh } from '../../api/refresh.ts';
import { confirmAct } from '../../components/confirm.tsx';
import { Failure } from '../../components/failure.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { dayFrom } from '../../components/utc-day.ts';
import { counted } from '../../texts/counted.ts';
import { usePolicyParams } from './frame.tsx';

const seenNoneText = (days: number, recorded = 0) =>
  `The policy evaluated no plan in ${counted(days, 'day')}, so it is not known which plans the policy would block.${recorded === 0 ? '' : ` Replay the policy first with the ${counted(recorded, 'recorded plan')}.`}`;

const days = 14;

/** Returns the start of the first day of the period in ISO 8601. The result changes only once a day. */
const firstDay = (): string => `${dayFrom(Date.now(), -days)}T00:00:00.000Z`;

/**
 * Returns a sentence about the results in shadow mode, whether there are enough results to draw conclusions, and the
 * number of recorded plans for a replay.
 */
function useShadowResult(policy: Policy) {
  const { organization } = usePolicyParams();
  const [since] = useState(firstDay);
  const { data, error, refetch } = useQuery(wouldBlockQuery(policy.id, since));
  const hasSeenNone = data?.seen === 0;
  const { data: recorded } = useQuery({ ...inputCountQuery(organization), enabled: hasSeenNone });
  const result = { isKnown: data !== undefined && !hasSeenNone, recorded: 0, error, refetch };
  if (!isMandatory(policy.attributes['enforcement-level']))
    return {
      ...result,
      says: 'The policy is evaluated and shown, but never blocks a plan. Its level is advisory, so it would not block plans outside of shadow mode either.',
      isKnown: true,
    };
  if (data === undefined)
    return {
      ...result,
      says:
        error === null
          ? 'Counting the plans that the policy would have blocked…'
          : 'It is not known which plans the policy would have blocked.',
    };
  if (hasSeenNone) return { ...result, says: seenNoneText(days, recorded), recorded: recorded ?? 0 };
  return {
    ...result,
    says: `The policy would have blocked ${data.blocked.toLocaleString('en')} of ${counted(data.seen, 'plan')} in ${counted(days, 'day')}.`,
  };
}

export function ShadowNotice({ policy }: { readonly policy: Policy }) {
  const { organization } = usePolicyParams();
  const queryClient = useQueryClient();
  const { says, isKnown, recorded, error, refetch } = useShadowResult(policy);
  const enforce = () =>
    confirmAct({
      title: `Enforce the policy ${policy.attributes.name}?`,
      body: 'The policy leaves shadow mode. From the next plan on, its enforcement level applies.',
      consequences: [says],
      act: 'Enforce',
      refused: 'Not changed',
      ...(!isKnown && { typed: policy.attributes.name }),
      onConfirm: async () => {
        await updatePolicy(policy.id, { introduction: 'enforce' }, undefined);
        notifyDone('The policy is now enforced.');
        await refresh(queryClient, 'policy', policy.id);
      },
    });
  return (
    <Alert color={isKnown ? 'blue' : 'yellow'} title="In shadow mode">
      <Group justify="space-between" gap="sm">
        <Text size="sm" role="status">
          {says}
        </Text>
        <Group gap="xs">
          {recorded > 0 && (
            <ButtonLink
              size="xs"
              to="/app/organizations/$organization/policies/$policy/replays"
              params={{ organization, policy: policy.id }}
            >
              Replay
            </ButtonLink>
          )}
          <Button size="xs" {...(recorded > 0 && { variant: 'default' })} onClick={enforce}>
            Enforce
          </Button>
        </Group>
      </Group>
      {error !== null && <Failure error={error} onRetry={refetch} />}
    </Alert>
  );
}
