// The fields of an identity provider, for a new one and for changes.
import { Checkbox, Fieldset, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import type { Preset } from '../../../api/identity-providers.ts';
import type { ApiForm } from '../../../components/api-form.tsx';
import { field, flag } from '../../../components/api-form.tsx';
import { Dimmed } from '../../../components/dimmed.tsx';
import { PasswordField } from '../../../components/password-field.tsx';
import { placeOf, t } from '../../../texts/identity-providers.ts';
import type { Draft } from './draft.ts';

interface FieldsProps {
  readonly form: ApiForm<Draft>['form'];
  readonly preset: Preset;
  /** True for a new provider, which needs its credential. */
  readonly isNew: boolean;
}

/** An identifier or an address, which browsers must not correct. */
const verbatim = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;

const withKey: readonly Preset[] = ['entra', 'okta', 'keycloak', 'custom'];

const Client = ({ form, preset, isNew }: FieldsProps) => (
  <>
    <TextInput {...field(form, 'issuer', t.issuer, placeOf(preset, 'issuer'))} required {...verbatim} />
    {preset === 'entra' && <TextInput {...field(form, 'tenant', t.tenant, t.tenantHint)} required {...verbatim} />}
    <TextInput {...field(form, 'client-id', t.clientId, placeOf(preset, 'client-id'))} required {...verbatim} />
    <PasswordField
      {...field(
        form,
        'client-secret',
        t.secret,
        `${placeOf(preset, 'client-secret')}${isNew ? '' : ` ${t.secretStays}`}`,
      )}
      {...verbatim}
      autoComplete="new-password"
    />
    {withKey.includes(preset) && (
      <Textarea {...field(form, 'private-key', t.privateKey, t.privateKeyHint)} autosize maxRows={8} {...verbatim} />
    )}
  </>
);

const People = ({ form }: Pick<FieldsProps, 'form'>) => (
  <Fieldset legend={t.people}>
    <Stack>
      <Checkbox {...flag(form, 'enabled', t.isEnabled)} />
      <Checkbox {...flag(form, 'creates-accounts', t.createsAccounts, t.createsAccountsHint)} />
      <Textarea {...field(form, 'allowed-domains', t.domains, t.domainsHint)} autosize {...verbatim} />
      <Textarea {...field(form, 'allowed-groups', t.groups, t.groupsHint)} autosize {...verbatim} />
    </Stack>
  </Fieldset>
);

const claims = [
  ['username-claim', () => t.usernameClaim, () => undefined],
  ['email-claim', () => t.emailClaim, () => undefined],
  ['groups-claim', () => t.groupsClaim, (preset: Preset) => placeOf(preset, 'groups-claim')],
  ['site-admin-claim', () => t.adminClaim, () => t.adminClaimHint],
  ['site-admin-value', () => t.adminValue, () => t.adminValueHint],
] as const;

const Claims = ({ form, preset }: Pick<FieldsProps, 'form' | 'preset'>) => (
  <Fieldset legend={t.claims}>
    <Stack>
      <Dimmed>{t.claimsIntro}</Dimmed>
      <TextInput {...field(form, 'scopes', t.scopes, t.scopesHint)} {...verbatim} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} style={{ alignItems: 'end' }}>
        {claims.map(([name, label, description]) => (
          <TextInput key={name} {...field(form, name, label(), description(preset))} {...verbatim} />
        ))}
      </SimpleGrid>
    </Stack>
  </Fieldset>
);

const Teams = ({ form }: Pick<FieldsProps, 'form'>) => (
  <Fieldset legend={t.teams}>
    <Stack>
      <Textarea {...field(form, 'organizations', t.organizations, t.organizationsHint)} autosize {...verbatim} />
      <Checkbox {...flag(form, 'team-names-count', t.teamNamesCount, t.teamNamesCountHint)} />
    </Stack>
  </Fieldset>
);

/** All that can be changed later. */
export function ProviderFields(props: FieldsProps) {
  const { form, preset } = props;
  return (
    <>
      <TextInput {...field(form, 'name', t.name, t.nameHint)} required maxLength={60} />
      <Client {...props} />
      <People form={form} />
      <Claims form={form} preset={preset} />
      <Teams form={form} />
    </>
  );
}
