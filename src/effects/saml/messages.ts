// What this service sends: messages to the identity provider, carried by the browser in an address, and its metadata.
import { createSign, randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { timestamp } from '../../lib/clock.ts';
import type { ServiceProvider } from './parties.ts';
import { namespaces, xml } from './xml.ts';

const post = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';
const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const unspecified = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';

/** With what requests are signed. */
export interface Signer {
  /** PEM. */
  readonly privateKey: string;
  readonly method: 'SHA1' | 'SHA256';
}

/** A message on its way. */
export interface Sending {
  /** The provider's address. */
  readonly to: string;
  readonly relayState?: string | undefined;
  readonly signer?: Signer | undefined;
}

/** A new name for a message: an XML name that nobody guesses. */
export const newMessageId = (): string => `_${randomBytes(20).toString('hex')}`;

const signatureAlgorithms = {
  SHA1: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
  SHA256: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
} as const;

const signed = (parameters: string, { privateKey, method }: Signer): string => {
  const octets = `${parameters}&${new URLSearchParams({ SigAlg: signatureAlgorithms[method] })}`;
  const signature = createSign(`RSA-${method}`).update(octets).sign(privateKey, 'base64');
  return `${octets}&${new URLSearchParams({ Signature: signature })}`;
};

/** The address that carries a message by the redirect binding. */
const addressOf = (message: string, { to, relayState, signer }: Sending): string => {
  const carried = { SAMLRequest: deflateRawSync(message).toString('base64') };
  const parameters = new URLSearchParams(relayState === undefined ? carried : { ...carried, RelayState: relayState });
  const query = signer === undefined ? parameters.toString() : signed(parameters.toString(), signer);
  return `${to}${to.includes('?') ? '&' : '?'}${query}`;
};

/** Asks the provider who somebody is. `now` is in milliseconds since 1970. */
export const authnRequestUrl = (
  { entityId, acsUrl }: ServiceProvider,
  { id, now }: { readonly id: string; readonly now: number },
  sending: Sending,
): string =>
  addressOf(
    xml`<samlp:AuthnRequest xmlns:samlp="${namespaces.protocol}" xmlns:saml="${namespaces.assertion}" ID="${id}" Version="2.0" IssueInstant="${timestamp(now)}" Destination="${sending.to}" ProtocolBinding="${post}" AssertionConsumerServiceURL="${acsUrl}"><saml:Issuer>${entityId}</saml:Issuer><samlp:NameIDPolicy Format="${unspecified}" AllowCreate="true"/></samlp:AuthnRequest>`,
    sending,
  );

/** A session at the provider, in its own words. */
export interface ProviderSession {
  readonly nameId: string;
  readonly nameIdFormat: string | undefined;
  readonly sessionIndex: string | undefined;
}

/** Tells the provider that somebody signs out. `now` is in milliseconds since 1970. */
export const logoutRequestUrl = (
  { entityId }: ServiceProvider,
  { nameId, nameIdFormat = unspecified, sessionIndex, now }: ProviderSession & { readonly now: number },
  sending: Sending,
): string => {
  const index = sessionIndex === undefined ? '' : xml`<samlp:SessionIndex>${sessionIndex}</samlp:SessionIndex>`;
  const head = xml`<samlp:LogoutRequest xmlns:samlp="${namespaces.protocol}" xmlns:saml="${namespaces.assertion}" ID="${newMessageId()}" Version="2.0" IssueInstant="${timestamp(now)}" Destination="${sending.to}"><saml:Issuer>${entityId}</saml:Issuer><saml:NameID Format="${nameIdFormat}">${nameId}</saml:NameID>`;
  return addressOf(`${head}${index}</samlp:LogoutRequest>`, sending);
};

/** What metadata tells beside the addresses. */
export interface Description {
  readonly logoutUrl: string;
  readonly signsRequests: boolean;
  /** PEM; the one that goes with the key that requests are signed with. */
  readonly certificate: string | undefined;
}

const armour = /-----[^-]*-----|\s/g;

const keyDescriptor = (certificate: string | undefined): string =>
  certificate === undefined
    ? ''
    : xml`<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="${namespaces.signature}"><ds:X509Data><ds:X509Certificate>${certificate.replaceAll(armour, '')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;

/** What an identity provider needs to know of this service. */
export const metadata = (
  { entityId, acsUrl }: ServiceProvider,
  { logoutUrl, signsRequests, certificate }: Description,
): string => {
  const head = xml`<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}"><md:SPSSODescriptor protocolSupportEnumeration="${namespaces.protocol}" AuthnRequestsSigned="${String(signsRequests)}" WantAssertionsSigned="true">`;
  const services = xml`<md:SingleLogoutService Binding="${redirect}" Location="${logoutUrl}"/><md:NameIDFormat>${unspecified}</md:NameIDFormat><md:AssertionConsumerService Binding="${post}" Location="${acsUrl}" index="0" isDefault="true"/></md:SPSSODescriptor></md:EntityDescriptor>
`;
  return `${head}${keyDescriptor(certificate)}${services}`;
};
