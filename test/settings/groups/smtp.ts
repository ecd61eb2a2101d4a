import { smtp } from '../../../src/domains/instance/mail/settings.ts';
import { type AttributeCases, type GroupCases, switchCases, textCases } from '../cases.ts';

const notAnAddress = [
  'tipstaff',
  'Tipstaff <tipstaff@example.com>',
  'tipstaff@example.com\r\nBcc: b@example.com',
  'tipstaff@example.com\n',
  'a@b@c',
  'a b@example.com',
  'a@example.com,b@example.com',
];

const addressCases = (label: string): AttributeCases => ({
  initial: null,
  accepted: ['', `a@${'b'.repeat(252)}`, 'tipstaff+mail@mail.example.com'],
  canBeNull: true,
  refused: [
    ...notAnAddress.map((address) => [address, `${label} is not an e-mail address`] as const),
    [`a@${'b'.repeat(253)}`, `${label} is too long (maximum is 254 characters)`],
    [5, `${label} must be a JSON string`],
  ],
});

const hostDetail = 'Host must be a name or an IP address, without a port';

const notHosts = [
  'a b',
  'mail.example.com\r\n',
  'mail/x',
  'user@mail',
  '[::1]',
  'mäil.example.com',
  'mail.example.com:587',
  'mail::587',
];

const on = { enabled: true, host: 'mail.example.com', port: 587, sender: 'tipstaff@example.com' };
const credentials = { username: 'tipstaff', password: 'a password' };
const blank = (name: string) => [name, `${name.charAt(0).toUpperCase()}${name.slice(1)} can't be blank`] as const;

export const smtpCases: GroupCases<typeof smtp> = {
  group: smtp,
  type: 'smtp-settings',
  attributes: {
    enabled: {
      ...switchCases('Enabled', false),
      // Only `false` is listed, because `true` requires other attributes. The record cases cover `true`.
      accepted: [false],
    },
    host: {
      initial: null,
      accepted: ['', 'localhost', '127.0.0.1', '2001:db8::1', '::ffff:127.0.0.1', 'x'.repeat(255), 'mail.example.com'],
      canBeNull: true,
      refused: [
        ...notHosts.map((host) => [host, hostDetail] as const),
        ['x'.repeat(256), 'Host is too long (maximum is 255 characters)'],
        [5, 'Host must be a JSON string'],
      ],
    },
    port: {
      initial: null,
      accepted: [1, 25, 65_535],
      canBeNull: true,
      refused: [
        [0, 'Port must be greater than or equal to 1'],
        [-1, 'Port must be greater than or equal to 1'],
        [65_536, 'Port must be less than or equal to 65535'],
        [25.5, 'Port must be a JSON integer'],
        ['25', 'Port must be a JSON integer'],
      ],
    },
    sender: addressCases('Sender'),
    auth: {
      initial: 'none',
      accepted: ['plain', 'login', 'none'],
      refused: ['', 'PLAIN', 'cram-md5', 5, true].map(
        (way) => [way, 'Auth is not included in the list (none, plain, login)'] as const,
      ),
    },
    username: textCases('Username', 1_024),
    password: { ...textCases('Password', 1_024), isSecret: true, isHidden: true },
    'tls-mode': {
      initial: 'auto',
      accepted: ['starttls', 'implicit', 'auto'],
      refused: ['', 'TLS', 5].map(
        (mode) => [mode, 'Tls mode is not included in the list (auto, starttls, implicit)'] as const,
      ),
    },
    'ca-certificate': textCases('Ca certificate'),
    'client-name': {
      initial: null,
      accepted: ['', 'tipstaff.example.com', '192.0.2.1'],
      canBeNull: true,
      refused: [['a b', 'Client name must be a name or an IP address, without a port']],
    },
    'test-email-address': { ...addressCases('Test email address'), isHidden: true },
  },
  records: [
    { what: 'on without credentials', changes: [on], refused: [] },
    { what: 'on with credentials', changes: [{ ...on, ...credentials, auth: 'plain' }], refused: [] },
    {
      what: 'on with what is stored already',
      changes: [
        { ...on, ...credentials, enabled: false },
        { enabled: true, auth: 'login' },
      ],
      refused: [],
    },
    { what: 'on with nothing', changes: [{ enabled: true }], refused: [blank('host'), blank('port'), blank('sender')] },
    { what: 'on with blanks', changes: [{ ...on, host: '', sender: '' }], refused: [blank('host'), blank('sender')] },
    {
      what: 'on, signing in with nothing',
      changes: [{ ...on, auth: 'login' }],
      refused: [blank('username'), blank('password')],
    },
    {
      what: 'on, signing in without a password',
      changes: [{ ...on, auth: 'plain', username: 'tipstaff' }],
      refused: [blank('password')],
    },
    {
      what: 'a password taken away while it is needed',
      changes: [{ ...on, ...credentials, auth: 'plain' }, { password: null }],
      refused: [blank('password')],
    },
    {
      what: 'on, with what is no certificate',
      changes: [{ ...on, 'ca-certificate': 'secret' }],
      refused: [
        [
          'ca-certificate',
          'Ca certificate must be one or several certificates in PEM, beginning with -----BEGIN CERTIFICATE-----',
        ],
      ],
    },
    { what: 'a host taken away while mail is on', changes: [on, { host: null }], refused: [blank('host')] },
    { what: 'anything while mail is off', changes: [{ auth: 'login', host: '', sender: '' }], refused: [] },
    { what: 'a test address while mail is off', changes: [{ 'test-email-address': 'a@example.com' }], refused: [] },
  ],
};
