// A policy in shadow mode: the plans that it would have blocked of those that it saw, and the button that enforces it.
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
import { t } from '../../texts/policy-health.ts';
import { not } from '../../texts/refusals.ts';
import { usePolicyParams } from './frame.tsx';

const days = 14;

/** The beginning of the first of these days; the same text all day long. */
const firstDay = (): string => `${dayFrom(Date.now(), -days)}T00:00:00.000Z`;

/** Result of shadow mode in words, whether it says anything about future plans, and the number of plans that a replay could try. */
function useShadowResult(policy: Policy) {
  const { organization } = usePolicyParams();
  const [since] = useState(firstDay);
  const { data, error, refetch } = useQuery(wouldBlockQuery(policy.id, since));
  const hasSeenNone = data?.seen === 0;
  const { data: recorded } = useQuery({ ...inputCountQuery(organization), enabled: hasSeenNone });
  const result = { isKnown: data !== undefined && !hasSeenNone, recorded: 0, error, refetch };
  if (!isMandatory(policy.attributes['enforcement-level'])) return { ...result, says: t.shadowAdvisory, isKnown: true };
  if (data === undefined) return { ...result, says: error === null ? t.shadowCounting : t.shadowUnknown };
  if (hasSeenNone) return { ...result, says: t.seenNone(days, recorded), recorded: recorded ?? 0 };
  return { ...result, says: t.wouldHaveBlocked(data.blocked, data.seen, days) };
}

export function ShadowNotice({ policy }: { readonly policy: Policy }) {
  const { organization } = usePolicyParams();
  const queryClient = useQueryClient();
  const { says, isKnown, recorded, error, refetch } = useShadowResult(policy);
  const enforce = () =>
    confirmAct({
      title: t.enforceTitle(policy.attributes.name),
      body: t.enforceBody,
      consequences: [says],
      act: t.enforce,
      refused: not.changed,
      ...(!isKnown && { typed: policy.attributes.name }),
      onConfirm: async () => {
        await updatePolicy(policy.id, { shadow: false }, undefined);
        notifyDone(t.enforced);
        await refresh(queryClient, 'policy', policy.id);
      },
    });
  return (
    <Alert color={isKnown ? 'blue' : 'yellow'} title={t.inShadow}>
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
              {t.replay}
            </ButtonLink>
          )}
          <Button size="xs" {...(recorded > 0 && { variant: 'default' })} onClick={enforce}>
            {t.enforce}
          </Button>
        </Group>
      </Group>
      {error !== null && <Failure error={error} onRetry={refetch} />}
    </Alert>
  );
}
