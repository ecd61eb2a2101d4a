import { Alert, Code, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accountQuery, isImpersonating } from '../../api/account.ts';
import { refresh } from '../../api/refresh.ts';
import { notifyDone } from '../../components/notify.tsx';
import { Page } from '../../components/page.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { CopyText } from '../../components/secret.tsx';
import { Tag } from '../../components/tag.tsx';
import { t as common } from '../../texts/common.ts';
import { t } from '../../texts/me.ts';
import { AccountSections } from './sections.tsx';
import { EndTwoFactor, NewCodes } from './two-factor-proof.tsx';
import { SetUp } from './two-factor-set-up.tsx';

const RecoveryCodes = ({ codes }: { readonly codes: readonly string[] }) => (
  <Alert color="green" title={t.recoveryCodes} role="status">
    <Stack gap="xs" align="flex-start">
      <Text size="sm">{t.recoveryCodesBody}</Text>
      <Text size="sm">{common.copyOnce}</Text>
      <Code block fz="sm">
        {codes.join('\n')}
      </Code>
      <CopyText text={codes.join('\n')} />
    </Stack>
  </Alert>
);

/** Turns two-factor authentication on and off, and makes recovery codes. */
export function TwoFactor() {
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(accountQuery);
  const [codes, setCodes] = useState<readonly string[]>();
  const isOn = data?.data.attributes['two-factor'].verified;
  const withPhone = data?.data.attributes.permissions?.['can-set-up-phone'] === true;
  const change = async (message: string, shown?: readonly string[]) => {
    setCodes(shown);
    notifyDone(message);
    await refresh(queryClient, 'account');
  };
  return (
    <Page title={t.twoFactor} intro={t.twoFactorIntro}>
      <AccountSections />
      <QueryState data={isOn} error={error} refetch={refetch} />
      {isOn !== undefined && (
        <Group gap="xs">
          <Tag tone={isOn ? 'good' : 'neutral'}>{isOn ? common.on : common.off}</Tag>
          <Text>{isOn ? t.twoFactorIsOn : t.twoFactorIsOff}</Text>
        </Group>
      )}
      {codes !== undefined && <RecoveryCodes codes={codes} />}
      {isImpersonating && <Alert color="yellow">{t.notWhileActing}</Alert>}
      {!isImpersonating && isOn === false && (
        <SetUp withPhone={withPhone} onDone={(shown) => change(t.turnedOn, shown)} />
      )}
      {!isImpersonating && isOn === true && (
        <Stack gap="xl">
          <Stack component="section" aria-labelledby="recovery-codes">
            <Title order={2} size="h4" id="recovery-codes">
              {t.recoveryCodes}
            </Title>
            <Text>{t.newRecoveryCodesBody}</Text>
            <NewCodes onDone={setCodes} />
          </Stack>
          <Stack component="section" aria-labelledby="turn-off">
            <Title order={2} size="h4" id="turn-off">
              {t.turnOff}
            </Title>
            <Text>{t.turnOffBody}</Text>
            <EndTwoFactor onDone={() => change(t.turnedOff)} />
          </Stack>
        </Stack>
      )}
    </Page>
  );
}
