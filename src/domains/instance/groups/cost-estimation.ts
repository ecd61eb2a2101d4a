import { Type } from 'typebox';
import { Text } from '../../../jsonapi/schema.ts';
import type { Vocabulary } from '../../../jsonapi/vocabulary.ts';
import { isObject } from '../../../lib/json/json-tree.ts';
import { isBlank } from '../../../lib/text/text.ts';
import { type BrokenRule, clearable, group, required, type StoredAttribute, value } from '../settings/group.ts';
import { inForce } from '../settings/live.ts';

const secret = { ...clearable(Text()), isSecret: true } as const;
const compatFlag = { ...value(Type.Boolean(), false), compatOnly: true } as const satisfies StoredAttribute;

/** Settings for the sources of prices (API reference, `cost-estimation-settings`). */
export const costEstimation = group({
  id: 'cost-estimation',
  attributes: {
    enabled: value(Type.Boolean(), false),
    'cloud-a-access-key-id': secret,
    'cloud-a-secret-key': secret,
    'cloud-b-credentials': secret,
    'cloud-c-client-id': secret,
    'cloud-c-client-secret': secret,
    'cloud-c-subscription-id': secret,
    'cloud-c-tenant-id': secret,
    'cloud-a-enabled': compatFlag,
    'cloud-a-instance-profile-enabled': compatFlag,
    'cloud-b-enabled': compatFlag,
    'cloud-c-enabled': compatFlag,
  },
  rules: (values, _before, { vocabulary }) => (values.enabled ? credentialFaults(values, vocabulary) : []),
});

export const costEstimationSettings = inForce(costEstimation);

/** The attributes that form the credentials of each price provider. */
const credentialSets = [
  ['cloud-a-access-key-id', 'cloud-a-secret-key'],
  ['cloud-b-credentials'],
  ['cloud-c-client-id', 'cloud-c-client-secret', 'cloud-c-subscription-id', 'cloud-c-tenant-id'],
] as const;

type CredentialNames = (typeof credentialSets)[number];
type Credentials = Readonly<Record<CredentialNames[number], string | null>>;
type Strictness = Pick<Vocabulary, 'behaviour'>;

/** One complete set of credentials is enough. For incomplete sets, all missing attributes are reported. */
function credentialFaults(values: Credentials, words: Strictness): readonly BrokenRule[] {
  const faults = credentialSets.map((names) => faultsOf(values, names, words));
  if (faults.some((set) => set.length === 0)) return [];
  const begun = faults.filter((_, index) => credentialSets[index]?.some((name) => !isBlank(values[name])));
  if (begun.length > 0) return begun.flat();
  return [
    { attribute: 'enabled', code: 'invalid', message: 'requires the credentials for at least one price provider' },
  ];
}

function faultsOf(values: Credentials, names: CredentialNames, { behaviour }: Strictness) {
  const keys = names.filter((name) => name === 'cloud-b-credentials' && behaviour.checksServiceAccountKey);
  return [...required(values, ...names), ...keys.flatMap((name) => serviceAccountKeyFaults(values[name]))];
}

const keyMembers = ['type', 'client_email', 'private_key'];

/** Validates a service account key by checking its members. */
function serviceAccountKeyFaults(text: string | null): readonly BrokenRule[] {
  if (text === null || isBlank(text)) return [];
  const key = parsed(text);
  const missing = isObject(key) ? keyMembers.filter((member) => !isText(Reflect.get(key, member))) : keyMembers;
  if (missing.length === 0) return [];
  const list = new Intl.ListFormat('en').format(missing);
  return [{ attribute: 'cloud-b-credentials', code: 'malformed', message: `must be JSON with ${list}` }];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isText = (one: unknown): boolean => typeof one === 'string' && !isBlank(one);
