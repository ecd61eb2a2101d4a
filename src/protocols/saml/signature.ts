// Which element of a message was signed, by whom, and what it says.
import { verify, X509Certificate } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { bytesIn } from './markup.ts';
import { Distrusted } from './refusal.ts';
import { allIn, attributeOf, childrenOf, identifiersIn, onlyChild, parseXml, type XmlElement } from './xml.ts';

const canonical = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

/** How messages may be signed, with the digest of each. */
const signatureMethods: ReadonlyMap<string, string> = new Map([
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', 'sha256'],
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha512', 'sha512'],
]);
const digestMethods: readonly string[] = [
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
];

const soundIdentifier = /^[A-Za-z_][A-Za-z0-9._-]*$/;

/** The name of a message or of an assertion: one that stands for itself wherever it is written. */
export const identifierOf = (element: XmlElement): string => {
  const id = attributeOf(element, 'ID') ?? '';
  if (!soundIdentifier.test(id)) throw new Distrusted('wrapped');
  return id;
};

const algorithmOf = (element: XmlElement | undefined): string => attributeOf(element, 'Algorithm') ?? '';

const requireOneOf = (accepted: readonly string[], algorithm: string): void => {
  if (!accepted.includes(algorithm)) throw new Distrusted('weak-signature');
};

const part = (element: XmlElement, name: string): XmlElement => {
  const found = onlyChild(element, 'signature', name);
  if (found === undefined) throw new Distrusted('bad-signature');
  return found;
};

/** Exactly one reference, to the element that holds the signature, by the two transforms that change nothing else. */
const requirePlainReference = (signedInfo: XmlElement, id: string): void => {
  const reference = part(signedInfo, 'Reference');
  if (attributeOf(reference, 'URI') !== `#${id}`) throw new Distrusted('wrapped');
  const transforms = childrenOf(part(reference, 'Transforms'), 'signature', 'Transform').map(algorithmOf);
  if (transforms.join(' ') !== `${enveloped} ${canonical}`) throw new Distrusted('weak-signature');
  requireOneOf(digestMethods, algorithmOf(part(reference, 'DigestMethod')));
};

const requirePlainSignature = (signature: XmlElement, id: string): void => {
  if (childrenOf(signature, 'signature', 'Object').length > 0) throw new Distrusted('wrapped');
  const signedInfo = part(signature, 'SignedInfo');
  requireOneOf([canonical], algorithmOf(part(signedInfo, 'CanonicalizationMethod')));
  requireOneOf([...signatureMethods.keys()], algorithmOf(part(signedInfo, 'SignatureMethod')));
  requirePlainReference(signedInfo, id);
};

/** The canonical text that the signature covers; undefined when this certificate's key did not make it. */
const verifiedWith = (certificate: string, text: string, signature: XmlElement): string | undefined => {
  // A key that came along in the message is not looked at.
  const verifier = new SignedXml({ publicCert: certificate, getCertFromKeyInfo: () => null });
  try {
    verifier.loadSignature(signature);
    return verifier.checkSignature(text) ? verifier.getSignedReferences().at(0) : undefined;
  } catch {
    return undefined;
  }
};

/** Whoever looks an identifier up must not find another element than its signer meant. */
const requireUniqueIdentifiers = (elements: readonly XmlElement[]): void => {
  const identifiers = elements.flatMap(identifiersIn);
  if (new Set(identifiers).size !== identifiers.length) throw new Distrusted('wrapped');
};

/** A signature stands in the element that it signs, and in no other place of the message. */
export const requireSignaturesOnlyIn = (root: XmlElement, places: readonly XmlElement[]): void => {
  const elements = allIn(root);
  const signatures = elements.filter(({ localName }) => localName === 'Signature');
  if (!signatures.every(({ parentNode }) => places.some((place) => place === parentNode))) {
    throw new Distrusted('wrapped');
  }
  requireUniqueIdentifiers(elements);
};

/**
 * What was signed of an element, parsed from the very text that the signature covers: nothing else of the message is
 * in it. The certificates are PEM.
 */
export const signedContent = (text: string, element: XmlElement, certificates: readonly string[]): XmlElement => {
  const [signature, ...others] = childrenOf(element, 'signature', 'Signature');
  if (signature === undefined) throw new Distrusted('unsigned');
  const id = identifierOf(element);
  if (others.length > 0) throw new Distrusted('wrapped');
  requirePlainSignature(signature, id);
  const covered = certificates.map((certificate) => verifiedWith(certificate, text, signature));
  const content = covered.find((each) => each !== undefined);
  if (content === undefined) throw new Distrusted('bad-signature');
  const signed = parseXml(content);
  const { namespaceURI, localName } = element;
  const isSame = signed.namespaceURI === namespaceURI && signed.localName === localName;
  if (!isSame || attributeOf(signed, 'ID') !== id) throw new Distrusted('wrapped');
  return signed;
};

/** A signature that stands beside what it covers, as addresses carry it. */
export interface Detached {
  /** The very bytes that it covers. */
  readonly octets: string;
  readonly algorithm: string;
  /** In base64. */
  readonly signature: string;
}

const isSignedWith = (certificate: string, digest: string, { octets, signature }: Detached): boolean => {
  const bytes = bytesIn(signature);
  try {
    const { publicKey } = new X509Certificate(certificate);
    return publicKey.asymmetricKeyType === 'rsa' && verify(digest, Buffer.from(octets), publicKey, bytes);
  } catch {
    return false;
  }
};

/** Throws unless one of the certificates, in PEM, vouches for what was signed. */
export const requireDetached = (detached: Detached, certificates: readonly string[]): void => {
  const digest = signatureMethods.get(detached.algorithm);
  if (digest === undefined) throw new Distrusted('weak-signature');
  if (!certificates.some((certificate) => isSignedWith(certificate, digest, detached))) {
    throw new Distrusted('bad-signature');
  }
};
