// Reads claims about the user from an assertion. The settings contain the names of the attributes.
import { type Claims, providerName } from '../sign-in/claims.ts';
import { isMailAddress } from '../sign-in/mail-address.ts';
import type { Assertion, SamlAttributes } from './assertion.ts';
import { SamlError } from './error.ts';

export interface AttributeNames {
  readonly 'attr-username': string;
  /** Name of the attribute with the email address. If it is blank, the common names are used. */
  readonly 'attr-email': string;
  readonly 'attr-groups': string;
  /** Separator of several groups in one value. Empty if values are never split. */
  readonly 'groups-separator': string;
  readonly 'attr-site-admin': string;
  /** Group of the site administrators. Blank if there is none. */
  readonly 'site-admin-role': string;
}

/**
 * Reads the claims. Throws `SamlError` if an attribute in the settings has an invalid value, or if the groups were not
 * sent.
 */
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

/** Whether the provider sent a link instead of the groups, because the user is in too many groups. */
const isLinkSent = ({ values }: SamlAttributes): boolean =>
  [...values.keys()].some((name) => name.endsWith('/groups.link'));

/** Common names and friendly names of the email attribute, in lower case. */
const emailAttributes = [
  'email',
  'mail',
  'emailaddress',
  'user.email',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'urn:oid:1.2.840.113549.1.9.1',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
];

/**
 * Returns the address in the attribute that the settings name or, if that is blank, in an attribute with a common name.
 */
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

/** Distinguished name such as `CN=Developers,OU=Groups`, whose commas are not separators. */
const distinguishedName = /^[A-Za-z][\w.-]*\s*=/;

/**
 * Returns group names. A single value is split at the separator. Several values are never split, because a user could
 * otherwise become a member of a group through a group name that contains the separator.
 */
function groupsIn(values: readonly string[], separator: string): ReadonlySet<string> {
  const names = filled(values);
  const [only = '', ...others] = names;
  const isDivided = others.length === 0 && separator !== '' && !distinguishedName.test(only);
  return new Set(isDivided ? [...names, ...filled(only.split(separator))] : names);
}

/**
 * Whether the user is a site administrator. The role must equal a whole value. A part of a split value does not count.
 */
function isAdminIn({ attributes }: Assertion, names: AttributeNames): boolean | undefined {
  const flags = attributes.values.get(names['attr-site-admin']);
  if (flags !== undefined) return flags.some((flag) => /^(true|1|yes)$/i.test(flag));
  const role = names['site-admin-role'].trim();
  const groups = attributes.values.get(names['attr-groups']);
  return role === '' || groups === undefined ? undefined : filled(groups).includes(role);
}
