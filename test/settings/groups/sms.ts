import { sms } from '../../../src/domains/instance/sms/settings.ts';
import { type GroupCases, switchCases, textCases } from '../cases.ts';

const on = { enabled: true };
const account = { 'account-sid': 'AC0123', 'auth-token': 'a token', 'from-number': '+1 555 010 0000' };
const blank = (name: string, label: string) => [name, `${label} can't be blank`] as const;
const [noSid, noToken, noNumber] = [
  blank('account-sid', 'Account sid'),
  blank('auth-token', 'Auth token'),
  blank('from-number', 'From number'),
];
const sidDetail = 'Account sid can only include letters, numbers, -, _, and ., and cannot be . or ..';
const numberDetail = 'From number is not a phone number';

export const smsCases: GroupCases<typeof sms> = {
  group: sms,
  type: 'sms-settings',
  terraform: 'twilio',
  attributes: {
    enabled: {
      ...switchCases('Enabled', false),
      // Only `false` is listed, because `true` requires other attributes. The record cases cover `true`.
      accepted: [false],
    },
    'account-sid': {
      initial: null,
      accepted: ['', 'AC0123456789abcdef', 'x'.repeat(255)],
      canBeNull: true,
      refused: [
        ...['a/b', 'a b', '../x', 'a:b', 'ä', 'a\n'].map((sid) => [sid, sidDetail] as const),
        ['x'.repeat(256), 'Account sid is too long (maximum is 255 characters)'],
        [5, 'Account sid must be a JSON string'],
      ],
    },
    'auth-token': { ...textCases('Auth token', 255), isSecret: true, isHidden: true },
    'auth-token-host': { initial: null, accepted: ['evil.example.com'], refused: [], isHidden: true, isReadOnly: true },
    'from-number': {
      initial: null,
      accepted: ['', '123', '555-555-5555', '+1 (555) 010-0000', '+123456789012345'],
      canBeNull: true,
      refused: [
        ...['12', '+', 'a number', '1234567890123456', '+1 555\r\n0100', '1+555', '555 0100;ext=5'].map(
          (number) => [number, numberDetail] as const,
        ),
        [5_550_100, 'From number must be a JSON string'],
      ],
    },
  },
  records: [
    { what: 'on with everything', changes: [{ ...on, ...account }], refused: [] },
    { what: 'on with what is stored already', changes: [account, on], refused: [] },
    { what: 'on with nothing', changes: [on], refused: [noSid, noToken, noNumber] },
    {
      what: 'on with blanks',
      changes: [{ ...on, 'account-sid': '', 'auth-token': ' ', 'from-number': '' }],
      refused: [noSid, noToken, noNumber],
    },
    {
      what: 'a token taken away while it is needed',
      changes: [{ ...on, ...account }, { 'auth-token': null }],
      refused: [noToken],
    },
    {
      what: 'a number left out keeps the one before',
      changes: [{ ...on, ...account }, { 'account-sid': 'AC9' }],
      refused: [],
    },
    { what: 'anything while it is off', changes: [{ 'account-sid': '', 'from-number': null }], refused: [] },
  ],
};
