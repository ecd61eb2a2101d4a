// A policy in shadow mode: the plans that it would have blocked, and the button that enforces it.
import { Alert, Button, Group, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Policy, refreshPolicy, updatePolicy } from '../../api/policies.ts';
import { wouldBlockQuery } from '../../api/policy-failures.ts';
import { confirmAct } from '../../components/confirm.tsx';
import { Failure } from '../../components/failure.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { dayFrom } from '../../components/utc-day.ts';
import { t } from '../../texts/policy-health.ts';
import { not } from '../../texts/refusals.ts';

const days = 14;

/** The beginning of the first of these days; the same text all day long. */
const firstDay = (): string => `${dayFrom(Date.now(), -days)}T00:00:00.000Z`;

const saysOf = (policy: Policy, count: number | undefined): string => {
  if (policy.attributes['enforcement-level'] === 'advisory') return t.shadowAdvisory;
  return count === undefined ? t.shadowCounting : t.wouldHaveBlocked(count, days);
};

export function ShadowNotice({ policy }: { readonly policy: Policy }) {
  const [since] = useState(firstDay);
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(wouldBlockQuery(policy.id, since));
  const enforce = () =>
    confirmAct({
      title: t.enforceTitle(policy.attributes.name),
      body: t.enforceBody,
      ...(data !== undefined && { consequences: [t.wouldHaveBlocked(data, days)] }),
      act: t.enforce,
      refused: not.changed,
      onConfirm: async () => {
        await updatePolicy(policy.id, { shadow: false }, undefined);
        notifyDone(t.enforced);
        await refreshPolicy(queryClient, policy.id);
      },
    });
  return (
    <Alert color="blue" title={t.inShadow}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" role="status">
          {saysOf(policy, data)}
        </Text>
        <Button size="xs" onClick={enforce}>
          {t.enforce}
        </Button>
      </Group>
      {error !== null && <Failure error={error} onRetry={refetch} />}
    </Alert>
  );
}
