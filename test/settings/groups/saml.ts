import { saml } from '../../../src/domains/accounts/identity-providers/saml-settings.ts';
import { newKeyPair } from '../../support/saml/certificate.ts';
import {
  type AttributeCases,
  countCases,
  type GroupCases,
  groupsAbsentCases,
  switchCases,
  textCases,
} from '../cases.ts';

const one = newKeyPair();
const other = newKeyPair();
const third = newKeyPair();
const expired = newKeyPair(-1);

const addresses = {
  'sso-endpoint-url': 'https://idp.example.com/sso',
  'slo-endpoint-url': 'https://idp.example.com/slo',
};
const complete = { enabled: true, 'idp-cert': one.certificate, ...addresses };
const signing = { 'authn-requests-signed': true };

const nameCases = (label: string, initial: string): AttributeCases => ({
  ...textCases(label, 255),
  initial,
  canBeNull: false,
});

const algorithmCases = (label: string): AttributeCases => ({
  initial: 'SHA256',
  accepted: ['SHA1', 'SHA256'],
  refused: ['sha256', 'MD5', '', 1].map(
    (each) => [each, `${label} is not included in the list (SHA1, SHA256)`] as const,
  ),
});

/** Certificate with a P-256 key. */
const ellipticCertificate = `-----BEGIN CERTIFICATE-----
MIIBcTCCARegAwIBAgIULC2kr+kZqL2IGrZ3yOeAFXPuVZowCgYIKoZIzj0EAwIw
DTELMAkGA1UEAwwCRUMwIBcNMjYxMTI3MDkyMzA5WhgPMjEyNjExMDMwOTIzMDla
MA0xCzAJBgNVBAMMAkVDMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE/IVOYiLx
NKrrOUvbnU/pFwNU6NwPGujPhMkqnVscaYmFU67LaJnyS44NlMy6pBgiPzy1yShG
Bzsb6l1uTVW3EaNTMFEwHQYDVR0OBBYEFI4z1Qtl1ahnnzdAXnReIQybVUYgMB8G
A1UdIwQYMBaAFI4z1Qtl1ahnnzdAXnReIQybVUYgMA8GA1UdEwEB/wQFMAMBAf8w
CgYIKoZIzj0EAwIDSAAwRQIhAJyab3Mie7Pd+3R5iGATPGcPehSW7AfHgAiK2EUt
C4bJAiBvQnHd+e+lbiTCqHS/00ARlZjse2+yzV2xT35YOlrnCw==
-----END CERTIFICATE-----
`;

const computedCases = (initial: string): AttributeCases => ({
  initial,
  isReadOnly: true,
  accepted: ['https://evil.example.com'],
  refused: [],
});

const address = (name: string, label: string) =>
  [
    'idp.example.com',
    '/sso',
    'http://idp.example.com',
    'ftp://localhost/',
    'javascript:alert(1)',
    'https:',
    'https://',
    'https://idp.example.com/\r\n',
    'https://idp.example.com/a\tb',
  ].map((text) => ({
    what: `on with ${JSON.stringify(text)} for ${name}`,
    changes: [{ ...complete, [name]: text }],
    refused: [[name, `${label} must be an absolute https address`]] as const,
  }));

export const samlCases: GroupCases<typeof saml> = {
  group: saml,
  type: 'saml-settings',
  attributes: {
    enabled: { ...switchCases('Enabled', false), accepted: [false] },
    debug: switchCases('Debug', false),
    'idp-cert': { ...textCases('Idp cert'), accepted: ['', one.certificate] },
    'old-idp-cert': { initial: null, accepted: [null], refused: [], isReadOnly: true },
    'sso-required-since': { initial: null, accepted: [null], refused: [], isReadOnly: true },
    'idp-entity-id': textCases('Idp entity id', 2_048),
    'slo-endpoint-url': textCases('Slo endpoint url', 2_048),
    'sso-endpoint-url': textCases('Sso endpoint url', 2_048),
    'attr-username': nameCases('Attr username', 'Username'),
    'attr-email': nameCases('Attr email', ''),
    'attr-groups': nameCases('Attr groups', 'MemberOf'),
    'groups-separator': nameCases('Groups separator', ''),
    'team-names-count': switchCases('Team names count', true),
    organizations: {
      initial: null,
      canBeNull: true,
      accepted: [[]],
      refused: [
        ['acme', 'Organizations must be a JSON array'],
        [['acme'], 'Organizations contains acme, but there is no organization with this name'],
      ],
    },
    'groups-absent': groupsAbsentCases,
    'confirm-after-unused-days': countCases('Confirm after unused days', 90),
    'attr-site-admin': nameCases('Attr site admin', 'SiteAdmin'),
    'site-admin-role': nameCases('Site admin role', 'site-admins'),
    'sso-api-token-session-timeout': countCases('Sso API token session timeout', 1_209_600),
    'sso-satisfies-two-factor': switchCases('Sso satisfies two factor', true),
    'sso-required': switchCases('Sso required', false),
    'acs-consumer-url': computedCases('https://tipstaff.example.com/users/saml/auth'),
    'metadata-url': computedCases('https://tipstaff.example.com/users/saml/metadata'),
    certificate: textCases('Certificate'),
    'private-key': { ...textCases('Private key'), isHidden: true, isSecret: true },
    'signature-signing-method': algorithmCases('Signature signing method'),
    'signature-digest-method': algorithmCases('Signature digest method'),
    'authn-requests-signed': switchCases('Authn requests signed', false),
    'want-assertions-signed': switchCases('Want assertions signed', true),
    'team-management-enabled': switchCases('Team management enabled', true),
    'provider-type': {
      initial: 'unknown',
      accepted: ['okta', 'entra', 'saml', 'unknown'],
      refused: [['Okta', 'Provider type is not included in the list (okta, entra, saml, unknown)']],
    },
  },
  records: [
    { what: 'on with all that it takes', changes: [complete], refused: [] },
    {
      what: 'on with what is stored already',
      changes: [{ ...complete, enabled: false }, { enabled: true }],
      refused: [],
    },
    {
      what: 'on at a provider on the same machine, without encryption',
      changes: [
        { ...complete, 'sso-endpoint-url': 'http://127.0.0.1:8080/sso', 'slo-endpoint-url': 'http://localhost/' },
      ],
      refused: [],
    },
    { what: 'on without a role of administrators', changes: [{ ...complete, 'site-admin-role': '' }], refused: [] },
    {
      what: 'on with nothing',
      changes: [{ enabled: true }],
      refused: [
        ['idp-cert', "Idp cert can't be blank"],
        ['sso-endpoint-url', "Sso endpoint url can't be blank"],
        ['slo-endpoint-url', "Slo endpoint url can't be blank"],
      ],
    },
    {
      what: 'blanks while it is on',
      changes: [complete, { 'idp-cert': ' ', 'attr-username': '', 'attr-groups': ' ', 'attr-site-admin': '' }],
      refused: [
        ['idp-cert', "Idp cert can't be blank"],
        ['attr-username', "Attr username can't be blank"],
        ['attr-groups', "Attr groups can't be blank"],
        ['attr-site-admin', "Attr site admin can't be blank"],
      ],
    },
    {
      what: 'blanks while it is off',
      changes: [complete, { enabled: false, 'idp-cert': null, 'attr-groups': '' }],
      refused: [],
    },
    {
      what: 'on with a certificate that is none',
      changes: [{ ...complete, 'idp-cert': one.certificate.slice(0, 200) }],
      refused: [['idp-cert', 'Idp cert must be an X.509 certificate in PEM form']],
      onlyIn: 'neutral',
    },
    {
      what: 'on with a key in place of a certificate',
      changes: [{ ...complete, 'idp-cert': one.privateKey }],
      refused: [['idp-cert', 'Idp cert must be an X.509 certificate in PEM form']],
      onlyIn: 'neutral',
    },
    {
      what: 'on with a certificate whose key signs in another way',
      changes: [{ ...complete, 'idp-cert': ellipticCertificate }],
      refused: [
        [
          'idp-cert',
          'Idp cert must be a certificate with an RSA key, because signatures with other types of keys are not accepted',
        ],
      ],
      onlyIn: 'neutral',
    },
    {
      what: 'on with several certificates, of which one is too old',
      changes: [{ ...complete, 'idp-cert': `${expired.certificate}${one.certificate}` }],
      refused: [],
    },
    {
      what: 'on with a certificate that is too old',
      changes: [{ 'idp-cert': expired.certificate }, complete, { 'idp-cert': expired.certificate }],
      refused: [['idp-cert', 'Idp cert has expired']],
      onlyIn: 'neutral',
    },
    {
      what: 'turned on when the stored certificate is too old',
      changes: [{ ...complete, enabled: false, 'idp-cert': expired.certificate }, { enabled: true }],
      refused: [['idp-cert', 'Idp cert has expired']],
      onlyIn: 'neutral',
    },
    {
      what: 'on with any certificate',
      changes: [{ ...complete, 'idp-cert': 'a certificate' }, { 'idp-cert': expired.certificate }],
      refused: [],
      onlyIn: 'terraform',
    },
    ...address('sso-endpoint-url', 'Sso endpoint url'),
    ...address('slo-endpoint-url', 'Slo endpoint url'),
    {
      what: 'requests signed with a key',
      changes: [{ ...complete, ...signing, 'private-key': one.privateKey }],
      refused: [],
    },
    {
      what: 'requests signed without a key',
      changes: [{ ...complete, ...signing }],
      refused: [['private-key', "Private key can't be blank"]],
    },
    {
      what: 'requests signed with what is no key',
      changes: [{ ...complete, ...signing, 'private-key': other.certificate }],
      refused: [['private-key', 'Private key must be an RSA key in PEM form']],
      onlyIn: 'neutral',
    },
    {
      what: 'requests signed with any key',
      changes: [{ ...complete, ...signing, 'private-key': 'a placeholder' }],
      refused: [],
      onlyIn: 'terraform',
    },
    {
      what: 'certificates are replaced one by another',
      changes: [complete, { 'idp-cert': other.certificate }, { 'idp-cert': third.certificate }],
      refused: [],
    },
  ],
};
