// The fields of the settings of an organization.
import { NativeSelect, NumberInput, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Resource } from '../../api/client.ts';
import type { OrganizationChanges } from '../../api/organization-settings.ts';
import { field, flag } from '../../components/api-form.tsx';
import { Section } from '../../components/section.tsx';
import { t } from '../../texts/organization.ts';

type Attributes = Resource<'organizations'>['attributes'];

type Settings = Omit<Pick<Attributes, keyof OrganizationChanges & keyof Attributes>, 'collaborator-auth-policy'>;

/** Values of the form, by the attributes that they set. A number that may be absent is an empty text while it is. */
export type SettingsDraft = {
  [Name in keyof Settings]: null extends Settings[Name] ? Exclude<Settings[Name], null> | '' : Settings[Name];
} & { 'collaborator-auth-policy': boolean };

/** All plain attributes: those without a field stay as they are. */
export function draftOf({ attributes }: Resource<'organizations'>): SettingsDraft {
  const plain = Object.entries(attributes).filter(([, value]) => value === null || typeof value !== 'object');
  const values: ReturnType<typeof JSON.parse> = Object.fromEntries(plain.map(([name, value]) => [name, value ?? '']));
  return { ...values, 'collaborator-auth-policy': attributes['collaborator-auth-policy'] === 'two_factor_mandatory' };
}

function sentOf(name: string, before: unknown, value: unknown) {
  if (name === 'collaborator-auth-policy') return value === true ? 'two_factor_mandatory' : 'password';
  if (before !== '' && typeof before !== 'number') return value;
  return value === '' ? null : Number(value);
}

/** Only what a person changed is sent: the rest may have been changed by others meanwhile. */
export function changesOf(opened: SettingsDraft, draft: SettingsDraft): OrganizationChanges {
  const before = new Map<string, unknown>(Object.entries(opened));
  const changed = Object.entries(draft).filter(([name, value]) => before.get(name) !== value);
  return Object.fromEntries(changed.map(([name, value]) => [name, sentOf(name, before.get(name), value)]));
}

type Form = UseFormReturnType<SettingsDraft>;

export const General = ({ form }: { readonly form: Form }) => (
  <Section title={t.general}>
    <TextInput {...field(form, 'name', t.name, t.nameHint)} required maxLength={255} />
    <TextInput {...field(form, 'email', t.email, t.emailHint)} type="email" required />
  </Section>
);

export const SignIn = ({ form }: { readonly form: Form }) => (
  <Section title={t.access}>
    <Switch {...flag(form, 'collaborator-auth-policy', t.twoFactor, t.twoFactorHint)} />
    <Switch {...flag(form, 'user-tokens-enabled', t.tokens, t.tokensHint)} />
    <Switch {...flag(form, 'saml-enabled', t.ssoTeams, t.ssoTeamsHint)} />
    <NumberInput {...field(form, 'session-timeout', t.timeout, t.minutesHint)} min={1} />
    <NumberInput {...field(form, 'session-remember', t.remember, t.minutesHint)} min={1} />
  </Section>
);

const uploads = (): readonly { readonly value: SettingsDraft['policy-upload-check']; readonly label: string }[] => [
  { value: 'report', label: t.uploadReport },
  { value: 'enforce', label: t.uploadEnforce },
  { value: 'enforce-tests', label: t.uploadTests },
];

/** Requirements on evaluations, so that none passes in silence. */
const Requirements = ({ form }: { readonly form: Form }) => (
  <>
    <Switch {...flag(form, 'evaluated-policies-required', t.policiesRequired, t.policiesRequiredHint)} />
    <Switch {...flag(form, 'complete-plans-required', t.plansRequired, t.plansRequiredHint)} />
    <Switch {...flag(form, 'evaluation-workspace-required', t.workspaceRequired, t.workspaceRequiredHint)} />
  </>
);

export const Contents = ({ form }: { readonly form: Form }) => (
  <>
    <Section title={t.policies}>
      <NativeSelect {...field(form, 'policy-upload-check', t.upload, t.uploadHint)} data={[...uploads()]} />
      <NumberInput {...field(form, 'policy-input-retention-days', t.inputs, t.inputsHint)} />
      <Switch {...flag(form, 'evaluation-change-values-enabled', t.changeValues, t.changeValuesHint)} />
      <Switch {...flag(form, 'evaluation-rule-lines-enabled', t.ruleLines, t.ruleLinesHint)} />
      <Requirements form={form} />
    </Section>
    <Section title={t.registry}>
      <Switch {...flag(form, 'module-deprecation-notices-enabled', t.notices, t.noticesHint)} />
    </Section>
  </>
);
