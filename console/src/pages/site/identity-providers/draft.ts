// Form values for an identity provider.
import { type IdentityProvider, type Preset, presetAttributes } from '../../../api/identity-providers.ts';

/** Form values. A list is a string in which spaces or line breaks separate the elements. */
export interface Draft extends Record<string, unknown> {
  key: string;
  name: string;
  enabled: boolean;
  issuer: string;
  tenant: string;
  'client-id': string;
  'client-secret': string;
  'private-key': string;
  scopes: string;
  'username-claim': string;
  'email-claim': string;
  'groups-claim': string;
  'site-admin-claim': string;
  'site-admin-value': string;
  'team-names-count': boolean;
  organizations: string;
  'allowed-groups': string;
  'allowed-domains': string;
  'creates-accounts': boolean;
}

const noCredential = { 'client-secret': '', 'private-key': '' };

/** Returns the form values that a preset fills in. */
const presetDraft = (preset: Preset) => {
  const { scopes, ...attributes } = presetAttributes[preset];
  return { ...attributes, scopes: scopes.join(' ') };
};

export const newDraft = (preset: Preset, name: string): Draft => ({
  ...noCredential,
  ...presetDraft(preset),
  key: preset === 'custom' ? '' : preset,
  name,
  enabled: true,
  tenant: '',
  'client-id': '',
  organizations: '',
  'allowed-domains': '',
  'allowed-groups': '',
});

export const draftOf = ({ attributes }: IdentityProvider): Draft => ({
  ...attributes,
  ...noCredential,
  tenant: attributes.tenant ?? '',
  scopes: attributes.scopes.join(' '),
  organizations: attributes.organizations.join('\n'),
  'allowed-domains': attributes['allowed-domains'].join('\n'),
  'allowed-groups': attributes['allowed-groups'].join('\n'),
});

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/**
 * Splits text into lines, for example a list of group names. It does not split at spaces, because group names can
 * contain them.
 */
const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Returns the attributes of the request. A credential is sent only if the administrator entered it. */
export function inputFrom(draft: Draft) {
  const { 'client-secret': secret, 'private-key': privateKey, tenant } = draft;
  return {
    name: draft.name,
    enabled: draft.enabled,
    issuer: draft.issuer.trim(),
    ...(tenant.trim() !== '' && { tenant: tenant.trim() }),
    'client-id': draft['client-id'].trim(),
    ...(secret !== '' && { 'client-secret': secret }),
    ...(privateKey !== '' && { 'private-key': privateKey }),
    scopes: words(draft.scopes),
    'username-claim': draft['username-claim'].trim(),
    'email-claim': draft['email-claim'].trim(),
    'groups-claim': draft['groups-claim'].trim(),
    'site-admin-claim': draft['site-admin-claim'].trim(),
    'site-admin-value': draft['site-admin-value'].trim(),
    'team-names-count': draft['team-names-count'],
    organizations: words(draft.organizations),
    'allowed-domains': words(draft['allowed-domains']),
    'allowed-groups': lines(draft['allowed-groups']),
    'creates-accounts': draft['creates-accounts'],
  };
}
