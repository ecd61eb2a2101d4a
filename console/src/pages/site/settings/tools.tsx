// Tools that are shown below the forms of settings groups, such as tests.
import { Alert, Button, Group, List, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ApiFailure } from '../../../../../client/failure.ts';
import type { Resource } from '../../../api/client.ts';
import {
  revokeOldCertificate,
  type Settings,
  type SettingsGroup,
  sendTestMail,
  sendTestText,
  tryResponse,
} from '../../../api/settings.ts';
import { exactTime } from '../../../api/time-preference.ts';
import { ApiFormView, useApiForm } from '../../../components/api-form.tsx';
import { confirmAct } from '../../../components/confirm.tsx';
import { notifyDone } from '../../../components/notify.tsx';
import { Tag } from '../../../components/tag.tsx';
import { counted } from '../../../texts/counted.ts';
import { textOf } from '../../../texts/settings.ts';
import { AuditStreamTools } from './audit-stream.tsx';
import { Tool } from './tool.tsx';

interface ToolProps {
  readonly settings: Settings;
  readonly onChange: () => unknown;
}

/** Error for an empty address. The service would accept it without sending mail or reporting an error. */
const noAddress = () =>
  new ApiFailure(422, [{ detail: 'Enter an e-mail address.', pointer: '/data/attributes/test-email-address' }]);

const TestMail = ({ settings }: ToolProps) => {
  const state = useApiForm({ 'test-email-address': '' }, async ({ 'test-email-address': address }) => {
    if (address.trim() === '') throw noAddress();
    await sendTestMail(address.trim());
    notifyDone(`The mail server accepted a test mail to ${address}.`);
  });
  if (settings.data.enabled !== true)
    return <Tool title="Send a test mail" intro="Mail is off. Enable it and save, then send a test mail." />;
  return (
    <Tool title="Send a test mail" intro="Uses the saved settings, so save your changes first.">
      <ApiFormView state={state} act="Send a test mail" refused="Not sent">
        <TextInput
          {...state.form.field('test-email-address', 'Recipient')}
          type="email"
          autoComplete="email"
          required
        />
      </ApiFormView>
    </Tool>
  );
};

const TestText = ({ settings }: ToolProps) => {
  const state = useApiForm({ 'test-number': '' }, async (attributes) => {
    await sendTestText({ body: { data: { attributes } } });
    notifyDone(`The provider accepted a test message to ${attributes['test-number']}.`);
  });
  if (settings.data.enabled !== true)
    return (
      <Tool
        title="Send a test message"
        intro="Text messages are off. Enable them and save, then send a test message."
      />
    );
  return (
    <Tool
      title="Send a test message"
      intro="Uses the saved settings, so save your changes first. At most five messages per minute."
    >
      <ApiFormView state={state} act="Send a test message" refused="Not sent">
        <TextInput {...state.form.field('test-number', 'Phone number')} type="tel" autoComplete="tel" required />
      </ApiFormView>
    </Tool>
  );
};

type Check = Resource<'saml-checks'>['attributes'];

const accounts = {
  known: 'an account that is already linked',
  linked: 'an existing account, which would be linked',
  created: 'a new account, which would be created',
};
const teamChanges = {
  added: 'would be added',
  removed: 'would be removed',
  kept: 'stays',
  'limit-reached': 'would not be added, because the subscription allows no more members',
};

const CheckResult = ({ check }: { readonly check: Check }) => {
  const facts = [
    ['Account', check.account === null ? null : accounts[check.account]],
    ['Username', check.username],
    ['E-mail', check.email],
    ['Site administrator', check['is-admin'] === null ? null : check['is-admin'] ? 'Yes' : 'No'],
    ['Issuer', check.issuer],
    ['Name ID', check['name-id']],
  ] as const;
  const succeeds = check['would-sign-in'];
  return (
    <Alert
      color={succeeds ? 'green' : 'red'}
      title={succeeds ? 'The sign-in would succeed' : 'The sign-in would be refused'}
      role="status"
    >
      {check.detail !== null && <Text size="sm">{check.detail}</Text>}
      <List size="sm">
        {facts.map(
          ([name, value]) =>
            value !== null && (
              <List.Item key={name}>
                {name}: <strong style={{ overflowWrap: 'anywhere' }}>{value}</strong>
              </List.Item>
            ),
        )}
        {check.teams.map(({ organization, team, change }) => (
          <List.Item key={`${organization}/${team}`}>{`${organization} / ${team}: ${teamChanges[change]}`}</List.Item>
        ))}
      </List>
    </Alert>
  );
};

const TrySignIn = () => {
  const [check, setCheck] = useState<Check>();
  const state = useApiForm({ 'saml-response': '' }, async (values) => {
    setCheck(undefined);
    setCheck((await tryResponse(values)).data.attributes);
  });
  return (
    <Tool
      title="Try a sign-in"
      intro="Paste a SAML response from the identity provider, as XML or in base64. The result shows what a sign-in with this response would do. Nothing is changed."
    >
      <ApiFormView state={state} act="Try the response" refused="Not tried">
        <Textarea
          {...state.form.field('saml-response', 'SAML response')}
          required
          autosize
          minRows={3}
          maxRows={12}
          spellCheck={false}
        />
        {check !== undefined && <CheckResult check={check} />}
      </ApiFormView>
    </Tool>
  );
};

const day = 86_400_000;
const soon = 30;

const Expiry = ({ at }: { readonly at: string }) => {
  const days = Math.floor((Date.parse(at) - Date.now()) / day);
  if (days < 0) return <Tag tone="bad">{`Expired on ${exactTime(at)}`}</Tag>;
  return (
    <Tag tone={days < soon ? 'warned' : 'good'}>
      {days === 0 ? 'Expires today' : `Expires in ${counted(days, 'day')}`}
    </Tag>
  );
};

const Certificates = ({ settings: { certificates } }: ToolProps) =>
  certificates.length === 0 ? null : (
    <Tool
      title="Certificates"
      intro="The stored certificates and how long they are valid. Settings with an expired certificate are refused."
    >
      {certificates.map(({ name, subject, 'sha256-fingerprint': fingerprint, 'not-after': until }) => (
        <Stack key={name} gap={4} style={{ overflowWrap: 'anywhere' }}>
          <Group gap="xs">
            <Text size="sm" fw={600}>
              {textOf(name) ?? name}
            </Text>
            <Expiry at={until} />
          </Group>
          <Text size="sm">{`${subject.replaceAll('\n', ', ')}, valid until ${exactTime(until)}`}</Text>
          <Text size="sm" ff="monospace">
            {`SHA-256: ${fingerprint}`}
          </Text>
        </Stack>
      ))}
    </Tool>
  );

const OldCertificate = ({ settings, onChange }: ToolProps) => {
  const revoke = () =>
    confirmAct({
      title: 'Revoke the former certificate?',
      body: 'SAML responses that are signed with this certificate are refused immediately. This cannot be undone.',
      act: 'Revoke the former certificate',
      refused: 'Not revoked',
      onConfirm: async () => {
        await revokeOldCertificate();
        await onChange();
        notifyDone('The former certificate was revoked.');
      },
    });
  if (typeof settings.data['old-idp-cert'] !== 'string') return null;
  return (
    <Tool
      title="Former certificate"
      intro="Responses signed with the previous certificate are still accepted, so that the provider can change its keys. Revoke the certificate when the provider no longer uses it."
    >
      <Group>
        <Button variant="default" onClick={revoke}>
          Revoke the former certificate
        </Button>
      </Group>
    </Tool>
  );
};

/** Tools for a settings group. They are shown below the group's form. */
export function GroupTools({ group, ...props }: ToolProps & { readonly group: SettingsGroup }) {
  if (group === 'smtp') return <TestMail {...props} />;
  if (group === 'sms') return <TestText {...props} />;
  if (group === 'audit-stream') return <AuditStreamTools {...props} />;
  if (group !== 'saml') return null;
  return (
    <>
      <Certificates {...props} />
      <OldCertificate {...props} />
      <TrySignIn />
    </>
  );
}
