// What a signed assertion says, and whether it says so to this service, now.
import type { IdentityProvider, ServiceProvider } from './parties.ts';
import { Distrusted } from './refusal.ts';
import { endOf } from './times.ts';
import { attributeOf, childrenOf, onlyChild, textOf, type XmlElement } from './xml.ts';

/** The longest name that is kept; the standard lets providers make them 256 long. */
const longestName = 512;
/** The longest name of a provider that the standard knows. */
const longestIssuer = 1_024;

const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

/** Who the identity provider says has signed in. */
export interface Assertion {
  readonly id: string;
  readonly issuer: string;
  readonly nameId: string;
  readonly nameIdFormat: string | undefined;
  readonly sessionIndex: string | undefined;
  /** When it was made, in milliseconds since 1970. */
  readonly issuedAt: number;
  /** The request that it answers. */
  readonly inResponseTo: string;
  /** From when on nobody takes it any more, in milliseconds since 1970. */
  readonly expiresAt: number;
  /** Every attribute with its values. */
  readonly attributes: ReadonlyMap<string, readonly string[]>;
}

/** Whom an assertion has to be from, whom it has to be for, and what time it is. */
export interface Expected {
  readonly serviceProvider: ServiceProvider;
  readonly identityProvider: IdentityProvider;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The provider's name; a certificate does not vouch for another one's. */
export const requireIssuer = (element: XmlElement, identityProvider: IdentityProvider): string => {
  const issuer = textOf(onlyChild(element, 'assertion', 'Issuer')) ?? '';
  const { entityId = issuer } = identityProvider;
  const isOne = issuer !== '' && issuer.length <= longestIssuer;
  if (!isOne || issuer !== entityId) throw new Distrusted('wrong-issuer');
  return issuer;
};

const requireAudience = (conditions: XmlElement, { serviceProvider }: Expected): void => {
  const restrictions = childrenOf(conditions, 'assertion', 'AudienceRestriction');
  const isMeant = (restriction: XmlElement): boolean =>
    childrenOf(restriction, 'assertion', 'Audience').some((each) => textOf(each) === serviceProvider.entityId);
  if (restrictions.length === 0 || !restrictions.every(isMeant)) throw new Distrusted('wrong-audience');
};

/** Throws unless the conditions hold; answers until when they do. */
const requireConditions = (assertion: XmlElement, expected: Expected): number => {
  const conditions = onlyChild(assertion, 'assertion', 'Conditions');
  if (conditions === undefined) throw new Distrusted('wrong-audience');
  requireAudience(conditions, expected);
  return endOf(conditions, expected.now);
};

interface Confirmation {
  readonly inResponseTo: string;
  readonly end: number;
}

const confirmationOf = (element: XmlElement, { serviceProvider, now }: Expected): Confirmation => {
  const data = onlyChild(element, 'assertion', 'SubjectConfirmationData');
  if (data === undefined) throw new Distrusted('unsolicited');
  if (attributeOf(data, 'Recipient') !== serviceProvider.acsUrl) throw new Distrusted('wrong-destination');
  const inResponseTo = attributeOf(data, 'InResponseTo') ?? '';
  if (inResponseTo === '') throw new Distrusted('unsolicited');
  const end = endOf(data, now);
  // A bearer's confirmation must end.
  if (end === Number.POSITIVE_INFINITY) throw new Distrusted('expired');
  return { inResponseTo, end };
};

/** The confirmation that whoever brings the assertion is its subject: there is to be one. */
const requireConfirmation = (subject: XmlElement, expected: Expected): Confirmation => {
  const [only, ...others] = childrenOf(subject, 'assertion', 'SubjectConfirmation').filter(
    (each) => attributeOf(each, 'Method') === bearer,
  );
  if (only === undefined) throw new Distrusted('unsolicited');
  if (others.length > 0) throw new Distrusted('malformed');
  return confirmationOf(only, expected);
};

/** Whom an element names, and in which form. */
export const nameIn = (subject: XmlElement): { nameId: string; nameIdFormat: string | undefined } => {
  const element = onlyChild(subject, 'assertion', 'NameID');
  const nameId = textOf(element) ?? '';
  const nameIdFormat = attributeOf(element, 'Format');
  if (nameId === '' || nameId.length > longestName) throw new Distrusted('no-name-id');
  // Such a name is another one each time: it names nobody.
  if (nameIdFormat === transient) throw new Distrusted('transient-name-id');
  return { nameId, nameIdFormat };
};

const attributesIn = (assertion: XmlElement): ReadonlyMap<string, readonly string[]> => {
  const attributes = childrenOf(assertion, 'assertion', 'AttributeStatement').flatMap((statement) =>
    childrenOf(statement, 'assertion', 'Attribute'),
  );
  const named = Map.groupBy(attributes, (attribute) => attributeOf(attribute, 'Name') ?? '');
  const valuesOf = (attribute: XmlElement): readonly string[] =>
    childrenOf(attribute, 'assertion', 'AttributeValue').flatMap((value) => textOf(value) ?? []);
  return new Map([...named].map(([name, elements]) => [name, elements.flatMap(valuesOf)]));
};

/** When and how the person signed in there; answers what the provider calls that session. */
const sessionIn = (assertion: XmlElement, now: number): string | undefined => {
  const [statement] = childrenOf(assertion, 'assertion', 'AuthnStatement');
  if (statement === undefined) throw new Distrusted('no-assertion');
  endOf(statement, now, 'SessionNotOnOrAfter');
  return attributeOf(statement, 'SessionIndex');
};

/** Where that cannot be read, it was before everything else. */
const issueOf = (assertion: XmlElement): number => Date.parse(attributeOf(assertion, 'IssueInstant') ?? '') || 0;

/** Reads an assertion that is known to be signed. Throws `Distrusted` when it is not for this service, or not now. */
export const readAssertion = (assertion: XmlElement, expected: Expected): Assertion => {
  const issuer = requireIssuer(assertion, expected.identityProvider);
  const conditionsEnd = requireConditions(assertion, expected);
  const subject = onlyChild(assertion, 'assertion', 'Subject');
  if (subject === undefined) throw new Distrusted('no-name-id');
  const name = nameIn(subject);
  const { inResponseTo, end } = requireConfirmation(subject, expected);
  return {
    ...name,
    id: attributeOf(assertion, 'ID') ?? '',
    issuer,
    sessionIndex: sessionIn(assertion, expected.now),
    issuedAt: issueOf(assertion),
    inResponseTo,
    expiresAt: Math.min(conditionsEnd, end),
    attributes: attributesIn(assertion),
  };
};
