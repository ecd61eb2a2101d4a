import { createPrivateKey } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import type { Reader, Transaction } from '../../../db/database.ts';
import { Count, Exactly, Name, Text, Timestamp } from '../../../jsonapi/schema.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { isThisMachine } from '../../../lib/network/address.ts';
import { isBlank } from '../../../lib/text/text.ts';
import type { Audited } from '../../audit/index.ts';
import {
  type Attributes,
  type BrokenRule,
  clearable,
  computed,
  group,
  inForce,
  required,
  setValues,
  storedValues,
  type ValuesOf,
  value,
} from '../../instance/index.ts';
import { certificateIn, certificateProblem, certificatesIn, verifies } from './certificates.ts';
import { listProblems, maxListed } from './listed-organizations.ts';
import { openIdLists } from './store.ts';

const maxUrlLength = 2_048;

const maxNameLength = 255;

const fortnight = 1_209_600;

/** The paths of single sign-on, under the address of the service. */
export const samlPaths = {
  login: '/users/saml/login',
  acs: '/users/saml/auth',
  code: '/users/saml/code',
  metadata: '/users/saml/metadata',
  logout: '/users/saml/logout',
  link: '/users/saml/link',
  prove: '/users/saml/prove',
  check: '/users/saml/check',
} as const;

/** Key of its button on the sign-in page. */
export const samlButton = 'saml';

const attributes = {
  enabled: value(Type.Boolean(), false),
  debug: value(Type.Boolean(), false),
  'idp-cert': clearable(Text()),
  'old-idp-cert': { ...clearable(Text()), isReadOnly: true },
  // Beyond the reference: the entity ID of the provider, because a certificate alone does not name it.
  'idp-entity-id': clearable(Text(maxUrlLength)),
  'slo-endpoint-url': clearable(Text(maxUrlLength)),
  'sso-endpoint-url': clearable(Text(maxUrlLength)),
  'attr-username': value(Text(maxNameLength), 'Username'),
  // Beyond the reference: where the address is, in place of the usual names, and what divides one value into several groups.
  'attr-email': value(Text(maxNameLength), ''),
  'attr-groups': value(Text(maxNameLength), 'MemberOf'),
  'groups-separator': value(Text(maxNameLength), ''),
  // Beyond the reference: which teams follow the groups. Without a list, SAML fills the teams of every organization that
  // opted in and that no other provider lists.
  'team-names-count': value(Type.Boolean(), true),
  organizations: clearable(Type.Array(Name(), { maxItems: maxListed })),
  // Beyond the reference: what a sign-in without groups is, of somebody who had something by them.
  'groups-absent': value(Type.Enum(['refuse', 'none']), 'refuse'),
  // Beyond the reference: how long an account is unused until an address as NameID no longer enters it.
  'confirm-after-unused-days': value(Count(1), 90),
  'attr-site-admin': value(Text(maxNameLength), 'SiteAdmin'),
  'site-admin-role': value(Text(maxNameLength), 'site-admins'),
  'sso-api-token-session-timeout': value(Count(1), fortnight),
  // Beyond the reference: whether the provider's word stands for the second factor, and whether it is the only way in.
  'sso-satisfies-two-factor': value(Type.Boolean(), true),
  'sso-required': value(Type.Boolean(), false),
  // When single sign-on became required last: what passwords had opened by then has ended for good.
  'sso-required-since': { ...clearable(Timestamp()), isReadOnly: true },
  'acs-consumer-url': computed(Type.String(), ({ baseUrl }) => baseUrl() + samlPaths.acs),
  'metadata-url': computed(Type.String(), ({ baseUrl }) => baseUrl() + samlPaths.metadata),
  certificate: clearable(Text()),
  'private-key': { ...clearable(Text()), isSecret: true, isWriteOnly: true },
  'signature-signing-method': value(Algorithm(), 'SHA256'),
  'signature-digest-method': value(Algorithm(), 'SHA256'),
  'authn-requests-signed': value(Type.Boolean(), false),
  'want-assertions-signed': value(Type.Boolean(), true),
  'team-management-enabled': value(Type.Boolean(), true),
  'provider-type': value(Type.Enum(['okta', 'entra', 'saml', 'unknown']), 'unknown'),
} as const satisfies Attributes;

/** The attributes that are certificates: of the provider, the one before it, and that of the service. */
const certificateNames = ['idp-cert', 'old-idp-cert', 'certificate'] as const;

export type SamlSettings = ValuesOf<typeof attributes>;

/** True if a browser may carry a message to this address. */
export function isSafeAddress(text: string): boolean {
  const url = URL.parse(text);
  // The parser drops line breaks and tabs, which are no part of an address.
  if (url === null || !/^https?:\/\/\S+$/i.test(text)) return false;
  return url.protocol === 'https:' || isThisMachine(url);
}

/** True if the text is an RSA private key, which can sign messages. */
export function isPrivateKey(text: string): boolean {
  try {
    return createPrivateKey(text).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

/** Single sign-on by SAML 2.0 (reference, `saml-settings`). */
export const saml = group({
  id: 'saml',
  attributes,
  rules: (values, before, context) =>
    values.enabled
      ? [
          ...certificateFaults(values, before, context),
          ...addressFaults(values, 'sso-endpoint-url'),
          ...addressFaults(values, 'slo-endpoint-url'),
          ...required(values, 'attr-username', 'attr-groups', 'attr-site-admin'),
          ...signingFaults(values, context),
        ]
      : [],
  rulesOfOthers: async ({ organizations }, before, context, reader) =>
    organizations === null || isDeepStrictEqual(organizations, before.organizations)
      ? []
      : listProblems(context, reader, organizations, await openIdLists(reader)),
  derive: (values, before, context) => dated(rotated(values, before), before, context),
  problem: (values) => signInProblem(values)?.detail,
  meta: {
    members: { certificates: Type.Array(Certificate()) },
    read: (values) => ({
      certificates: certificateNames.flatMap((name) =>
        certificatesIn(values[name]).flatMap((text) => {
          const certificate = certificateIn(text);
          if (certificate === undefined) return [];
          const { subject, fingerprint256: fingerprint, validFromDate, validToDate } = certificate;
          const dates = { 'not-before': validFromDate.toISOString(), 'not-after': validToDate.toISOString() };
          return [{ name, subject, 'sha256-fingerprint': fingerprint, ...dates }];
        }),
      ),
    }),
  },
  actions: {
    'revoke-old-certificate': {
      operationId: 'revokeOldIdpCertificate',
      summary: 'Stop accepting the former IdP certificate',
      description:
        'Deletes the certificate that the identity provider signed with before the current one. Responses signed with it are refused from then on.',
      methods: ['POST', 'PUT'],
      sets: { 'old-idp-cert': null },
    },
  },
});

/** The SAML settings in force, from memory. */
export const samlSettings = inForce(saml);

/** True if an administrator can check the settings, or people sign in by them. */
export function isSamlReady(context: Context): boolean {
  const settings = samlSettings(context);
  return settings.enabled || !(isBlank(settings['idp-cert']) || isBlank(settings['sso-endpoint-url']));
}

/** The SAML settings as stored at this moment, so that a certificate revoked on another instance is not accepted here. */
export function readSamlSettings(context: Context, reader: Reader): Promise<SamlSettings> {
  return storedValues(context, saml, reader);
}

/** Stores the provider of the first sign-in unless one is set; returns the entity ID that is accepted from now on. */
export async function pinProvider(tx: Transaction, context: Context, entityId: string): Promise<Audited<string>> {
  const { result, audit } = await setValues(tx, context, saml, ({ 'idp-entity-id': current }) =>
    isBlank(current) ? { 'idp-entity-id': entityId } : {},
  );
  return { result: result['idp-entity-id'] ?? entityId, audit };
}

/** Keeps a replaced certificate, so that both are accepted while the provider rotates its keys. */
function rotated(values: SamlSettings, before: SamlSettings): SamlSettings {
  if (isBlank(values['idp-cert'])) return { ...values, 'old-idp-cert': null };
  const isReplaced = !isBlank(before['idp-cert']) && packed(values['idp-cert']) !== packed(before['idp-cert']);
  return isReplaced ? { ...values, 'old-idp-cert': before['idp-cert'] } : values;
}

function dated(values: SamlSettings, before: SamlSettings, { clock }: Context): SamlSettings {
  const isRequired = (settings: SamlSettings) => settings.enabled && settings['sso-required'];
  if (!isRequired(values) || isRequired(before)) return values;
  return { ...values, 'sso-required-since': timestamp(clock.now()) };
}

function packed(certificate: string | null): string {
  return (certificate ?? '').replaceAll(/\s/g, '');
}

function signingFaults(values: SamlSettings, { vocabulary }: Context): readonly BrokenRule[] {
  if (!values['authn-requests-signed']) return [];
  const missing = required(values, 'private-key');
  if (missing.length > 0 || !vocabulary.behaviour.checksSamlKeys) return missing;
  return isPrivateKey(values['private-key'] ?? '') ? [] : [keyFault];
}

function addressFaults(
  values: SamlSettings,
  attribute: 'sso-endpoint-url' | 'slo-endpoint-url',
): readonly BrokenRule[] {
  const missing = required(values, attribute);
  if (missing.length > 0 || isSafeAddress(values[attribute] ?? '')) return missing;
  return [{ attribute, code: 'malformed', message: 'must be an absolute https address' }];
}

/** An expired certificate is refused when it is set or enabled. Later it must not block changes of other settings. */
function certificateFaults(
  values: SamlSettings,
  before: SamlSettings,
  { clock, vocabulary }: Context,
): readonly BrokenRule[] {
  const missing = required(values, 'idp-cert');
  if (missing.length > 0 || !vocabulary.behaviour.checksSamlKeys) return missing;
  const message = certificateProblem(values['idp-cert']);
  if (message !== undefined) return [{ attribute: 'idp-cert', code: 'malformed', message }];
  const isNew = !before.enabled || before['idp-cert'] !== values['idp-cert'];
  const ends = certificatesIn(values['idp-cert']).map((text) => certificateIn(text)?.validToDate.getTime() ?? 0);
  return isNew && Math.max(...ends) <= clock.now()
    ? [{ attribute: 'idp-cert', code: 'too-low', message: 'has expired' }]
    : [];
}

/** Fault that keeps everybody from signing in: one vocabulary stores any text as a certificate and a key. */
export function signInProblem(
  values: SamlSettings,
): { readonly code: 'idp-certificate-unreadable' | 'private-key-unreadable'; readonly detail: string } | undefined {
  if (!values.enabled) return undefined;
  const isVerified = [values['idp-cert'], values['old-idp-cert']].flatMap(certificatesIn).some(verifies);
  const problem = isVerified ? undefined : certificateProblem(values['idp-cert']);
  const noSignIn = 'No sign-in through the identity provider can work';
  if (problem !== undefined) return { code: 'idp-certificate-unreadable', detail: `${noSignIn}: idp-cert ${problem}.` };
  const [fault] = values['authn-requests-signed'] && !isPrivateKey(values['private-key'] ?? '') ? [keyFault] : [];
  return fault && { code: 'private-key-unreadable', detail: `${noSignIn}: ${fault.attribute} ${fault.message}.` };
}

const keyFault: BrokenRule = {
  attribute: 'private-key',
  code: 'malformed',
  message: 'must be an RSA key in PEM form',
};

function Certificate() {
  return Exactly({
    name: Type.Enum([...certificateNames]),
    subject: Type.String(),
    'sha256-fingerprint': Type.String(),
    'not-before': Type.String(),
    'not-after': Type.String(),
  });
}

function Algorithm() {
  return Type.Enum(['SHA1', 'SHA256']);
}
