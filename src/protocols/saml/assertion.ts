// Reads a verified Assertion: who signed in, and whether the assertion is valid for this service at this time.
import { providerIn } from '../sign-in/claims.ts';
import { SamlError } from './error.ts';
import type { IdentityProvider, ServiceProvider } from './parties.ts';
import { endOfValidity } from './validity.ts';
import { attributeOf, childrenOf, onlyChild, plainText, textOf, type XmlElement } from './xml.ts';

/** Contents of an assertion about a sign-in at the identity provider. */
export interface Assertion {
  readonly id: string;
  readonly issuer: string;
  readonly nameId: string;
  readonly nameIdFormat: string | undefined;
  readonly nameQualifier: string | undefined;
  readonly spNameQualifier: string | undefined;
  readonly sessionIndex: string | undefined;
  /** Time at which the assertion was issued, in milliseconds since 1970. */
  readonly issuedAt: number;
  /**
   * Time at which the user signed in at the provider (`AuthnInstant`), in milliseconds since 1970. Undefined if it
   * cannot be parsed.
   */
  readonly authenticatedAt: number | undefined;
  /** Identifier of the request that the assertion answers. */
  readonly inResponseTo: string;
  /** Time in milliseconds since 1970 from which the assertion is refused. */
  readonly expiresAt: number;
  readonly attributes: SamlAttributes;
}

export interface SamlAttributes {
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** Attribute values by friendly name, for attributes that have a friendly name. */
  readonly friendly: ReadonlyMap<string, readonly string[]>;
  /** Names of attributes whose values contain elements and were therefore ignored. */
  readonly unreadable: ReadonlySet<string>;
}

/** Values that an assertion must match to be accepted. */
export interface Expected {
  readonly serviceProvider: ServiceProvider;
  readonly identityProvider: IdentityProvider;
  /** Current time in milliseconds since 1970. */
  readonly now: number;
}

/**
 * Reads an assertion whose signature was verified. Throws `SamlError` if it is not valid for this service at this time.
 */
export function readAssertion(assertion: XmlElement, expected: Expected): Assertion {
  const issuer = requireIssuer(assertion, expected.identityProvider);
  const endOfConditions = requireConditions(assertion, expected);
  const subject = onlyChild(assertion, 'assertion', 'Subject');
  if (subject === undefined) throw new SamlError('no-name-id');
  const name = nameIdOf(subject);
  const { inResponseTo, end } = requireConfirmation(subject, expected);
  return {
    ...name,
    id: attributeOf(assertion, 'ID') ?? '',
    issuer,
    ...requireSession(assertion, expected.now),
    issuedAt: issuedAtOf(assertion),
    inResponseTo,
    expiresAt: Math.min(endOfConditions, end),
    attributes: attributesOf(assertion),
  };
}

/** Maximum length of an entity ID in the standard. */
const maxIssuerLength = 1_024;

/**
 * Returns the issuer, which must be the configured entity ID. A valid signature does not prove the issuer's name, so
 * the name is compared, and a name with the prefix of another protocol is refused.
 */
export function requireIssuer(element: XmlElement, identityProvider: IdentityProvider): string {
  const issuer = textOf(onlyChild(element, 'assertion', 'Issuer')) ?? '';
  const { entityId = issuer } = identityProvider;
  const isName = issuer !== '' && issuer.length <= maxIssuerLength && providerIn(issuer).protocol === 'saml';
  if (!isName || issuer !== entityId) throw new SamlError('wrong-issuer');
  return issuer;
}

/** Throws unless the conditions are met. Returns the time at which they end, in milliseconds since 1970. */
function requireConditions(assertion: XmlElement, expected: Expected): number {
  const conditions = onlyChild(assertion, 'assertion', 'Conditions');
  if (conditions === undefined) throw new SamlError('wrong-audience');
  requireAudience(conditions, expected);
  return endOfValidity(conditions, expected.now);
}

function requireAudience(conditions: XmlElement, { serviceProvider }: Expected): void {
  const restrictions = childrenOf(conditions, 'assertion', 'AudienceRestriction');
  const isMet = (restriction: XmlElement): boolean =>
    childrenOf(restriction, 'assertion', 'Audience').some((each) => textOf(each) === serviceProvider.entityId);
  if (restrictions.length === 0 || !restrictions.every(isMet)) throw new SamlError('wrong-audience');
}

/** Maximum length of a stored NameID. The standard allows 256 characters. */
const maxNameIdLength = 512;

const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

type Name = Pick<Assertion, 'nameId' | 'nameIdFormat' | 'nameQualifier' | 'spNameQualifier'>;

/** Returns the NameID of an element with its attributes. */
export function nameIdOf(subject: XmlElement): Name {
  const element = onlyChild(subject, 'assertion', 'NameID');
  const nameId = textOf(element) ?? '';
  const nameIdFormat = attributeOf(element, 'Format');
  if (nameId === '' || nameId.length > maxNameIdLength) throw new SamlError('no-name-id');
  // A transient NameID is different each time, so it does not identify an account.
  if (nameIdFormat === transient) throw new SamlError('transient-name-id');
  const [nameQualifier, spNameQualifier] = [
    attributeOf(element, 'NameQualifier'),
    attributeOf(element, 'SPNameQualifier'),
  ];
  if ([nameQualifier, spNameQualifier].some((each = '') => each.length > maxIssuerLength))
    throw new SamlError('no-name-id');
  return { nameId, nameIdFormat, nameQualifier, spNameQualifier };
}

interface Confirmation {
  readonly inResponseTo: string;
  readonly end: number;
}

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

/**
 * Returns the bearer confirmation for this service. An assertion may also contain confirmations for other recipients.
 */
function requireConfirmation(subject: XmlElement, { serviceProvider, now }: Expected): Confirmation {
  const bearers = childrenOf(subject, 'assertion', 'SubjectConfirmation')
    .filter((each) => attributeOf(each, 'Method') === bearer)
    .flatMap((each) => onlyChild(each, 'assertion', 'SubjectConfirmationData') ?? []);
  const [data, ...others] = bearers.filter((each) => attributeOf(each, 'Recipient') === serviceProvider.acsUrl);
  if (others.length > 0) throw new SamlError('several-confirmations');
  if (data === undefined) throw new SamlError(bearers.length === 0 ? 'unsolicited' : 'wrong-destination');
  const inResponseTo = attributeOf(data, 'InResponseTo') ?? '';
  if (inResponseTo === '') throw new SamlError('unsolicited');
  const end = endOfValidity(data, now);
  // The standard requires an end time for bearer confirmations.
  if (end === Number.POSITIVE_INFINITY) throw new SamlError('expired');
  return { inResponseTo, end };
}

/** Requires an authentication statement that has not expired. Returns its time and the provider's session index. */
function requireSession(assertion: XmlElement, now: number): Pick<Assertion, 'sessionIndex' | 'authenticatedAt'> {
  const [statement] = childrenOf(assertion, 'assertion', 'AuthnStatement');
  if (statement === undefined) throw new SamlError('no-assertion');
  endOfValidity(statement, now, 'SessionNotOnOrAfter');
  const authenticatedAt = Date.parse(attributeOf(statement, 'AuthnInstant') ?? '') || undefined;
  return { sessionIndex: attributeOf(statement, 'SessionIndex'), authenticatedAt };
}

/**
 * Returns the time at which the assertion was issued. A time that cannot be parsed is treated as 1970, which is before
 * every sign-out.
 */
const issuedAtOf = (assertion: XmlElement): number => Date.parse(attributeOf(assertion, 'IssueInstant') ?? '') || 0;

function attributesOf(assertion: XmlElement): SamlAttributes {
  const attributes = childrenOf(assertion, 'assertion', 'AttributeStatement').flatMap((statement) =>
    childrenOf(statement, 'assertion', 'Attribute'),
  );
  const by = (key: 'Name' | 'FriendlyName') => {
    const named = attributes.filter((attribute) => attributeOf(attribute, key) !== undefined);
    const groups = Map.groupBy(named, (attribute) => attributeOf(attribute, key) ?? '');
    return new Map([...groups].map(([name, elements]) => [name, elements.flatMap(valuesOf)]));
  };
  const unreadable = attributes.filter((attribute) =>
    valueElements(attribute).some((value) => plainText(value) === undefined),
  );
  return {
    values: by('Name'),
    friendly: by('FriendlyName'),
    unreadable: new Set(unreadable.map((attribute) => attributeOf(attribute, 'Name') ?? '')),
  };
}

const valueElements = (attribute: XmlElement): readonly XmlElement[] =>
  childrenOf(attribute, 'assertion', 'AttributeValue');

const valuesOf = (attribute: XmlElement): readonly string[] =>
  valueElements(attribute).flatMap((value) => plainText(value) ?? []);
