// Messages that this service sends: requests and responses in the HTTP-Redirect binding, and its metadata.
import { createSign, randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { timestamp } from '../../kernel/clock.ts';
import type { ServiceProvider } from './parties.ts';
import { namespaces, success, xml } from './xml.ts';

const post = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';
const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const unspecified = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';

/** Key that signs messages. */
export interface SigningKey {
  /** Private key as PEM. */
  readonly privateKey: string;
  readonly method: 'SHA1' | 'SHA256';
}

/** Destination of a message, its relay state and the signing key. */
export interface Sending {
  /** URL of the provider. */
  readonly to: string;
  readonly relayState?: string | undefined;
  /** Key that signs the message. Undefined if the message is not signed. */
  readonly key?: SigningKey | undefined;
}

/** Returns a random message identifier, which is a valid XML name. */
export function newMessageId(): string {
  return `_${randomBytes(20).toString('hex')}`;
}

/**
 * Returns the provider's URL for a sign-in request. `now` is in milliseconds since 1970. With `isAgain`, the user must
 * sign in again even if the provider has a session.
 */
export function authnRequestUrl(
  serviceProvider: ServiceProvider,
  request: { readonly id: string; readonly now: number; readonly isAgain?: boolean },
  sending: Sending,
): string {
  const again = request.isAgain === true ? ' ForceAuthn="true"' : '';
  const attributes = again + xml` ProtocolBinding="${post}" AssertionConsumerServiceURL="${serviceProvider.acsUrl}"`;
  const head = messageHead('AuthnRequest', { ...request, attributes }, sending, serviceProvider);
  const policy = xml`<samlp:NameIDPolicy Format="${unspecified}" AllowCreate="true"/>`;
  return redirectUrl('SAMLRequest', `${head}${policy}</samlp:AuthnRequest>`, sending);
}

/** Session at the provider, with the provider's identifiers. */
export interface SamlSession {
  readonly nameId: string;
  readonly nameIdFormat: string | undefined;
  readonly nameQualifier: string | undefined;
  readonly spNameQualifier: string | undefined;
  readonly sessionIndex: string | undefined;
}

/** Time in ms during which the provider may accept a logout request from this service. */
const logoutLifetime = 5 * 60_000;

/** Returns the URL that ends a session at the provider. `now` is in milliseconds since 1970. */
export function logoutRequestUrl(
  serviceProvider: ServiceProvider,
  { nameId, nameIdFormat = unspecified, sessionIndex, now, ...name }: SamlSession & { readonly now: number },
  sending: Sending,
): string {
  const attributes = xml` NotOnOrAfter="${timestamp(now + logoutLifetime)}"`;
  const head = messageHead('LogoutRequest', { id: newMessageId(), now, attributes }, sending, serviceProvider);
  const qualifiers = [
    name.nameQualifier === undefined ? '' : xml` NameQualifier="${name.nameQualifier}"`,
    name.spNameQualifier === undefined ? '' : xml` SPNameQualifier="${name.spNameQualifier}"`,
  ].join('');
  const named = `<saml:NameID${qualifiers}${xml` Format="${nameIdFormat}">${nameId}</saml:NameID>`}`;
  const index = sessionIndex === undefined ? '' : xml`<samlp:SessionIndex>${sessionIndex}</samlp:SessionIndex>`;
  return redirectUrl('SAMLRequest', `${head}${named}${index}</samlp:LogoutRequest>`, sending);
}

/** Returns the URL that reports a completed logout to the provider. `now` is in milliseconds since 1970. */
export function logoutResponseUrl(
  serviceProvider: ServiceProvider,
  { inResponseTo, now }: { readonly inResponseTo: string; readonly now: number },
  sending: Sending,
): string {
  const attributes = xml` InResponseTo="${inResponseTo}"`;
  const head = messageHead('LogoutResponse', { id: newMessageId(), now, attributes }, sending, serviceProvider);
  const status = xml`<samlp:Status><samlp:StatusCode Value="${success}"/></samlp:Status>`;
  return redirectUrl('SAMLResponse', `${head}${status}</samlp:LogoutResponse>`, sending);
}

/** Contents of the metadata in addition to the service's names and URLs. */
export interface MetadataOptions {
  readonly logoutUrl: string;
  readonly signsRequests: boolean;
  /** Certificate of the key that signs requests, as PEM. */
  readonly certificate: string | undefined;
}

/** Returns the metadata document, which identity providers import. */
export function metadataXml(
  { entityId, acsUrl }: ServiceProvider,
  { logoutUrl, signsRequests, certificate }: MetadataOptions,
): string {
  const head = xml`<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}"><md:SPSSODescriptor protocolSupportEnumeration="${namespaces.protocol}" AuthnRequestsSigned="${String(signsRequests)}" WantAssertionsSigned="true">`;
  const logout = [redirect, post].map(
    (binding) => xml`<md:SingleLogoutService Binding="${binding}" Location="${logoutUrl}"/>`,
  );
  const services = xml`<md:NameIDFormat>${unspecified}</md:NameIDFormat><md:AssertionConsumerService Binding="${post}" Location="${acsUrl}" index="0" isDefault="true"/></md:SPSSODescriptor></md:EntityDescriptor>
`;
  return `${head}${keyDescriptor(certificate)}${logout.join('')}${services}`;
}

const pemArmour = /-----[^-]*-----|\s/g;

const keyDescriptor = (certificate: string | undefined): string =>
  certificate === undefined
    ? ''
    : xml`<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="${namespaces.signature}"><ds:X509Data><ds:X509Certificate>${certificate.replaceAll(pemArmour, '')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;

/** Returns the start of a message: its identifier, time, destination and issuer. */
function messageHead(
  name: string,
  { id, now, attributes }: { readonly id: string; readonly now: number; readonly attributes: string },
  { to }: Sending,
  { entityId }: ServiceProvider,
): string {
  return `<samlp:${name}${xml` xmlns:samlp="${namespaces.protocol}" xmlns:saml="${namespaces.assertion}" ID="${id}" Version="2.0" IssueInstant="${timestamp(now)}" Destination="${to}"`}${attributes}>${xml`<saml:Issuer>${entityId}</saml:Issuer>`}`;
}

/** Returns the provider's URL with the message in the named parameter. */
function redirectUrl(name: 'SAMLRequest' | 'SAMLResponse', message: string, { to, relayState, key }: Sending): string {
  const carried = { [name]: deflateRawSync(message).toString('base64') };
  const parameters = new URLSearchParams(relayState === undefined ? carried : { ...carried, RelayState: relayState });
  const query = key === undefined ? parameters.toString() : signedQuery(parameters.toString(), key);
  const url = new URL(to);
  url.hash = '';
  url.search = url.search === '' ? query : `${url.search}&${query}`;
  return url.href;
}

const signatureAlgorithms = {
  SHA1: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
  SHA256: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
} as const;

function signedQuery(parameters: string, { privateKey, method }: SigningKey): string {
  const octets = `${parameters}&${new URLSearchParams({ SigAlg: signatureAlgorithms[method] })}`;
  const signature = createSign(`RSA-${method}`).update(octets).sign(privateKey, 'base64');
  return `${octets}&${new URLSearchParams({ Signature: signature })}`;
}
