import { Type } from 'typebox';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { Nullable, Timestamp } from '../../../jsonapi/schema.ts';
import { idOf } from '../../../kernel/ids.ts';
import { providerIn } from '../../../protocols/sign-in/claims.ts';
import type { LinkedIdentityRow } from '../single-sign-on/store.ts';

/** Identifier of an external identity, derived from the provider and the name at the provider. */
export const identityId = ({ provider, name_id }: Pick<LinkedIdentityRow, 'provider' | 'name_id'>): string =>
  idOf('identity', [provider, name_id]);

/** An external identity with the display name of its provider. */
export interface ShownIdentity extends LinkedIdentityRow {
  /**
   * Display name of the provider. Null for SAML, which has no display name, and for a provider that was removed from
   * the settings.
   */
  readonly providerName: string | null;
}

/** A person's identity at an identity provider, linked to an account or waiting to be confirmed. */
export const identityResource = resource<ShownIdentity>({
  type: 'identities',
  attributes: {
    protocol: shown(Type.Enum(['saml', 'openid']), ({ provider }) => providerIn(provider).protocol),
    provider: shown(Type.String(), ({ provider }) => providerIn(provider).name),
    'provider-name': shown(Nullable(Type.String()), ({ providerName }) => providerName),
    'name-id': shown(Type.String(), ({ name_id }) => name_id),
    'grants-admin': shown(Type.Boolean(), ({ grants_admin }) => grants_admin === 1),
    'awaits-groups': shown(Type.Boolean(), ({ awaits_groups }) => awaits_groups === 1),
    'created-at': shown(Timestamp(), ({ created_at }) => created_at),
    'to-confirm-since': shown(Nullable(Timestamp()), ({ to_confirm_since }) => to_confirm_since),
    'confirmed-at': shown(Nullable(Timestamp()), ({ confirmed_at }) => confirmed_at),
  },
  relationships: { user: { to: 'users', one: ({ user_id }) => user_id } },
  id: identityId,
});
