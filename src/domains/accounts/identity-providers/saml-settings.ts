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

/** Paths of SAML single sign-on, relative to the base URL of the service. */
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

/** Key of the SAML button on the sign-in page. */
export const samlButton = 'saml';

const attributes = {
  enabled: value(Type.Boolean(), false),
  debug: value(Type.Boolean(), false),
  'idp-cert': clearable(Text()),
  'old-idp-cert': { ...clearable(Text()), isReadOnly: true },
  // `idp-entity-id` is not in the API reference. It is needed because a certificate alone does not identify the
  // provider.
  'idp-entity-id': clearable(Text(maxUrlLength)),
  'slo-endpoint-url': clearable(Text(maxUrlLength)),
  'sso-endpoint-url': clearable(Text(maxUrlLength)),
  'attr-username': value(Text(maxNameLength), 'Username'),
  // `attr-email` and `groups-separator` are not in the API reference. If `attr-email` is empty, the address is read
  // from attributes with usual names, such as `email`. The separator splits one value into several groups.
  'attr-email': value(Text(maxNameLength), ''),
  'attr-groups': value(Text(maxNameLength), 'MemberOf'),
  'groups-separator': value(Text(maxNameLength), ''),
  // These two attributes are not in the API reference. If `organizations` is null, SAML manages the teams of every
  // organization whose `saml-enabled` is true and that is not in another provider's list.
  'team-names-count': value(Type.Boolean(), true),
  organizations: clearable(Type.Array(Name(), { maxItems: maxListed })),
  // Not in the API reference. With `refuse`, a sign-in without groups is refused if the person previously had teams or
  // a role through groups.
  'groups-absent': value(Type.Enum(['refuse', 'none']), 'refuse'),
  // Not in the API reference. An identity whose NameID is an e-mail address cannot sign in to an account that was
  // unused for this number of days until an administrator has confirmed the identity.
  'confirm-after-unused-days': value(Count(1), 90),
  'attr-site-admin': value(Text(maxNameLength), 'SiteAdmin'),
  'site-admin-role': value(Text(maxNameLength), 'site-admins'),
  'sso-api-token-session-timeout': value(Count(1), fortnight),
  // These two attributes are not in the API reference: whether single sign-on satisfies a required second factor, and
  // whether it is the only way to sign in for everybody except site administrators.
  'sso-satisfies-two-factor': value(Type.Boolean(), true),
  'sso-required': value(Type.Boolean(), false),
  // Time when single sign-on was last made required. Sessions that were opened with a password before then are
  // permanently invalid.
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

/**
 * Attributes that hold certificates: the provider's current and previous certificates, and the certificate of this
 * service.
 */
const certificateNames = ['idp-cert', 'old-idp-cert', 'certificate'] as const;

export type SamlSettings = ValuesOf<typeof attributes>;

/**
 * Whether SAML messages may be sent to this URL through a browser. The URL must use https, unless its host is this
 * machine.
 */
export function isSafeAddress(text: string): boolean {
  const url = URL.parse(text);
  // The URL parser removes line breaks and tabs, which must not be accepted in a URL.
  if (url === null || !/^https?:\/\/\S+$/i.test(text)) return false;
  return url.protocol === 'https:' || isThisMachine(url);
}

/** Whether the text is an RSA private key that can sign messages. */
export function isPrivateKey(text: string): boolean {
  try {
    return createPrivateKey(text).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

/** Settings of SAML 2.0 single sign-on (API reference, `saml-settings`). */
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
      summary: 'Stop accepting the previous IdP certificate',
      description:
        "Deletes the identity provider's previous certificate. From then on, responses that are signed with that certificate are refused.",
      methods: ['POST', 'PUT'],
      sets: { 'old-idp-cert': null },
    },
  },
});

/** The current SAML settings, cached in memory. */
export const samlSettings = inForce(saml);

/** Whether the SAML settings are complete enough to sign in or to run an administrator's check. */
export function isSamlReady(context: Context): boolean {
  const settings = samlSettings(context);
  return settings.enabled || !(isBlank(settings['idp-cert']) || isBlank(settings['sso-endpoint-url']));
}

/**
 * Reads the stored SAML settings from the database, so that a certificate revoked on another instance is not accepted
 * here.
 */
export function readSamlSettings(context: Context, reader: Reader): Promise<SamlSettings> {
  return storedValues(context, saml, reader);
}

/**
 * Stores the entity ID of the provider at the first sign-in, unless one is set. Returns the entity ID that is accepted
 * from now on.
 */
export async function pinProvider(tx: Transaction, context: Context, entityId: string): Promise<Audited<string>> {
  const { result, audit } = await setValues(tx, context, saml, ({ 'idp-entity-id': current }) =>
    isBlank(current) ? { 'idp-entity-id': entityId } : {},
  );
  return { result: result['idp-entity-id'] ?? entityId, audit };
}

/**
 * Keeps the replaced certificate, so that signatures with either certificate are accepted while the provider rotates
 * its keys.
 */
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

/**
 * Validates `idp-cert`. An expired certificate is refused when the certificate is set or SAML is enabled. If a stored
 * certificate expires later, other settings can still be changed.
 */
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

/**
 * Returns the problem in the SAML settings that stops all sign-ins. Such settings can be stored because the API that is
 * compatible with Terraform Enterprise accepts any text as a certificate or key.
 */
export function signInProblem(
  values: SamlSettings,
): { readonly code: 'idp-certificate-unreadable' | 'private-key-unreadable'; readonly detail: string } | undefined {
  if (!values.enabled) return undefined;
  const isVerified = [values['idp-cert'], values['old-idp-cert']].flatMap(certificatesIn).some(verifies);
  const problem = isVerified ? undefined : certificateProblem(values['idp-cert']);
  const noSignIn = 'Nobody can sign in through the identity provider';
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
