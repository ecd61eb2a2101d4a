// Verifies XML signatures. Returns the signed content, parsed from exactly the text that the signature covers.
import { verify, X509Certificate } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { SamlError } from './error.ts';
import { bytesIn } from './markup.ts';
import { allIn, attributeOf, childrenOf, identifiersIn, onlyChild, parseXml, type XmlElement } from './xml.ts';

const canonicalization = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

/** Accepted signature methods, and the digest of each. */
const signatureMethods: ReadonlyMap<string, string> = new Map([
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', 'sha256'],
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha512', 'sha512'],
]);
const digestMethods: readonly string[] = [
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
];

/**
 * Returns the signed content of an element, parsed from exactly the text that the signature covers, so that it contains
 * no other part of the message. The certificates are PEM. Throws `SamlError` unless one of their keys signed the
 * element.
 */
export function verifiedContent(xml: string, element: XmlElement, certificates: readonly string[]): XmlElement {
  const [signature, ...others] = childrenOf(element, 'signature', 'Signature');
  if (signature === undefined) throw new SamlError('unsigned');
  const id = identifierOf(element);
  if (others.length > 0) throw new SamlError('wrapped');
  requirePlainSignature(signature, id);
  const covered = certificates.map((certificate) => coveredText(certificate, xml, signature));
  const content = covered.find((each) => each !== undefined);
  if (content === undefined) throw new SamlError('bad-signature');
  const signed = parseXml(content);
  const { namespaceURI, localName } = element;
  const isSame = signed.namespaceURI === namespaceURI && signed.localName === localName;
  if (!isSame || attributeOf(signed, 'ID') !== id) throw new SamlError('wrapped');
  return signed;
}

/** Throws unless every signature in the message is a child of one of these elements, and every identifier is unique. */
export function requireSignaturesOnlyIn(root: XmlElement, parents: readonly XmlElement[]): void {
  const elements = allIn(root);
  const signatures = elements.filter(({ localName }) => localName === 'Signature');
  if (!signatures.every(({ parentNode }) => parents.some((parent) => parent === parentNode))) {
    throw new SamlError('wrapped');
  }
  // With duplicate identifiers, a lookup could return an element other than the signed one.
  const identifiers = elements.flatMap(identifiersIn);
  if (new Set(identifiers).size !== identifiers.length) throw new SamlError('wrapped');
}

const identifierForm = /^[A-Za-z_][A-Za-z0-9._-]*$/;

/** Returns the identifier of a message or assertion. It contains no characters that need escaping. */
export function identifierOf(element: XmlElement): string {
  const id = attributeOf(element, 'ID') ?? '';
  if (!identifierForm.test(id)) throw new SamlError('wrapped');
  return id;
}

function requirePlainSignature(signature: XmlElement, id: string): void {
  if (childrenOf(signature, 'signature', 'Object').length > 0) throw new SamlError('wrapped');
  const signedInfo = requiredChild(signature, 'SignedInfo');
  requireAlgorithm([canonicalization], requiredChild(signedInfo, 'CanonicalizationMethod'));
  requireAlgorithm([...signatureMethods.keys()], requiredChild(signedInfo, 'SignatureMethod'));
  requirePlainReference(signedInfo, id);
}

/** Requires exactly one reference, to the signature's parent element, with the two standard transforms only. */
function requirePlainReference(signedInfo: XmlElement, id: string): void {
  const reference = requiredChild(signedInfo, 'Reference');
  if (attributeOf(reference, 'URI') !== `#${id}`) throw new SamlError('wrapped');
  const transforms = childrenOf(requiredChild(reference, 'Transforms'), 'signature', 'Transform').map(algorithmOf);
  if (transforms.join(' ') !== `${enveloped} ${canonicalization}`) throw new SamlError('weak-signature');
  requireAlgorithm(digestMethods, requiredChild(reference, 'DigestMethod'));
}

function requiredChild(element: XmlElement, name: string): XmlElement {
  const child = onlyChild(element, 'signature', name);
  if (child === undefined) throw new SamlError('bad-signature');
  return child;
}

function requireAlgorithm(accepted: readonly string[], element: XmlElement): void {
  if (!accepted.includes(algorithmOf(element))) throw new SamlError('weak-signature');
}

const algorithmOf = (element: XmlElement): string => attributeOf(element, 'Algorithm') ?? '';

/**
 * Returns the canonical text that the signature covers, or undefined if it was not signed with the key of this
 * certificate.
 */
function coveredText(certificate: string, xml: string, signature: XmlElement): string | undefined {
  // Keys inside of the message are ignored.
  const verifier = new SignedXml({ publicCert: certificate, getCertFromKeyInfo: () => null });
  try {
    verifier.loadSignature(signature);
    return verifier.checkSignature(xml) ? verifier.getSignedReferences().at(0) : undefined;
  } catch {
    return undefined;
  }
}

/** Signature of the HTTP-Redirect binding, which is a separate parameter. */
export interface DetachedSignature {
  /** Text that the signature covers. */
  readonly octets: string;
  readonly algorithm: string;
  /** Signature in base64. */
  readonly value: string;
}

/** Throws unless the signature was made with the key of one of the certificates, which are PEM. */
export function requireDetachedSignature(signature: DetachedSignature, certificates: readonly string[]): void {
  const digest = signatureMethods.get(signature.algorithm);
  if (digest === undefined) throw new SamlError('weak-signature');
  if (!certificates.some((certificate) => isSignedBy(certificate, digest, signature))) {
    throw new SamlError('bad-signature');
  }
}

function isSignedBy(certificate: string, digest: string, { octets, value }: DetachedSignature): boolean {
  const bytes = bytesIn(value);
  try {
    const { publicKey } = new X509Certificate(certificate);
    return publicKey.asymmetricKeyType === 'rsa' && verify(digest, Buffer.from(octets), publicKey, bytes);
  } catch {
    return false;
  }
}
