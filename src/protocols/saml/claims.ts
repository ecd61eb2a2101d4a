// Claims of an assertion about a person, read by the attribute names in the settings.
import { type Claims, providerName } from '../sign-in/claims.ts';
import { isMailAddress } from '../sign-in/mail-address.ts';
import type { Assertion, SamlAttributes } from './assertion.ts';
import { SamlError } from './error.ts';

/** The names of the attributes that the settings choose. */
export interface AttributeNames {
  readonly 'attr-username': string;
  /** Blank for the usual names. */
  readonly 'attr-email': string;
  readonly 'attr-groups': string;
  /** Divides one value into several groups; empty where it never does. */
  readonly 'groups-separator': string;
  readonly 'attr-site-admin': string;
  /** The group of site administrators; blank when no group makes one. */
  readonly 'site-admin-role': string;
}

/** Throws `SamlError` where an attribute that the settings name cannot be read, or the groups were not sent. */
export function readClaims(assertion: Assertion, names: AttributeNames): Claims {
  const { issuer, nameId, attributes } = assertion;
  requireReadable(attributes, names);
  const sent = sentEmail(assertion, names);
  const isNameAddress = isMailAddress(nameId);
  const email = sent ?? (isNameAddress ? nameId : undefined);
  const [username = ''] = attributes.values.get(names['attr-username']) ?? [];
  const groups = attributes.values.get(names['attr-groups']);
  if (groups === undefined && isLinkSent(attributes)) throw new SamlError('groups-not-sent');
  return {
    ...providerName('saml', issuer, nameId),
    isNameAddress,
    email,
    isEmailSent: sent !== undefined,
    username: username === '' ? (email ?? nameId) : username,
    groups: groupsIn(groups ?? [], names['groups-separator']),
    areGroupsSent: groups !== undefined,
    isAdmin: isAdminIn(assertion, names),
  };
}

function requireReadable({ unreadable }: SamlAttributes, names: AttributeNames): void {
  const read = [names['attr-username'], names['attr-email'], names['attr-groups'], names['attr-site-admin']];
  if (read.some((name) => unreadable.has(name))) throw new SamlError('unreadable-attribute');
}

/** True if a provider sent a link in place of more groups than it lists. */
const isLinkSent = ({ values }: SamlAttributes): boolean =>
  [...values.keys()].some((name) => name.endsWith('/groups.link'));

/** The usual names of the e-mail attribute, and of those that are known by a name for people; without case. */
const emailAttributes = [
  'email',
  'mail',
  'emailaddress',
  'user.email',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'urn:oid:1.2.840.113549.1.9.1',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
];

/** The address in the attribute that the settings name, else in one with a usual name. */
function sentEmail({ attributes }: Assertion, names: AttributeNames): string | undefined {
  const named = names['attr-email'].trim();
  const usual = [attributes.values, attributes.friendly].flatMap((byName) => [...byName]);
  const candidates = [
    ...(attributes.values.get(named) ?? []),
    ...emailAttributes.flatMap((wanted) =>
      usual.flatMap(([name, values]) => (name.toLowerCase() === wanted ? values : [])),
    ),
  ];
  return candidates.find(isMailAddress);
}

const filled = (values: readonly string[]): readonly string[] =>
  values.map((value) => value.trim()).filter((value) => value !== '');

/** A name such as `CN=Developers,OU=Groups`, in which a comma divides nothing. */
const distinguishedName = /^[A-Za-z][\w.-]*\s*=/;

/**
 * The names of groups, each as it was sent. One value can also be several names with the separator between them. Of several
 * values none is divided: the name of a group would be enough to become a member of another one.
 */
function groupsIn(values: readonly string[], separator: string): ReadonlySet<string> {
  const names = filled(values);
  const [only = '', ...others] = names;
  const isDivided = others.length === 0 && separator !== '' && !distinguishedName.test(only);
  return new Set(isDivided ? [...names, ...filled(only.split(separator))] : names);
}

/** The role of a site administrator is that of a whole value. */
function isAdminIn({ attributes }: Assertion, names: AttributeNames): boolean | undefined {
  const flags = attributes.values.get(names['attr-site-admin']);
  if (flags !== undefined) return flags.some((flag) => /^(true|1|yes)$/i.test(flag));
  const role = names['site-admin-role'].trim();
  const groups = attributes.values.get(names['attr-groups']);
  return role === '' || groups === undefined ? undefined : filled(groups).includes(role);
}
