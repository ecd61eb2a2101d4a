// Settings shared by all `oidc-providers`.
import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import type { Reader } from '../../../db/database.ts';
import { Count, Timestamp } from '../../../jsonapi/schema.ts';
import { timestamp } from '../../../kernel/clock.ts';
import {
  type Attributes,
  clearable,
  group,
  inForce,
  storedValues,
  type ValuesOf,
  value,
} from '../../instance/index.ts';

const fortnight = 1_209_600;

/** Paths of OpenID Connect sign-in, relative to the base URL of the service. */
export const openIdPaths = {
  login: '/users/oidc/login',
  callback: '/users/oidc/callback/:provider_key',
  code: '/users/oidc/code',
  link: '/users/oidc/link/:provider_key',
  prove: '/users/oidc/prove/:provider_key',
  check: '/users/oidc/check/:provider_key',
  logout: '/users/oidc/logout/:provider_key',
} as const;

/**
 * Path to which a provider redirects browsers. Each provider has its own path, so that one provider cannot respond to
 * requests meant for another provider.
 */
export const callbackPath = (key: string): string => pathOf('callback', key);

/** Path that receives a provider's logout tokens. */
export const logoutPath = (key: string): string => pathOf('logout', key);

/** Path with the provider's key filled in. */
export const pathOf = (name: 'callback' | 'link' | 'prove' | 'check' | 'logout', key: string): string =>
  openIdPaths[name].replace(':provider_key', key);

const attributes = {
  enabled: value(Type.Boolean(), false),
  // The same sign-in rules exist in the SAML settings.
  'groups-absent': value(Type.Enum(['refuse', 'none']), 'refuse'),
  'confirm-after-unused-days': value(Count(1), 90),
  'team-management-enabled': value(Type.Boolean(), true),
  'sso-api-token-session-timeout': value(Count(1), fortnight),
  'sso-satisfies-two-factor': value(Type.Boolean(), true),
  'sso-required': value(Type.Boolean(), false),
  'sso-required-since': { ...clearable(Timestamp()), isReadOnly: true },
} as const satisfies Attributes;

export type OpenIdSettings = ValuesOf<typeof attributes>;

export const oidcSignIn = group({
  id: 'oidc-sign-in',
  attributes,
  derive: (values, before, { clock }) => {
    const isRequired = (settings: OpenIdSettings) => settings.enabled && settings['sso-required'];
    if (!isRequired(values) || isRequired(before)) return values;
    return { ...values, 'sso-required-since': timestamp(clock.now()) };
  },
});

/** The current settings, cached in memory. */
export const openIdSettings = inForce(oidcSignIn);

/** Reads the stored settings from the database. */
export function readOpenIdSettings(context: Context, reader: Reader): Promise<OpenIdSettings> {
  return storedValues(context, oidcSignIn, reader);
}
