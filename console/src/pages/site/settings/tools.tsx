// Further tools of a group of settings: tests of it, and the former certificate.
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
import { ApiFormView, field, useApiForm } from '../../../components/api-form.tsx';
import { confirmAct } from '../../../components/confirm.tsx';
import { PageLink } from '../../../components/links.tsx';
import { notifyDone } from '../../../components/notify.tsx';
import { exactTime } from '../../../components/relative-time.ts';
import { Tag } from '../../../components/tag.tsx';
import { t as common } from '../../../texts/common.ts';
import { not } from '../../../texts/refusals.ts';
import { t, textOf } from '../../../texts/settings.ts';
import { AuditStreamTools } from './audit-stream.tsx';
import { Tool } from './tool.tsx';

interface ToolProps {
  readonly settings: Settings;
  readonly onChange: () => unknown;
}

/** Without an address the service would send nothing, and find nothing wrong. */
const noAddress = () =>
  new ApiFailure(422, [{ detail: t.testAddressRequired, pointer: '/data/attributes/test-email-address' }]);

const TestMail = ({ settings }: ToolProps) => {
  const state = useApiForm({ 'test-email-address': '' }, ({ 'test-email-address': address }) =>
    address.trim() === '' ? Promise.reject(noAddress()) : sendTestMail(address.trim()),
  );
  const { form } = state;
  if (settings.data.enabled !== true)
    return (
      <Tool title={t.testMail} intro={t.mailIsOff}>
        {null}
      </Tool>
    );
  return (
    <Tool title={t.testMail} intro={t.testMailIntro}>
      <ApiFormView
        state={state}
        act={t.testMail}
        refused={not.sent}
        onDone={() => notifyDone(t.testMailSent(form.getValues()['test-email-address']))}
      >
        <TextInput {...field(form, 'test-email-address', t.testAddress)} type="email" autoComplete="email" required />
      </ApiFormView>
    </Tool>
  );
};

const TestText = ({ settings }: ToolProps) => {
  const state = useApiForm({ 'test-number': '' }, (attributes) => sendTestText({ body: { data: { attributes } } }));
  const { form } = state;
  if (settings.data.enabled !== true)
    return (
      <Tool title={t.testText} intro={t.textIsOff}>
        {null}
      </Tool>
    );
  return (
    <Tool title={t.testText} intro={t.testTextIntro}>
      <ApiFormView
        state={state}
        act={t.testText}
        refused={not.sent}
        onDone={() => notifyDone(t.testTextSent(form.getValues()['test-number']))}
      >
        <TextInput {...field(form, 'test-number', t.testNumber)} type="tel" autoComplete="tel" required />
      </ApiFormView>
    </Tool>
  );
};

type Check = Resource<'saml-checks'>['attributes'];

const accounts = () => ({ known: t.accountKnown, linked: t.accountLinked, created: t.accountCreated });
const teamChanges = () => ({ added: t.added, removed: t.removed, kept: t.kept, 'limit-reached': t.noSeat });

const CheckResult = ({ check }: { readonly check: Check }) => {
  const facts = [
    [t.account, check.account === null ? null : accounts()[check.account]],
    [t.username, check.username],
    [t.email, check.email],
    [t.administrator, check['is-admin'] === null ? null : check['is-admin'] ? common.yes : common.no],
    [t.issuer, check.issuer],
    [t.nameId, check['name-id']],
  ] as const;
  const succeeds = check['would-sign-in'];
  return (
    <Alert color={succeeds ? 'green' : 'red'} title={succeeds ? t.wouldSignIn : t.wouldNotSignIn} role="status">
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
          <List.Item key={`${organization}/${team}`}>{t.team(organization, team, teamChanges()[change])}</List.Item>
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
    <Tool title={t.trySso} intro={t.trySsoIntro}>
      <ApiFormView state={state} act={t.trySsoAct} refused={not.tried}>
        <Textarea
          {...field(state.form, 'saml-response', t.response)}
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
  if (days < 0) return <Tag tone="bad">{t.expired(exactTime(at))}</Tag>;
  return <Tag tone={days < soon ? 'warned' : 'good'}>{t.expiresIn(days)}</Tag>;
};

const Certificates = ({ settings: { certificates } }: ToolProps) =>
  certificates.length === 0 ? null : (
    <Tool title={t.certificates} intro={t.certificatesIntro}>
      {certificates.map(({ name, subject, 'sha256-fingerprint': fingerprint, 'not-after': until }) => (
        <Stack key={name} gap={4} style={{ overflowWrap: 'anywhere' }}>
          <Group gap="xs">
            <Text size="sm" fw={600}>
              {textOf(name) ?? name}
            </Text>
            <Expiry at={until} />
          </Group>
          <Text size="sm">{t.certificateOf(subject.replaceAll('\n', ', '), exactTime(until))}</Text>
          <Text size="sm" ff="monospace">
            {t.fingerprint(fingerprint)}
          </Text>
        </Stack>
      ))}
    </Tool>
  );

const OldCertificate = ({ settings, onChange }: ToolProps) => {
  const revoke = () =>
    confirmAct({
      title: t.revokeOldTitle,
      body: t.revokeOldBody,
      act: t.revokeOld,
      refused: not.revoked,
      onConfirm: async () => {
        await revokeOldCertificate();
        await onChange();
        notifyDone(t.revokedOld);
      },
    });
  if (typeof settings.data['old-idp-cert'] !== 'string') return null;
  return (
    <Tool title={t.oldCertificate} intro={t.oldCertificateIntro}>
      <Group>
        <Button variant="default" onClick={revoke}>
          {t.revokeOld}
        </Button>
      </Group>
    </Tool>
  );
};

const Providers = () => (
  <Tool title={t.providers} intro={t.providersIntro}>
    <PageLink to="/app/site/identity-providers">{t.toProviders}</PageLink>
  </Tool>
);

/** Tools below the form of a group. */
export function GroupTools({ group, ...props }: ToolProps & { readonly group: SettingsGroup }) {
  if (group === 'smtp') return <TestMail {...props} />;
  if (group === 'sms') return <TestText {...props} />;
  if (group === 'audit-stream') return <AuditStreamTools {...props} />;
  if (group === 'oidc-sign-in') return <Providers />;
  if (group !== 'saml') return null;
  return (
    <>
      <Certificates {...props} />
      <OldCertificate {...props} />
      <TrySignIn />
    </>
  );
}
