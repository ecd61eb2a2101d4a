// A person, as an identity provider knows them, by whatever protocol it says so.
import { folded } from '../../lib/text/text.ts';
import { isMailAddress } from './mail-address.ts';

/** The protocols by which identity providers sign people in. */
export type SignInProtocol = 'saml' | 'openid';

/** A person's name at an identity provider. */
export interface ProviderName {
  /** Key of the provider (`providerKey`). */
  readonly provider: string;
  /** As the provider sends it: the NameID, or the subject. */
  readonly nameId: string;
  /** Key for comparing names. */
  readonly nameKey: string;
}

/** A person, as the identity provider knows them. */
export interface Claims extends ProviderName {
  /** True if the name has the form of an address, which a provider may give to another person later. */
  readonly isNameAddress: boolean;
  /** An address that the provider vouches for. */
  readonly email: string | undefined;
  /** True if the address was sent as such, and is not only the name. */
  readonly isEmailSent: boolean;
  /** The base of a new account's username. */
  readonly username: string;
  readonly groups: ReadonlySet<string>;
  /** The groups were sent, even if there were none. */
  readonly areGroupsSent: boolean;
  /** Undefined when the provider does not say. */
  readonly isAdmin: boolean | undefined;
}

const openIdPrefix = 'openid ';

/**
 * Key of a provider: some have one text as entity ID of SAML and as issuer of OpenID Connect, and their names in both are
 * different. An entity ID stands alone, as it did before there was another protocol.
 */
export const providerKey = (protocol: SignInProtocol, name: string): string =>
  protocol === 'saml' ? name : openIdPrefix + name;

/** The protocol and the name of the provider in a key. */
export const providerIn = (key: string): { readonly protocol: SignInProtocol; readonly name: string } =>
  key.startsWith(openIdPrefix)
    ? { protocol: 'openid', name: key.slice(openIdPrefix.length) }
    : { protocol: 'saml', name: key };

/** The name of a person at a provider; `name` is that of the provider in the protocol. */
export const providerName = (protocol: SignInProtocol, name: string, nameId: string): ProviderName => ({
  provider: providerKey(protocol, name),
  nameId,
  nameKey: nameKeyOf(protocol, nameId),
});

/** An address as the NameID of SAML is compared in lower case; a subject of OpenID Connect as it is. */
const nameKeyOf = (protocol: SignInProtocol, nameId: string): string =>
  protocol === 'saml' && isMailAddress(nameId) ? folded(nameId) : nameId;
