// SAML identity provider that signs any assertion that a test asks for.
import { SignedXml } from 'xml-crypto';
import type { KeyPair } from './certificate.ts';

const sha256 = {
  signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
};

export const sha1 = {
  signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
  digest: 'http://www.w3.org/2000/09/xmldsig#sha1',
};

const canonical = 'http://www.w3.org/2001/10/xml-exc-c14n#';

/** Content of a SAML response. Texts are inserted into the XML without escaping. */
export interface AssertionSpec {
  readonly id: string;
  readonly responseId: string;
  readonly issuer: string;
  readonly nameId: string;
  readonly nameIdFormat: string;
  /** Additional XML attributes of the `NameID` element. */
  readonly nameAttributes?: string;
  readonly audience: string;
  readonly destination: string;
  readonly recipient: string;
  readonly inResponseTo: string;
  readonly notBefore: number;
  readonly notOnOrAfter: number;
  readonly attributes: Readonly<Record<string, readonly string[]>>;
}

const at = (milliseconds: number): string => new Date(milliseconds).toISOString();

const namespacesOfAll =
  'xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"';

const attributeXml = ([name, values]: [string, readonly string[]]): string =>
  `<saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('')}</saml:Attribute>`;

/** Returns the XML of the unsigned assertion. */
export const assertionXml = (spec: AssertionSpec): string =>
  `<saml:Assertion ${namespacesOfAll} ID="${spec.id}" Version="2.0" IssueInstant="${at(spec.notBefore)}">` +
  `<saml:Issuer>${spec.issuer}</saml:Issuer>` +
  `<saml:Subject><saml:NameID Format="${spec.nameIdFormat}"${spec.nameAttributes ?? ''}>${spec.nameId}</saml:NameID>` +
  '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">' +
  `<saml:SubjectConfirmationData InResponseTo="${spec.inResponseTo}" Recipient="${spec.recipient}" NotOnOrAfter="${at(spec.notOnOrAfter)}"/>` +
  '</saml:SubjectConfirmation></saml:Subject>' +
  `<saml:Conditions NotBefore="${at(spec.notBefore)}" NotOnOrAfter="${at(spec.notOnOrAfter)}">` +
  `<saml:AudienceRestriction><saml:Audience>${spec.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
  `<saml:AuthnStatement AuthnInstant="${at(spec.notBefore)}" SessionIndex="session-of-${spec.id}"><saml:AuthnContext>` +
  '<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef>' +
  '</saml:AuthnContext></saml:AuthnStatement>' +
  `<saml:AttributeStatement>${Object.entries(spec.attributes).map(attributeXml).join('')}</saml:AttributeStatement>` +
  '</saml:Assertion>';

/** Returns the XML of a response with the given content. */
export const responseXml = (spec: AssertionSpec, content: string): string =>
  `<samlp:Response ${namespacesOfAll} ID="${spec.responseId}" Version="2.0" IssueInstant="${at(spec.notBefore)}" Destination="${spec.destination}" InResponseTo="${spec.inResponseTo}">` +
  `<saml:Issuer>${spec.issuer}</saml:Issuer>` +
  '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>' +
  `${content}</samlp:Response>`;

const withSignature = (signer: SignedXml, xml: string, id: string, digestAlgorithm: string): string => {
  signer.addReference({
    xpath: `//*[@ID='${id}']`,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', canonical],
    digestAlgorithm,
  });
  signer.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: `//*[@ID='${id}']/*[local-name()='Issuer']`, action: 'after' },
  });
  return signer.getSignedXml();
};

/** Signs the element with this id, and inserts the signature after the element's issuer. */
export const signedXml = (xml: string, id: string, { privateKey, certificate }: KeyPair, methods = sha256): string => {
  const signer = new SignedXml({
    privateKey,
    publicCert: certificate,
    signatureAlgorithm: methods.signature,
    canonicalizationAlgorithm: canonical,
  });
  return withSignature(signer, xml, id, methods.digest);
};

/** Returns a valid response with a signed assertion. */
export const honestResponse = (spec: AssertionSpec, keys: KeyPair): string =>
  signedXml(responseXml(spec, assertionXml(spec)), spec.id, keys);

export const posted = (xml: string): string => Buffer.from(xml).toString('base64');

/** Returns a response signed by HMAC, with the public certificate as the secret (algorithm confusion). */
export const signedByCertificate = (spec: AssertionSpec, { certificate }: KeyPair): string => {
  const signer = new SignedXml({
    privateKey: certificate,
    signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
    canonicalizationAlgorithm: canonical,
  });
  signer.enableHMAC();
  return withSignature(signer, responseXml(spec, assertionXml(spec)), spec.id, sha256.digest);
};
