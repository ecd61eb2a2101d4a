// Set-up of two-factor authentication in two steps. The first step shows a secret or asks for a phone number, the
// second step asks for the first code.
import { Button, Group, Image, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { beginTwoFactor, confirmTwoFactor } from '../../api/profile.ts';
import { ApiFormView, useApiForm } from '../../components/api-form.tsx';
import { Failure } from '../../components/failure.tsx';
import { SecretText } from '../../components/secret.tsx';
import { useAct } from '../../components/use-act.ts';
import { ProofElsewhere } from './owner-proof.tsx';

type Enrolment = Awaited<ReturnType<typeof beginTwoFactor>>['data']['attributes'];

type OnDone = (recoveryCodes: readonly string[]) => unknown;

interface BeginProps {
  readonly onBegun: (enrolment: Enrolment) => void;
  /** Whether the service can send codes by text message. */
  readonly withPhone: boolean;
}

const BeginWithPhone = ({ onBegun }: Pick<BeginProps, 'onBegun'>) => {
  const state = useApiForm({ 'phone-number': '' }, async (number) =>
    onBegun((await beginTwoFactor(number)).data.attributes),
  );
  return (
    <Stack component="section" aria-labelledby="with-phone">
      <Title order={2} size="h4" id="with-phone">
        With text messages
      </Title>
      <ApiFormView state={state} act="Send a code" refused="Not sent">
        <TextInput
          {...state.form.field('phone-number', 'Phone number')}
          description="With the country code, for example +15551230100."
          type="tel"
          autoComplete="tel"
        />
      </ApiFormView>
    </Stack>
  );
};

const Begin = ({ onBegun, withPhone }: BeginProps) => {
  const { failure, run } = useAct();
  const begin = async () => onBegun((await beginTwoFactor({})).data.attributes);
  return (
    <Stack gap="lg">
      <ProofElsewhere text="If your account has no password, first confirm that it is yours:" />
      <Stack component="section" aria-labelledby="with-app" align="flex-start">
        <Title order={2} size="h4" id="with-app">
          With an authenticator app
        </Title>
        {failure !== undefined && <Failure error={failure} title="Not started" />}
        <Button onClick={() => void run(begin)}>Set up an authenticator app</Button>
      </Stack>
      {withPhone && <BeginWithPhone onBegun={onBegun} />}
    </Stack>
  );
};

const Secret = ({ enrolment }: { readonly enrolment: Enrolment }) => {
  const { secret, 'qr-code': picture, 'phone-number': number } = enrolment;
  if (secret === null || picture === null)
    return <Text>{`A code was sent to ${number ?? ''}. Enter the code here.`}</Text>;
  return (
    <Stack align="flex-start">
      <Text>
        Scan the QR code with the app, or enter the secret in the app. Then enter the one-time code that the app shows.
      </Text>
      <Image src={`data:image/svg+xml,${encodeURIComponent(picture)}`} alt="QR code with the secret" w={200} h={200} />
      <Group gap="xs">
        <Text size="sm">Secret:</Text>
        <SecretText secret={secret} />
      </Group>
    </Stack>
  );
};

const Confirm = ({ enrolment, onDone }: { readonly enrolment: Enrolment; readonly onDone: OnDone }) => {
  const state = useApiForm({ 'one-time-code': '' }, async (code) => {
    const { data } = await confirmTwoFactor(code);
    await onDone(data.attributes.codes);
  });
  return (
    <Stack>
      <Secret enrolment={enrolment} />
      <ApiFormView state={state} act="Turn on" refused="Not turned on">
        <TextInput
          {...state.form.field('one-time-code', 'One-time code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          data-autofocus
        />
      </ApiFormView>
    </Stack>
  );
};

interface SetUpProps extends Pick<BeginProps, 'withPhone'> {
  readonly onDone: OnDone;
}

export function SetUp({ onDone, withPhone }: SetUpProps) {
  const [enrolment, setEnrolment] = useState<Enrolment>();
  return enrolment === undefined ? (
    <Begin onBegun={setEnrolment} withPhone={withPhone} />
  ) : (
    <Confirm enrolment={enrolment} onDone={onDone} />
  );
}
