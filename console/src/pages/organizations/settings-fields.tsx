// The fields of the settings of an organization.
import { NativeSelect, NumberInput, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Resource } from '../../api/client.ts';
import type { OrganizationChanges } from '../../api/organization-settings.ts';
import { field, flag } from '../../components/api-form.tsx';
import { Section } from '../../components/section.tsx';
import { t } from '../../texts/organization.ts';

type Upload = NonNullable<OrganizationChanges['policy-upload-check']>;

/** Values of the form: numbers that may be absent are texts while they are. */
export interface SettingsDraft extends Record<string, unknown> {
  name: string;
  email: string;
  'collaborator-auth-policy': boolean;
  'user-tokens-enabled': boolean;
  'saml-enabled': boolean;
  'session-timeout': number | string;
  'session-remember': number | string;
  'policy-upload-check': Upload;
  'policy-input-retention-days': number | string;
  'evaluation-change-values-enabled': boolean;
  'evaluation-rule-lines-enabled': boolean;
  'evaluated-policies-required': boolean;
  'complete-plans-required': boolean;
  'evaluation-workspace-required': boolean;
  'module-deprecation-notices-enabled': boolean;
}

export const draftOf = ({ id, attributes }: Resource<'organizations'>): SettingsDraft => ({
  name: id,
  email: attributes.email,
  'collaborator-auth-policy': attributes['collaborator-auth-policy'] === 'two_factor_mandatory',
  'user-tokens-enabled': attributes['user-tokens-enabled'],
  'saml-enabled': attributes['saml-enabled'],
  'session-timeout': attributes['session-timeout'] ?? '',
  'session-remember': attributes['session-remember'] ?? '',
  'policy-upload-check': attributes['policy-upload-check'],
  'policy-input-retention-days': attributes['policy-input-retention-days'] ?? '',
  'evaluation-change-values-enabled': attributes['evaluation-change-values-enabled'],
  'evaluation-rule-lines-enabled': attributes['evaluation-rule-lines-enabled'],
  'evaluated-policies-required': attributes['evaluated-policies-required'],
  'complete-plans-required': attributes['complete-plans-required'],
  'evaluation-workspace-required': attributes['evaluation-workspace-required'],
  'module-deprecation-notices-enabled': attributes['module-deprecation-notices-enabled'],
});

/** Names of the fields. */
export const names = (): Readonly<Record<keyof SettingsDraft & string, string>> => ({
  name: t.name,
  email: t.email,
  'collaborator-auth-policy': t.twoFactor,
  'user-tokens-enabled': t.tokens,
  'saml-enabled': t.ssoTeams,
  'session-timeout': t.timeout,
  'session-remember': t.remember,
  'policy-upload-check': t.upload,
  'policy-input-retention-days': t.inputs,
  'evaluation-change-values-enabled': t.changeValues,
  'evaluation-rule-lines-enabled': t.ruleLines,
  'evaluated-policies-required': t.policiesRequired,
  'complete-plans-required': t.plansRequired,
  'evaluation-workspace-required': t.workspaceRequired,
  'module-deprecation-notices-enabled': t.notices,
});

const numberOrNull = (value: number | string): number | null => (value === '' ? null : Number(value));

const sentValues = (draft: SettingsDraft): Required<OrganizationChanges> => ({
  ...draft,
  'collaborator-auth-policy': draft['collaborator-auth-policy'] ? 'two_factor_mandatory' : 'password',
  'session-timeout': numberOrNull(draft['session-timeout']),
  'session-remember': numberOrNull(draft['session-remember']),
  'policy-input-retention-days': numberOrNull(draft['policy-input-retention-days']),
});

/** Only what a person changed is sent: the rest may have been changed by others meanwhile. */
export function changesOf(opened: SettingsDraft, draft: SettingsDraft): OrganizationChanges {
  const changed = Object.entries(sentValues(draft)).filter(([name]) => opened[name] !== draft[name]);
  return Object.fromEntries(changed);
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

const uploads = (): readonly { readonly value: Upload; readonly label: string }[] => [
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
