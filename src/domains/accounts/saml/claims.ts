// What an assertion says of a person, in the words of the settings.

import { Email } from '../../../jsonapi/schema.ts';
import { validate } from '../../../jsonapi/validate.ts';
import type { Assertion } from '../../../protocols/saml/assertion.ts';
import type { SamlSettings } from './settings.ts';

/** Somebody as the identity provider knows them. */
export interface Claims {
  readonly provider: string;
  readonly nameId: string;
  readonly email: string | undefined;
  /** What a new account's username is made of. */
  readonly username: string;
  readonly groups: ReadonlySet<string>;
  /** Undefined where nothing is said of it. */
  readonly isAdmin: boolean | undefined;
}

/** The names that providers give the e-mail address, where the NameID is none. */
const emailAttributes = [
  'Email',
  'email',
  'mail',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
];

const emailSchema = Email();

/** Of characters that only look like others (a Kelvin sign like a K), folding makes another person's address. */
const isPlain = (text: string): boolean => text.normalize('NFKC') === text;

const isEmail = (text: string): boolean => 'value' in validate(emailSchema, text) && isPlain(text);

const emailIn = ({ nameId, attributes }: Assertion): string | undefined =>
  [nameId, ...emailAttributes.flatMap((name) => attributes.get(name) ?? [])].find(isEmail);

/** Providers send groups as several values, or as one with commas in it. */
const groupsIn = (values: readonly string[]): ReadonlySet<string> =>
  new Set(
    values
      .flatMap((value) => value.split(','))
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  );

const isYes = (value: string): boolean => /^(true|1|yes)$/i.test(value);

const adminIn = ({ attributes }: Assertion, settings: SamlSettings): boolean | undefined => {
  const said = attributes.get(settings['attr-site-admin']);
  if (said !== undefined) return said.some(isYes);
  const role = settings['site-admin-role'].trim();
  const groups = attributes.get(settings['attr-groups']);
  return role === '' || groups === undefined ? undefined : groupsIn(groups).has(role);
};

export const claimsOf = (assertion: Assertion, settings: SamlSettings): Claims => {
  const { issuer, nameId, attributes } = assertion;
  const email = emailIn(assertion);
  const [username = ''] = attributes.get(settings['attr-username']) ?? [];
  return {
    provider: issuer,
    nameId,
    email,
    username: username === '' ? (email ?? nameId) : username,
    groups: groupsIn(attributes.get(settings['attr-groups']) ?? []),
    isAdmin: adminIn(assertion, settings),
  };
};
