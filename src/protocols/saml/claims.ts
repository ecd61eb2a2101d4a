// What an assertion says about a person, read by the attribute names in the settings.
import { isEmail, maxEmailLength } from '../../lib/text.ts';
import type { Assertion } from './assertion.ts';

/** The names of the attributes that the settings choose. */
export interface AttributeNames {
  readonly 'attr-username': string;
  readonly 'attr-groups': string;
  readonly 'attr-site-admin': string;
  /** The group of site administrators; blank when no group makes one. */
  readonly 'site-admin-role': string;
}

/** A person, as the identity provider knows them. */
export interface Claims {
  readonly provider: string;
  readonly nameId: string;
  readonly email: string | undefined;
  /** The base of a new account's username. */
  readonly username: string;
  readonly groups: ReadonlySet<string>;
  /** Undefined when the assertion does not say. */
  readonly isAdmin: boolean | undefined;
}

export function readClaims(assertion: Assertion, names: AttributeNames): Claims {
  const { issuer, nameId, attributes } = assertion;
  const email = emailOf(assertion);
  const [username = ''] = attributes.get(names['attr-username']) ?? [];
  return {
    provider: issuer,
    nameId,
    email,
    username: username === '' ? (email ?? nameId) : username,
    groups: groupsIn(attributes.get(names['attr-groups']) ?? []),
    isAdmin: isAdminIn(assertion, names),
  };
}

/** The usual names of the e-mail attribute, for providers whose NameID is no address. */
const emailAttributes = [
  'Email',
  'email',
  'mail',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
];

function emailOf({ nameId, attributes }: Assertion): string | undefined {
  const candidates = [nameId, ...emailAttributes.flatMap((name) => attributes.get(name) ?? [])];
  return candidates.find((text) => isEmail(text) && [...text].length <= maxEmailLength && isNormalized(text));
}

/** Some characters only look like others (the Kelvin sign like a K). Case folding would make them another address. */
const isNormalized = (text: string): boolean => text.normalize('NFKC') === text;

/** Providers send groups as several values, or as one value with commas. */
function groupsIn(values: readonly string[]): ReadonlySet<string> {
  const names = values.flatMap((value) => value.split(',')).map((name) => name.trim());
  return new Set(names.filter((name) => name !== ''));
}

function isAdminIn({ attributes }: Assertion, names: AttributeNames): boolean | undefined {
  const flags = attributes.get(names['attr-site-admin']);
  if (flags !== undefined) return flags.some((flag) => /^(true|1|yes)$/i.test(flag));
  const role = names['site-admin-role'].trim();
  const groups = attributes.get(names['attr-groups']);
  return role === '' || groups === undefined ? undefined : groupsIn(groups).has(role);
}
