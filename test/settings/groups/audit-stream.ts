import { auditStream } from '../../../src/domains/instance/audit-stream/settings.ts';
import { type GroupCases, switchCases, textCases } from '../cases.ts';

const secret = 'a secret of the receiver';
const https = { enabled: true, url: 'https://siem.example.com/tipstaff?tenant=1', secret };
const syslog = { enabled: true, kind: 'syslog-tls', 'syslog-host': 'syslog.example.com' };
const blank = (name: string) => [name, `${name.charAt(0).toUpperCase()}${name.slice(1)} can't be blank`] as const;
const urlDetail = 'Url must be an https URL without a username, a password or a fragment';
const fromDetail = 'From must be beginning, now, or the sequence number of a record';

const wrongUrls = [
  'http://siem.example.com',
  'siem.example.com',
  'https://',
  'https://name:password@siem.example.com',
  'https://siem.example.com/#fragment',
  ' https://siem.example.com',
  'https://siem.example.com\r\n',
];

export const auditStreamCases: GroupCases<typeof auditStream> = {
  group: auditStream,
  type: 'audit-stream-settings',
  attributes: {
    enabled: {
      ...switchCases('Enabled', false),
      // Only `false` is listed, because `true` requires other attributes. The record cases cover `true`.
      accepted: [false],
    },
    kind: {
      initial: 'https',
      accepted: ['syslog-tls', 'https'],
      refused: ['', 'HTTPS', 'syslog', 5].map(
        (kind) => [kind, 'Kind is not included in the list (https, syslog-tls)'] as const,
      ),
    },
    url: textCases('Url', 2_048),
    'syslog-host': {
      initial: null,
      accepted: ['', 'localhost', '127.0.0.1', '2001:db8::1', 'syslog.example.com'],
      canBeNull: true,
      refused: [
        ['syslog.example.com:6514', 'Syslog host must be a name or an IP address, without a port'],
        ['tls://syslog', 'Syslog host must be a name or an IP address, without a port'],
        [5, 'Syslog host must be a JSON string'],
      ],
    },
    'syslog-port': {
      initial: 6_514,
      accepted: [1, 601, 65_535],
      refused: [
        [0, 'Syslog port must be greater than or equal to 1'],
        [65_536, 'Syslog port must be less than or equal to 65535'],
        ['6514', 'Syslog port must be a JSON integer'],
      ],
    },
    secret: { ...textCases('Secret', 512), isSecret: true, isHidden: true },
    'ca-certificate': textCases('Ca certificate'),
    start: { initial: null, accepted: ['now#0'], refused: [], isHidden: true, isReadOnly: true },
    from: {
      accepted: ['beginning', 'now', '1'],
      refused: [
        ...['', '0', '-1', '1.5', 'yesterday', '1000000000000000'].map((from) => [from, fromDetail] as const),
        [5, 'From must be a JSON string'],
      ],
      isHidden: true,
    },
    test: { ...switchCases('Test', false), accepted: [false], isHidden: true },
  },
  records: [
    { what: 'on over HTTPS', changes: [https], refused: [] },
    { what: 'on over syslog', changes: [syslog], refused: [] },
    { what: 'on with what is stored already', changes: [{ ...https, enabled: false }, { enabled: true }], refused: [] },
    { what: 'on with nothing', changes: [{ enabled: true }], refused: [blank('url'), blank('secret')] },
    { what: 'a test with nothing', changes: [{ test: true }], refused: [blank('url'), blank('secret')] },
    {
      what: 'on over syslog with nothing',
      changes: [{ enabled: true, kind: 'syslog-tls' }],
      refused: [['syslog-host', "Syslog host can't be blank"]],
    },
    ...wrongUrls.map((url) => ({
      what: `on with ${url}`,
      changes: [{ ...https, url }],
      refused: [['url', urlDetail]] as const,
    })),
    {
      what: 'on with a short secret',
      changes: [{ ...https, secret: 'x'.repeat(15) }],
      refused: [['secret', 'Secret is too short (minimum is 16 characters)']],
    },
    {
      what: 'a secret taken away while it is needed',
      changes: [https, { secret: null }],
      refused: [blank('secret')],
    },
    {
      what: 'on, with what is no certificate',
      changes: [{ ...syslog, 'ca-certificate': 'secret' }],
      refused: [
        [
          'ca-certificate',
          'Ca certificate must be one or several certificates in PEM, beginning with -----BEGIN CERTIFICATE-----',
        ],
      ],
    },
    {
      what: 'anything while it is off',
      changes: [{ url: 'anything', 'syslog-host': '', secret: 'short' }],
      refused: [],
    },
  ],
};
