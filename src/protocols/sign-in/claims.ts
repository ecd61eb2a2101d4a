// User data from an identity provider, independent of the protocol.
import { folded } from '../../lib/text/text.ts';
import { isMailAddress } from './mail-address.ts';

/** Sign-in protocols of identity providers. */
export type SignInProtocol = 'saml' | 'openid';

/** Name of a user at an identity provider. */
export interface ProviderName {
  /** Key of the provider (`providerKey`). */
  readonly provider: string;
  /** Name as the provider sends it: the NameID or the subject. */
  readonly nameId: string;
  /** Key for comparing names. */
  readonly nameKey: string;
}

/** User data from an identity provider. */
export interface Claims extends ProviderName {
  /** Whether the name is an email address, which a provider may later assign to another user. */
  readonly isNameAddress: boolean;
  /** Email address that the provider has verified. */
  readonly email: string | undefined;
  /** Whether the email address was sent separately from the name. */
  readonly isEmailSent: boolean;
  /** Basis for the username of a new account. */
  readonly username: string;
  readonly groups: ReadonlySet<string>;
  /** Whether the provider sent groups. Also true for an empty list. */
  readonly areGroupsSent: boolean;
  /** Whether the user is a site administrator. Undefined if the provider sends no information about it. */
  readonly isAdmin: boolean | undefined;
}

const openIdPrefix = 'openid ';

/**
 * Returns the key of a provider. The key depends on the protocol, because a provider may use the same text as SAML
 * entity ID and as OpenID Connect issuer, and give users different names in the two protocols. Entity IDs have no
 * prefix, because they were stored before OpenID Connect was supported.
 */
export const providerKey = (protocol: SignInProtocol, name: string): string =>
  protocol === 'saml' ? name : openIdPrefix + name;

/** Returns the protocol and the provider's name for a key. */
export const providerIn = (key: string): { readonly protocol: SignInProtocol; readonly name: string } =>
  key.startsWith(openIdPrefix)
    ? { protocol: 'openid', name: key.slice(openIdPrefix.length) }
    : { protocol: 'saml', name: key };

/** Returns a user's name at a provider. `name` is the provider's entity ID or issuer. */
export const providerName = (protocol: SignInProtocol, name: string, nameId: string): ProviderName => ({
  provider: providerKey(protocol, name),
  nameId,
  nameKey: nameKeyOf(protocol, nameId),
});

/**
 * Returns the key by which a user's names are compared. A SAML NameID that is an email address is compared in lower
 * case. An OpenID Connect subject is compared exactly.
 */
const nameKeyOf = (protocol: SignInProtocol, nameId: string): string =>
  protocol === 'saml' && isMailAddress(nameId) ? folded(nameId) : nameId;
