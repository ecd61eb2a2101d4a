// Reads a verified Assertion: who signed in, and whether that is meant for this service now.
import { providerIn } from '../sign-in/claims.ts';
import { SamlError } from './error.ts';
import type { IdentityProvider, ServiceProvider } from './parties.ts';
import { endOfValidity } from './validity.ts';
import { attributeOf, childrenOf, onlyChild, plainText, textOf, type XmlElement } from './xml.ts';

/** A sign-in at the identity provider. */
export interface Assertion {
  readonly id: string;
  readonly issuer: string;
  readonly nameId: string;
  readonly nameIdFormat: string | undefined;
  readonly nameQualifier: string | undefined;
  readonly spNameQualifier: string | undefined;
  readonly sessionIndex: string | undefined;
  /** In milliseconds since 1970. */
  readonly issuedAt: number;
  /** When the person signed in at the provider (`AuthnInstant`), in milliseconds since 1970; undefined if it is not readable. */
  readonly authenticatedAt: number | undefined;
  /** The request that it answers. */
  readonly inResponseTo: string;
  /** The time from which it is refused, in milliseconds since 1970. */
  readonly expiresAt: number;
  readonly attributes: SamlAttributes;
}

/** The attributes of a person, by their names. */
export interface SamlAttributes {
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** The values by the names for people, where attributes have such. */
  readonly friendly: ReadonlyMap<string, readonly string[]>;
  /** The names of attributes with a value that has elements in it, and is left out. */
  readonly unreadable: ReadonlySet<string>;
}

/** Values that an assertion must match to be accepted. */
export interface Expected {
  readonly serviceProvider: ServiceProvider;
  readonly identityProvider: IdentityProvider;
  /** In milliseconds since 1970. */
  readonly now: number;
}

/** Reads an assertion whose signature is verified. Throws `SamlError` when it is not for this service, or not now. */
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

/** The longest entity ID that the standard allows. */
const maxIssuerLength = 1_024;

/** The issuer, which must be the configured one: a certificate does not prove another name, nor one of another protocol. */
export function requireIssuer(element: XmlElement, identityProvider: IdentityProvider): string {
  const issuer = textOf(onlyChild(element, 'assertion', 'Issuer')) ?? '';
  const { entityId = issuer } = identityProvider;
  const isName = issuer !== '' && issuer.length <= maxIssuerLength && providerIn(issuer).protocol === 'saml';
  if (!isName || issuer !== entityId) throw new SamlError('wrong-issuer');
  return issuer;
}

/** Throws unless the conditions are met; returns when they end. */
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

/** The longest NameID that is stored; the standard allows providers 256 characters. */
const maxNameIdLength = 512;

const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

type Name = Pick<Assertion, 'nameId' | 'nameIdFormat' | 'nameQualifier' | 'spNameQualifier'>;

/** The NameID of an element, with its attributes. */
export function nameIdOf(subject: XmlElement): Name {
  const element = onlyChild(subject, 'assertion', 'NameID');
  const nameId = textOf(element) ?? '';
  const nameIdFormat = attributeOf(element, 'Format');
  if (nameId === '' || nameId.length > maxNameIdLength) throw new SamlError('no-name-id');
  // A transient name differs each time, so it identifies no account.
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

/** The bearer confirmation for this service; an assertion can have others, for other addresses. */
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
  // The standard requires an end for bearer confirmations.
  if (end === Number.POSITIVE_INFINITY) throw new SamlError('expired');
  return { inResponseTo, end };
}

/** Requires the statement of a sign-in that still lasts; returns its time, and the provider's identifier of the session. */
function requireSession(assertion: XmlElement, now: number): Pick<Assertion, 'sessionIndex' | 'authenticatedAt'> {
  const [statement] = childrenOf(assertion, 'assertion', 'AuthnStatement');
  if (statement === undefined) throw new SamlError('no-assertion');
  endOfValidity(statement, now, 'SessionNotOnOrAfter');
  const authenticatedAt = Date.parse(attributeOf(statement, 'AuthnInstant') ?? '') || undefined;
  return { sessionIndex: attributeOf(statement, 'SessionIndex'), authenticatedAt };
}

/** An unreadable time counts as 1970, which is before every sign-out. */
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
