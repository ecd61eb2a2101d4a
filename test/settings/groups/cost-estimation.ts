import { costEstimation } from '../../../src/domains/instance/groups/cost-estimation.ts';
import { type AttributeCases, type GroupCases, switchCases, textCases } from '../cases.ts';

const a = { 'cloud-a-access-key-id': 'id', 'cloud-a-secret-key': 'secret' };
const b = { type: 'service_account', client_email: 'a@b.example', private_key: 'key' };
const c = {
  'cloud-c-client-id': 'id',
  'cloud-c-client-secret': 'secret',
  'cloud-c-subscription-id': 'id',
  'cloud-c-tenant-id': 'id',
};
const keyOf = (key: unknown) => ({ 'cloud-b-credentials': typeof key === 'string' ? key : JSON.stringify(key) });
const on = { enabled: true };
const none = ['enabled', 'Enabled requires the credentials for at least one price provider'] as const;
const blank = (name: string) =>
  [name, `${name.replaceAll('-', ' ').replace('cloud', 'Cloud')} can't be blank`] as const;
const wanting = (members: string) =>
  [['cloud-b-credentials', `Cloud b credentials must be JSON with ${members}`]] as const;
const all = 'type, client_email, and private_key';

const foreign = (label: string, name: string): AttributeCases => ({
  ...switchCases(label, false),
  terraform: name,
  knownOnlyIn: 'terraform',
});

export const costEstimationCases: GroupCases<typeof costEstimation> = {
  group: costEstimation,
  type: 'cost-estimation-settings',
  attributes: {
    enabled: {
      ...switchCases('Enabled', false),
      // Only `false` is listed, because `true` requires other attributes. The record cases cover `true`.
      accepted: [false],
    },
    'cloud-a-access-key-id': { ...textCases('Cloud a access key id'), isSecret: true, terraform: 'aws-access-key-id' },
    'cloud-a-secret-key': { ...textCases('Cloud a secret key'), isSecret: true, terraform: 'aws-secret-key' },
    'cloud-b-credentials': { ...textCases('Cloud b credentials'), isSecret: true, terraform: 'gcp-credentials' },
    'cloud-c-client-id': { ...textCases('Cloud c client id'), isSecret: true, terraform: 'azure-client-id' },
    'cloud-c-client-secret': {
      ...textCases('Cloud c client secret'),
      isSecret: true,
      terraform: 'azure-client-secret',
    },
    'cloud-c-subscription-id': {
      ...textCases('Cloud c subscription id'),
      isSecret: true,
      terraform: 'azure-subscription-id',
    },
    'cloud-c-tenant-id': { ...textCases('Cloud c tenant id'), isSecret: true, terraform: 'azure-tenant-id' },
    'cloud-a-enabled': foreign('Aws enabled', 'aws-enabled'),
    'cloud-a-instance-profile-enabled': foreign('Aws instance profile enabled', 'aws-instance-profile-enabled'),
    'cloud-b-enabled': foreign('Gcp enabled', 'gcp-enabled'),
    'cloud-c-enabled': foreign('Azure enabled', 'azure-enabled'),
  },
  records: [
    { what: 'on with the first set', changes: [{ ...on, ...a }], refused: [] },
    { what: 'on with the second set', changes: [{ ...on, ...keyOf(b) }], refused: [] },
    { what: 'on with the third set', changes: [{ ...on, ...c }], refused: [] },
    { what: 'on with what is stored already', changes: [a, on], refused: [] },
    {
      what: 'one set is enough beside others half filled in',
      changes: [{ ...on, ...a, ...keyOf('no JSON') }],
      refused: [],
    },
    { what: 'anything while it is off', changes: [{ enabled: false, ...keyOf('no JSON') }], refused: [] },
    { what: 'on with nothing', changes: [on], refused: [none] },
    { what: 'on with blanks', changes: [{ ...on, 'cloud-a-secret-key': ' ', ...keyOf('') }], refused: [none] },
    {
      what: 'on with half of the first set',
      changes: [{ ...on, 'cloud-a-access-key-id': 'id' }],
      refused: [blank('cloud-a-secret-key')],
    },
    {
      what: 'on with parts of two sets',
      changes: [{ 'cloud-a-secret-key': 'secret' }, { ...on, 'cloud-c-tenant-id': 'id', 'cloud-c-client-id': 'id' }],
      refused: [blank('cloud-a-access-key-id'), blank('cloud-c-client-secret'), blank('cloud-c-subscription-id')],
    },
    {
      what: 'still on when the last set is cleared',
      changes: [
        { ...on, ...a },
        { 'cloud-a-access-key-id': null, 'cloud-a-secret-key': null },
      ],
      refused: [none],
    },
    {
      what: 'off when the last set is cleared',
      changes: [
        { ...on, ...a },
        { enabled: false, 'cloud-a-secret-key': null },
      ],
      refused: [],
    },
    ...['no JSON', '[]', '"text"', 'null', '5', {}].map((key) => ({
      what: `on with a second set that is no key: ${JSON.stringify(key)}`,
      changes: [{ ...on, ...keyOf(key) }],
      refused: wanting(all),
      onlyIn: 'neutral' as const,
    })),
    ...(
      [
        [{ ...b, private_key: '' }, 'private_key'],
        [{ ...b, client_email: 5 }, 'client_email'],
        [{ private_key: 'key' }, 'type and client_email'],
      ] as const
    ).map(([key, members]) => ({
      what: `on with a key without ${members}`,
      changes: [{ ...on, ...keyOf(key) }],
      refused: wanting(members),
      onlyIn: 'neutral' as const,
    })),
    { what: 'on with any second set', changes: [{ ...on, ...keyOf('no JSON') }], refused: [], onlyIn: 'terraform' },
    { what: 'on with a blank second set', changes: [{ ...on, ...keyOf(' ') }], refused: [none], onlyIn: 'terraform' },
    {
      what: 'switches that only other clients know',
      changes: [{ 'cloud-a-enabled': 'yes', 'aws-enabled': 'yes' }],
      refused: [],
      onlyIn: 'neutral',
    },
  ],
};
