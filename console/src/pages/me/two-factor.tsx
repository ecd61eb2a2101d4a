import { Alert, Code, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accountQuery, isImpersonating } from '../../api/account.ts';
import { refresh } from '../../api/refresh.ts';
import { notifyDone } from '../../components/notify.tsx';
import { Page } from '../../components/page.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { CopyText } from '../../components/secret.tsx';
import { Tag } from '../../components/tag.tsx';
import { AccountSections } from './sections.tsx';
import { EndTwoFactor, NewCodes } from './two-factor-proof.tsx';
import { SetUp } from './two-factor-set-up.tsx';

const RecoveryCodes = ({ codes }: { readonly codes: readonly string[] }) => (
  <Alert color="green" title="Recovery codes" role="status">
    <Stack gap="xs" align="flex-start">
      <Text size="sm">
        Each recovery code works once in place of a one-time code. Keep the codes where you can find them without your
        phone.
      </Text>
      <Text size="sm">The codes are shown only once. Copy them now and keep them in a safe place.</Text>
      <Code block fz="sm">
        {codes.join('\n')}
      </Code>
      <CopyText text={codes.join('\n')} />
    </Stack>
  </Alert>
);

interface TurnedOnProps {
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onEnd: () => Promise<void>;
}

const TurnedOn = ({ onCodes, onEnd }: TurnedOnProps) => (
  <Stack gap="xl">
    <Stack component="section" aria-labelledby="recovery-codes">
      <Title order={2} size="h4" id="recovery-codes">
        Recovery codes
      </Title>
      <Text>The previous recovery codes stop working.</Text>
      <NewCodes onDone={onCodes} />
    </Stack>
    <Stack component="section" aria-labelledby="turn-off">
      <Title order={2} size="h4" id="turn-off">
        Turn off
      </Title>
      <Text>Afterwards, the password alone is enough to sign in, and the recovery codes no longer work.</Text>
      <EndTwoFactor onDone={onEnd} />
    </Stack>
  </Stack>
);

/** Page that turns two-factor authentication on and off, and creates recovery codes. */
export function TwoFactor() {
  const { data, error, refetch } = useQuery(accountQuery);
  const [codes, setCodes] = useState<readonly string[]>();
  const isOn = data?.data.attributes['two-factor'].verified;
  const withPhone = data?.data.attributes.permissions?.['can-set-up-phone'] === true;
  const change = async (message: string, shown?: readonly string[]) => {
    setCodes(shown);
    notifyDone(message);
    await refresh('account');
  };
  return (
    <Page
      title="Two-factor authentication"
      intro="Requires a one-time code in addition to your password at each sign-in."
    >
      <AccountSections />
      <QueryState data={isOn} error={error} refetch={refetch} />
      {isOn !== undefined && (
        <Group gap="xs">
          <Tag tone={isOn ? 'good' : 'neutral'}>{isOn ? 'On' : 'Off'}</Tag>
          <Text>{isOn ? 'Two-factor authentication is on.' : 'Two-factor authentication is off.'}</Text>
        </Group>
      )}
      {codes !== undefined && <RecoveryCodes codes={codes} />}
      {isImpersonating && (
        <Alert color="yellow">
          Only the user can change two-factor authentication, so you cannot change it while you impersonate the user.
        </Alert>
      )}
      {!isImpersonating && isOn === false && (
        <SetUp withPhone={withPhone} onDone={(shown) => change('Two-factor authentication is on.', shown)} />
      )}
      {!isImpersonating && isOn === true && (
        <TurnedOn onCodes={setCodes} onEnd={() => change('Two-factor authentication is off.')} />
      )}
    </Page>
  );
}
