// The fields of an identity provider, for a new one and for changes.
import { Checkbox, Fieldset, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import type { Preset } from '../../../api/identity-providers.ts';
import type { ApiForm } from '../../../components/api-form.tsx';
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
    <TextInput
      label={t.issuer}
      description={placeOf(preset, 'issuer')}
      required
      {...verbatim}
      {...form.getInputProps('issuer')}
    />
    {preset === 'entra' && (
      <TextInput label={t.tenant} description={t.tenantHint} required {...verbatim} {...form.getInputProps('tenant')} />
    )}
    <TextInput
      label={t.clientId}
      description={placeOf(preset, 'client-id')}
      required
      {...verbatim}
      {...form.getInputProps('client-id')}
    />
    <PasswordField
      label={t.secret}
      description={`${placeOf(preset, 'client-secret')}${isNew ? '' : ` ${t.secretStays}`}`}
      {...verbatim}
      autoComplete="new-password"
      {...form.getInputProps('client-secret')}
    />
    {withKey.includes(preset) && (
      <Textarea
        label={t.privateKey}
        description={t.privateKeyHint}
        autosize
        maxRows={8}
        {...verbatim}
        {...form.getInputProps('private-key')}
      />
    )}
  </>
);

const People = ({ form }: Pick<FieldsProps, 'form'>) => (
  <Fieldset legend={t.people}>
    <Stack>
      <Checkbox label={t.isEnabled} {...form.getInputProps('enabled', { type: 'checkbox' })} />
      <Checkbox
        label={t.createsAccounts}
        description={t.createsAccountsHint}
        {...form.getInputProps('creates-accounts', { type: 'checkbox' })}
      />
      <Textarea
        label={t.domains}
        description={t.domainsHint}
        autosize
        {...verbatim}
        {...form.getInputProps('allowed-domains')}
      />
      <Textarea
        label={t.groups}
        description={t.groupsHint}
        autosize
        {...verbatim}
        {...form.getInputProps('allowed-groups')}
      />
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
      <TextInput label={t.scopes} description={t.scopesHint} {...verbatim} {...form.getInputProps('scopes')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} style={{ alignItems: 'end' }}>
        {claims.map(([name, label, description]) => (
          <TextInput
            key={name}
            label={label()}
            description={description(preset)}
            {...verbatim}
            {...form.getInputProps(name)}
          />
        ))}
      </SimpleGrid>
    </Stack>
  </Fieldset>
);

const Teams = ({ form }: Pick<FieldsProps, 'form'>) => (
  <Fieldset legend={t.teams}>
    <Stack>
      <Textarea
        label={t.organizations}
        description={t.organizationsHint}
        autosize
        {...verbatim}
        {...form.getInputProps('organizations')}
      />
      <Checkbox
        label={t.teamNamesCount}
        description={t.teamNamesCountHint}
        {...form.getInputProps('team-names-count', { type: 'checkbox' })}
      />
    </Stack>
  </Fieldset>
);

/** All that can be changed later. */
export function ProviderFields(props: FieldsProps) {
  const { form, preset } = props;
  return (
    <>
      <TextInput label={t.name} description={t.nameHint} required maxLength={60} {...form.getInputProps('name')} />
      <Client {...props} />
      <People form={form} />
      <Claims form={form} preset={preset} />
      <Teams form={form} />
    </>
  );
}
