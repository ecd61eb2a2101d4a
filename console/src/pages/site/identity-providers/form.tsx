// Form fields for an identity provider. The pages for creating and for changing a provider use them.
import { Checkbox, Fieldset, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { type Preset, presetAttributes } from '../../../api/identity-providers.ts';
import type { ApiForm } from '../../../components/api-form.tsx';
import { Dimmed } from '../../../components/dimmed.tsx';
import { PasswordField } from '../../../components/password-field.tsx';
import { placeOf } from '../../../texts/identity-providers.ts';
import type { Draft } from './draft.ts';

interface FieldsProps {
  readonly form: ApiForm<Draft>['form'];
  readonly preset: Preset;
  /** Whether the provider is being created. Its credential is then required. */
  readonly isNew: boolean;
}

/** HTML attributes that turn off autocorrection, for fields with identifiers and URLs. */
const verbatim = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;

const withKey: readonly Preset[] = ['entra', 'okta', 'keycloak', 'custom'];

/**
 * Whether the provider is Google itself, which has a fixed issuer and sends no groups. The form then has no fields for
 * the issuer and groups.
 */
const isOfGoogle = ({ form, preset }: Pick<FieldsProps, 'form' | 'preset'>): boolean =>
  preset === 'google' && form.getValues().issuer === presetAttributes.google.issuer;

const Client = ({ form, preset, isNew }: FieldsProps) => (
  <>
    {!isOfGoogle({ form, preset }) && (
      <TextInput {...form.field('issuer', 'Issuer')} description={placeOf(preset, 'issuer')} required {...verbatim} />
    )}
    {preset === 'entra' && (
      <TextInput
        {...form.field('tenant', 'Directory (tenant) ID')}
        description="A UUID, shown on the overview page of the app registration."
        required
        {...verbatim}
      />
    )}
    <TextInput
      {...form.field('client-id', 'Client ID')}
      description={placeOf(preset, 'client-id')}
      required
      {...verbatim}
    />
    <PasswordField
      {...form.field('client-secret', 'Client secret')}
      description={`${placeOf(preset, 'client-secret')}${isNew ? '' : ` Leave empty to keep the stored secret. If you change the issuer or the tenant, you must enter it again.`}`}
      {...verbatim}
      autoComplete="new-password"
    />
    {withKey.includes(preset) && (
      <Textarea
        {...form.field('private-key', 'Private key (instead of a secret)')}
        description="Key in PEM or JWK format for the client authentication method private_key_jwt. For Entra, add the certificate after a PEM key."
        autosize
        maxRows={8}
        {...verbatim}
      />
    )}
  </>
);

const People = ({ form, preset }: Pick<FieldsProps, 'form' | 'preset'>) => (
  <Fieldset legend="People">
    <Stack>
      <Checkbox {...form.flag('enabled', 'People can sign in with this provider')} />
      <Checkbox
        {...form.flag('creates-accounts', 'Create an account at the first sign-in')}
        description="If this is off, only people who already have an account can sign in. If anybody can register at the provider, as with Google, GitLab and GitHub, enter domains or groups below before you turn this on."
      />
      <Textarea
        {...form.field('allowed-domains', 'Allowed domains of e-mail addresses')}
        description="One per line, for example “example.com”. Leave empty for all domains. With Google, only Google Workspace accounts of these domains can sign in."
        autosize
        {...verbatim}
      />
      {!isOfGoogle({ form, preset }) && (
        <Textarea
          {...form.field('allowed-groups', 'Allowed groups')}
          description="Organizations or groups at the provider, one per line, spelled exactly as at the provider. People must belong to one of them. Leave empty to require no group."
          autosize
          {...verbatim}
        />
      )}
    </Stack>
  </Fieldset>
);

const claims = [
  ['username-claim', 'Claim with the username', () => undefined],
  ['email-claim', 'Claim with the e-mail address', () => undefined],
  ['groups-claim', 'Claim with the groups', (preset: Preset) => placeOf(preset, 'groups-claim')],
  ['site-admin-claim', 'Claim for site administrators', () => 'Leave empty to use the claim with the groups.'],
  [
    'site-admin-value',
    'Claim value for site administrators',
    () => 'Leave empty if the provider does not decide who is a site administrator.',
  ],
] as const;

const Claims = ({ form, preset }: Pick<FieldsProps, 'form' | 'preset'>) => (
  <Fieldset legend="Scopes and claims">
    <Stack>
      <Dimmed>
        Use the names from the documentation of the provider. A dot selects a member of a claim, for example
        realm_access.roles.
      </Dimmed>
      <TextInput
        {...form.field('scopes', 'Scopes')}
        description="Names of scopes, separated by spaces."
        {...verbatim}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} style={{ alignItems: 'end' }}>
        {claims
          .filter(([name]) => name !== 'groups-claim' || !isOfGoogle({ form, preset }))
          .map(([name, label, description]) => (
            <TextInput key={name} {...form.field(name, label)} description={description(preset)} {...verbatim} />
          ))}
      </SimpleGrid>
    </Stack>
  </Fieldset>
);

const Teams = ({ form }: Pick<FieldsProps, 'form'>) => (
  <Fieldset legend="Teams">
    <Stack>
      <Textarea
        {...form.field('organizations', 'Organizations whose team members this provider manages')}
        description="One name per line. Leave empty for none. List only organizations that let single sign-on manage team membership. Each organization can be listed by only one provider."
        autosize
        {...verbatim}
      />
      <Checkbox
        {...form.flag('team-names-count', 'Teams follow groups with the same name')}
        description="Turn this off if people can choose group names themselves, as on GitHub and GitLab. A team then follows only the group that is entered on its page."
      />
    </Stack>
  </Fieldset>
);

/** All form fields for attributes that can be changed after the provider is created. */
export function ProviderFields(props: FieldsProps) {
  const { form, preset } = props;
  return (
    <>
      <TextInput
        {...form.field('name', 'Name')}
        description="The button on the sign-in page shows “Sign in with” and this name."
        required
        maxLength={60}
      />
      <Client {...props} />
      <People form={form} preset={preset} />
      <Claims form={form} preset={preset} />
      {!isOfGoogle(props) && <Teams form={form} />}
    </>
  );
}
