// Banner that is shown during an impersonation. It shows the impersonated account, the administrator, the reason and
// the expiry, and has a button to end the impersonation.
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconMask } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { accountQuery, sessionQuery } from '../api/account.ts';
import { boot } from '../api/boot.ts';
import { relativeTime, useNow } from '../components/relative-time.ts';
import { postTo } from './post.ts';

export function ImpersonationBanner() {
  const { data: account } = useQuery(accountQuery);
  const { data: session } = useQuery({ ...sessionQuery, enabled: boot.impersonation !== undefined });
  const now = useNow(15_000);
  const endsAt = session?.data.attributes['impersonation-ends-at'];
  if (boot.impersonation === undefined) return null;
  const { administrator, reason } = boot.impersonation;
  return (
    <Group
      component="section"
      role="region"
      aria-label="Impersonation"
      justify="space-between"
      px="md"
      py="xs"
      bg="#6b4700"
      c="#ffffff"
      style={{ position: 'sticky', top: 'var(--header-height)', zIndex: 90 }}
    >
      <Group gap="sm" wrap="nowrap" style={{ flex: 1, minWidth: 200 }}>
        <IconMask aria-hidden />
        <Stack gap={0}>
          <Text fw={700}>{`You are acting as ${account?.data.attributes.username ?? ''}`}</Text>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {`You are ${administrator}. Your actions are recorded under both names. Reason: “${reason}”.`}{' '}
            {typeof endsAt === 'string' && `The impersonation ends ${relativeTime(endsAt, now)}.`}
          </Text>
        </Stack>
      </Group>
      <Button color="#ffffff" c="#16202e" onClick={() => postTo('/unimpersonate')}>
        Stop impersonating
      </Button>
    </Group>
  );
}
