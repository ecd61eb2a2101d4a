import { Type } from 'typebox';
import { Text } from '../../../jsonapi/schema.ts';
import type { Vocabulary } from '../../../jsonapi/vocabulary.ts';
import { type BrokenRule, clearable, group, isBlank, required, value } from '../settings/group.ts';
import { inForce } from '../settings/live.ts';

/** What each price provider's credentials consist of. */
const sets = [
  ['cloud-a-access-key-id', 'cloud-a-secret-key'],
  ['cloud-b-credentials'],
  ['cloud-c-client-id', 'cloud-c-client-secret', 'cloud-c-subscription-id', 'cloud-c-tenant-id'],
] as const;

type Credentials = Readonly<Record<(typeof sets)[number][number], string | null>>;

const keyMembers = ['type', 'client_email', 'private_key'];

const listed = (names: readonly string[]): string => new Intl.ListFormat('en').format(names);

const isText = (one: unknown): boolean => typeof one === 'string' && !isBlank(one);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** What the key of a service account lacks to be one. */
const keyFaults = (text: string | null): readonly BrokenRule[] => {
  if (text === null || isBlank(text)) return [];
  const key = parsed(text);
  const isObject = typeof key === 'object' && key !== null && !Array.isArray(key);
  const faults = isObject ? keyMembers.filter((member) => !isText(Reflect.get(key, member))) : keyMembers;
  return faults.length === 0
    ? []
    : [{ attribute: 'cloud-b-credentials', message: `must be JSON with ${listed(faults)}` }];
};

type Checks = Pick<Vocabulary, 'keepsToReference'>;

const faultsOf = (values: Credentials, names: (typeof sets)[number], { keepsToReference }: Checks) => [
  ...required(values, ...names),
  ...names.flatMap((name) => (name === 'cloud-b-credentials' && keepsToReference ? keyFaults(values[name]) : [])),
];

/** At least one provider's credentials must be complete; of those that are begun, all that is missing is told. */
const credentialFaults = (values: Credentials, words: Checks): readonly BrokenRule[] => {
  const faults = sets.map((names) => faultsOf(values, names, words));
  if (faults.some((set) => set.length === 0)) return [];
  const begun = faults.filter((_, index) => sets[index]?.some((name) => !isBlank(values[name])));
  if (begun.length > 0) return begun.flat();
  return [{ attribute: 'enabled', message: 'needs the credentials of at least one price provider' }];
};

const secret = { ...clearable(Text()), isSecret: true } as const;
const compatOnlySecret = { ...value(Type.Boolean(), false), compatOnly: true } as const;
const identifier = { ...secret, wasClear: true } as const;

/** Where prices come from (reference, `cost-estimation-settings`). */
export const costEstimation = group({
  id: 'cost-estimation',
  attributes: {
    enabled: value(Type.Boolean(), false),
    'cloud-a-access-key-id': { ...identifier, name: ({ cloudA }) => `${cloudA}-access-key-id` },
    'cloud-a-secret-key': { ...secret, name: ({ cloudA }) => `${cloudA}-secret-key` },
    'cloud-b-credentials': { ...secret, name: ({ cloudB }) => `${cloudB}-credentials` },
    'cloud-c-client-id': { ...identifier, name: ({ cloudC }) => `${cloudC}-client-id` },
    'cloud-c-client-secret': { ...secret, name: ({ cloudC }) => `${cloudC}-client-secret` },
    'cloud-c-subscription-id': { ...identifier, name: ({ cloudC }) => `${cloudC}-subscription-id` },
    'cloud-c-tenant-id': { ...identifier, name: ({ cloudC }) => `${cloudC}-tenant-id` },
    'cloud-a-enabled': { ...compatOnlySecret, name: ({ cloudA }) => `${cloudA}-enabled` },
    'cloud-a-instance-profile-enabled': {
      ...compatOnlySecret,
      name: ({ cloudA }) => `${cloudA}-instance-profile-enabled`,
    },
    'cloud-b-enabled': { ...compatOnlySecret, name: ({ cloudB }) => `${cloudB}-enabled` },
    'cloud-c-enabled': { ...compatOnlySecret, name: ({ cloudC }) => `${cloudC}-enabled` },
  },
  rules: (values, _before, { vocabulary }) => (values.enabled ? credentialFaults(values, vocabulary) : []),
});

/** The cost estimation settings in force. */
export const costEstimationSettings = inForce(costEstimation);
