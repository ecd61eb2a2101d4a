// Form fields for the settings of an organization.
import { NativeSelect, NumberInput, Switch, TextInput } from '@mantine/core';
import type { Resource } from '../../api/client.ts';
import type { OrganizationChanges } from '../../api/organization-settings.ts';
import type { ApiForm } from '../../components/api-form.tsx';
import { Section } from '../../components/section.tsx';
import { organizationSettingLabels as labels } from '../../texts/organization-settings.ts';
import { unknownValuesEffect, unknownValuesOptions } from '../../texts/unknown-values.ts';

type Attributes = Resource<'organizations'>['attributes'];

type Settings = Omit<Pick<Attributes, keyof OrganizationChanges & keyof Attributes>, 'collaborator-auth-policy'>;

/** Form values by attribute name. An optional number that is not set is an empty string. */
export type SettingsDraft = {
  [Name in keyof Settings]: null extends Settings[Name] ? Exclude<Settings[Name], null> | '' : Settings[Name];
} & { 'collaborator-auth-policy': boolean };

/** Returns all attributes with simple values as form values. Attributes without a form field never change. */
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

/** Returns only the attributes that the user changed, so that other users' changes to other attributes are kept. */
export function changesOf(opened: SettingsDraft, draft: SettingsDraft): OrganizationChanges {
  const before = new Map<string, unknown>(Object.entries(opened));
  const changed = Object.entries(draft).filter(([name, value]) => before.get(name) !== value);
  return Object.fromEntries(changed.map(([name, value]) => [name, sentOf(name, before.get(name), value)]));
}

type Form = ApiForm<SettingsDraft>['form'];

export const General = ({ form }: { readonly form: Form }) => (
  <Section title="General">
    <TextInput
      {...form.field('name', labels.name)}
      description="Letters, numbers, - and _. The name is part of URLs. URLs with the old name stop working."
      required
      maxLength={255}
    />
    <TextInput
      {...form.field('email', labels.email)}
      description="Mails about the organization are sent to this address."
      type="email"
      required
    />
  </Section>
);

export const SignIn = ({ form }: { readonly form: Form }) => (
  <Section title="Sign-in of members">
    <Switch
      {...form.flag('collaborator-auth-policy', labels['collaborator-auth-policy'])}
      description="Members without two-factor authentication have no access to the organization until they set it up. Set up your own two-factor authentication first."
    />
    <Switch
      {...form.flag('user-tokens-enabled', labels['user-tokens-enabled'])}
      description="If this is off, only sessions, team tokens and the organization token have access to the organization."
    />
    <Switch
      {...form.flag('saml-enabled', labels['saml-enabled'])}
      description="Team membership follows the groups that people have at the identity provider. A site administrator assigns the provider to this organization. The membership of the team “owners” does not change."
    />
    <NumberInput
      {...form.field('session-timeout', labels['session-timeout'])}
      description="Number of minutes. Leave empty to use the setting of the site."
      min={1}
    />
    <NumberInput
      {...form.field('session-remember', labels['session-remember'])}
      description="Number of minutes. Leave empty to use the setting of the site."
      min={1}
    />
  </Section>
);

const uploads: readonly { readonly value: SettingsDraft['policy-upload-check']; readonly label: string }[] = [
  { value: 'report', label: 'Always' },
  { value: 'enforce', label: 'Only if the code has no errors' },
  { value: 'enforce-tests', label: 'Only if the code has no errors and its tests pass' },
];

/** Fields for requirements that prevent plans from passing without a check. */
const Requirements = ({ form }: { readonly form: Form }) => (
  <>
    <Switch
      {...form.flag('evaluated-policies-required', labels['evaluated-policies-required'])}
      description="An evaluation without policies gets the status “errored”. If this is off, it passes and says that no policy was evaluated."
    />
    <Switch
      {...form.flag('complete-plans-required', labels['complete-plans-required'])}
      description="A plan is refused if planning ended with an error or deferred changes to a later plan."
    />
    <NativeSelect
      {...form.field('unknown-values', labels['unknown-values'])}
      description={unknownValuesEffect(form.getValues()['unknown-values'])}
      data={unknownValuesOptions}
    />
    <Switch
      {...form.flag('evaluation-workspace-required', labels['evaluation-workspace-required'])}
      description="If this is off, clients can send plans without a workspace and name the tags themselves. Such tags cannot exclude a policy set."
    />
  </>
);

/** Fields for what readers of evaluations see, and for who is a reader. */
const Readers = ({ form }: { readonly form: Form }) => (
  <>
    <Switch
      {...form.flag('evaluation-change-values-enabled', labels['evaluation-change-values-enabled'])}
      description="Everybody who can read an evaluation sees the changed values of resources with findings, without sensitive values. If this is off, these values are not stored."
    />
    <Switch
      {...form.flag('evaluation-rule-lines-enabled', labels['evaluation-rule-lines-enabled'])}
      description="Everybody who can read an evaluation sees the matching lines of failed policies, even without access to the policy. If this is off, no code is shown."
    />
    <Switch
      {...form.flag('evaluation-author-access-enabled', labels['evaluation-author-access-enabled'])}
      description="A client can name the author of a run: a member by username or confirmed e-mail address, or a team. The author can read the evaluation and its findings, even without access to the workspace."
    />
  </>
);

/** Fields for the duration and creation of exemptions and overrides. */
const Exceptions = ({ form }: { readonly form: Form }) => (
  <>
    <NumberInput
      {...form.field('policy-exemption-max-days', labels['policy-exemption-max-days'])}
      description="Number of days, up to 3,650. Leave empty to allow exemptions without an end date. Existing exemptions keep their end."
      min={1}
    />
    <NumberInput
      {...form.field('policy-override-max-days', labels['policy-override-max-days'])}
      description="Number of days, up to 3,650. Leave empty to allow overrides without an end date. Existing overrides keep their end."
      min={1}
    />
    <Switch
      {...form.flag('exemptions-need-request', labels['exemptions-need-request'])}
      description="Nobody can create an exemption or extend its end alone. One person asks for the exemption, and another person grants it."
    />
  </>
);

export const Contents = ({ form }: { readonly form: Form }) => (
  <>
    <Section title="Policies">
      <NativeSelect
        {...form.field('policy-upload-check', labels['policy-upload-check'])}
        description="Problems in the code are always shown."
        data={[...uploads]}
      />
      <NumberInput
        {...form.field('policy-input-retention-days', labels['policy-input-retention-days'])}
        description="Up to 365. Leave empty to record no plans. Sensitive values are removed. Replays use the recorded plans."
      />
      <Readers form={form} />
      <Requirements form={form} />
    </Section>
    <Section title="Exemptions and overrides">
      <Exceptions form={form} />
    </Section>
    <Section title="Registry">
      <Switch
        {...form.flag('module-deprecation-notices-enabled', labels['module-deprecation-notices-enabled'])}
        description="Terraform and OpenTofu print the warning, which is added to the archives of deprecated versions."
      />
    </Section>
  </>
);
