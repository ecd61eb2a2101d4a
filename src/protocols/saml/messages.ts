// What this service sends: messages to the identity provider, carried by the browser in an address, and its metadata.
import { createSign, randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { timestamp } from '../../lib/clock.ts';
import type { ServiceProvider } from './parties.ts';
import { namespaces, success, xml } from './xml.ts';

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

/** The address that carries a message by the redirect binding, as the parameter of that name. */
const addressOf = (
  name: 'SAMLRequest' | 'SAMLResponse',
  message: string,
  { to, relayState, signer }: Sending,
): string => {
  const carried = { [name]: deflateRawSync(message).toString('base64') };
  const parameters = new URLSearchParams(relayState === undefined ? carried : { ...carried, RelayState: relayState });
  const query = signer === undefined ? parameters.toString() : signed(parameters.toString(), signer);
  const url = new URL(to);
  url.hash = '';
  url.search = url.search === '' ? query : `${url.search}&${query}`;
  return url.href;
};

/** How every message begins: its name, its time, whom it is for and whom it is from. */
const headXml = (
  name: string,
  { id, now, more = '' }: { readonly id: string; readonly now: number; readonly more?: string },
  { to }: Sending,
  { entityId }: ServiceProvider,
): string =>
  `<samlp:${name}${xml` xmlns:samlp="${namespaces.protocol}" xmlns:saml="${namespaces.assertion}" ID="${id}" Version="2.0" IssueInstant="${timestamp(now)}" Destination="${to}"`}${more}>${xml`<saml:Issuer>${entityId}</saml:Issuer>`}`;

/** Asks the provider who somebody is. `now` is in milliseconds since 1970. */
export const authnRequestUrl = (
  serviceProvider: ServiceProvider,
  request: { readonly id: string; readonly now: number },
  sending: Sending,
): string => {
  const more = xml` ProtocolBinding="${post}" AssertionConsumerServiceURL="${serviceProvider.acsUrl}"`;
  const head = headXml('AuthnRequest', { ...request, more }, sending, serviceProvider);
  const policy = xml`<samlp:NameIDPolicy Format="${unspecified}" AllowCreate="true"/>`;
  return addressOf('SAMLRequest', `${head}${policy}</samlp:AuthnRequest>`, sending);
};

/** A session at the provider, in its own words. */
export interface ProviderSession {
  readonly nameId: string;
  readonly nameIdFormat: string | undefined;
  readonly sessionIndex: string | undefined;
}

/** How long the provider may take a sign-out of ours, in milliseconds. */
const signOutLifetime = 5 * 60_000;

/** Tells the provider that somebody signs out. `now` is in milliseconds since 1970. */
export const logoutRequestUrl = (
  serviceProvider: ServiceProvider,
  { nameId, nameIdFormat = unspecified, sessionIndex, now }: ProviderSession & { readonly now: number },
  sending: Sending,
): string => {
  const more = xml` NotOnOrAfter="${timestamp(now + signOutLifetime)}"`;
  const head = headXml('LogoutRequest', { id: newMessageId(), now, more }, sending, serviceProvider);
  const name = xml`<saml:NameID Format="${nameIdFormat}">${nameId}</saml:NameID>`;
  const index = sessionIndex === undefined ? '' : xml`<samlp:SessionIndex>${sessionIndex}</samlp:SessionIndex>`;
  return addressOf('SAMLRequest', `${head}${name}${index}</samlp:LogoutRequest>`, sending);
};

/** Tells the provider that the sessions have ended that a request of its named. `now` is in milliseconds since 1970. */
export const logoutResponseUrl = (
  serviceProvider: ServiceProvider,
  { inResponseTo, now }: { readonly inResponseTo: string; readonly now: number },
  sending: Sending,
): string => {
  const more = xml` InResponseTo="${inResponseTo}"`;
  const head = headXml('LogoutResponse', { id: newMessageId(), now, more }, sending, serviceProvider);
  const status = xml`<samlp:Status><samlp:StatusCode Value="${success}"/></samlp:Status>`;
  return addressOf('SAMLResponse', `${head}${status}</samlp:LogoutResponse>`, sending);
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
  const logout = [redirect, post].map(
    (binding) => xml`<md:SingleLogoutService Binding="${binding}" Location="${logoutUrl}"/>`,
  );
  const services = xml`<md:NameIDFormat>${unspecified}</md:NameIDFormat><md:AssertionConsumerService Binding="${post}" Location="${acsUrl}" index="0" isDefault="true"/></md:SPSSODescriptor></md:EntityDescriptor>
`;
  return `${head}${keyDescriptor(certificate)}${logout.join('')}${services}`;
};
