// Tests which changes give a finding another key.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FindingIdentity, Verdict } from '../../../effects/policy-engine/answers.ts';
import type { PolicySource } from '../../../effects/policy-engine/policy-code.ts';
import { readEncryptionKey, vaultOf } from '../../../kernel/secrets.ts';
import type { CandidateSet, SetPolicy } from '../applicable-sets/store.ts';
import { newFindingKeys } from './finding-keys.ts';

const somePolicy = {
  id: 'pol-1',
  name: 'buckets',
  kind: 'opa',
  query: 'data.buckets.deny',
  size: 10,
  input: 'plan',
  enforcement_level: 'mandatory',
  introduction: 'enforce',
  archive_id: null,
} as unknown as SetPolicy & { readonly query: string; readonly size: number };

const someSet = { id: 'polset-1', name: 'baseline', is_overridable: 1, is_shadow: 0 } as CandidateSet;

const someSource: PolicySource = {
  query: 'data.buckets.deny',
  form: 'plan',
  file: 'buckets.rego',
  code: {
    modules: { 'buckets.rego': 'package buckets', 'lib.rego': 'package lib', 'other.rego': 'package other' },
    data: [{ file: 'names.json', at: ['names'], text: '[]' }],
    own: ['buckets.rego', 'other.rego'],
  },
};

interface Keyed {
  readonly keyOf?: string;
  readonly workspace?: string | null;
  readonly source?: 'plan' | 'state';
  readonly set?: Partial<CandidateSet>;
  readonly policy?: Partial<SetPolicy>;
  readonly read?: Partial<PolicySource>;
  readonly parameters?: PolicySource['parameters'];
  readonly identities?: readonly FindingIdentity[];
}

/** Returns the keys of one finding. The vault has the encryption key that consists of the letter `keyOf`. */
async function keysWith({
  keyOf = 'a',
  workspace = 'ws-1',
  source = 'plan',
  set,
  policy,
  read,
  parameters,
  identities = [{ digest: 'd1' }],
}: Keyed = {}) {
  const key = readEncryptionKey(keyOf.repeat(64));
  assert.ok(key !== undefined);
  const vault = vaultOf(key.id, () => [key]);
  const { noting, keysOf } = newFindingKeys({ vault }, { source, workspace_id: workspace });
  const { query, size } = somePolicy;
  const own = { ...somePolicy, ...policy, query, size, key: 'k', identifies: true, parameters };
  await noting(async () => ({ ...someSource, ...read }))(own);
  const verdict = { output: ['x'], identities } as unknown as Verdict;
  return keysOf({ ...someSet, ...set }, own, { key: 'k', verdict });
}

const { code } = someSource;

const changes: Readonly<Record<string, Keyed>> = {
  'the instance': { keyOf: 'b' },
  'the workspace': { workspace: 'ws-2' },
  'the policy set': { set: { id: 'polset-2' } },
  'the policy': { policy: { id: 'pol-2' } },
  'the identity of the finding': { identities: [{ digest: 'd2' }] },
  'the enforcement level': { policy: { enforcement_level: 'soft-mandatory' } },
  "the policy's code": {
    read: { code: { ...code, modules: { ...code.modules, 'buckets.rego': 'package buckets2' } } },
  },
  'a library': { read: { code: { ...code, modules: { ...code.modules, 'lib.rego': 'package lib2' } } } },
  'a data document': { read: { code: { ...code, data: [{ file: 'names.json', at: ['names'], text: '[1]' }] } } },
  'the query': { read: { query: 'data.buckets.other' } },
  'the form of the input': { read: { form: 'raw' } },
  'a parameter': { parameters: { region: { text: 'eu' } } },
};

test('A key has 128 bits and depends on everything that an approval covers', async () => {
  const usual = await keysWith();

  assert.match(String(usual?.[0]), /^[\w-]{22}$/);
  assert.deepEqual(await keysWith(), usual);
  const keys = await Promise.all(Object.values(changes).map(async (change) => (await keysWith(change))?.[0]));
  assert.equal(new Set([...keys, usual?.[0]]).size, Object.keys(changes).length + 1);
  const permitted = await keysWith({ policy: { enforcement_level: 'soft-mandatory' }, set: { is_overridable: 0 } });
  assert.notDeepEqual(permitted, await keysWith({ policy: { enforcement_level: 'soft-mandatory' } }));
});

test('A change of another policy in the folder and a new upload of the same files do not change a key', async () => {
  const archived = { archive_id: 'polver-1', id: 'pol-a' };

  const before = await keysWith({ policy: archived });
  const others = { ...code.modules, 'other.rego': 'package other2' };
  const after = await keysWith({
    policy: { archive_id: 'polver-2', id: 'pol-b' },
    read: { code: { ...code, modules: others } },
  });

  assert.equal(typeof before?.[0], 'string');
  assert.deepEqual(after, before);
});

test('A finding without an identity has the reason instead of a key', async () => {
  assert.deepEqual(await keysWith({ identities: [{ reason: 'no-address' }] }), [{ reason: 'no-address' }]);
  assert.deepEqual(await keysWith({ identities: [] }), [{ reason: 'not-evaluated' }]);
});

test('Findings that no approval can cover have no keys', async () => {
  const never: readonly Keyed[] = [
    { workspace: null },
    { source: 'state' },
    { set: { is_overridable: 0 } },
    { set: { is_shadow: 1 } },
    { policy: { introduction: 'shadow' } },
    { policy: { enforcement_level: 'advisory' } },
    { policy: { enforcement_level: 'hard-mandatory' } },
  ];
  for (const each of never) assert.equal(await keysWith(each), undefined, JSON.stringify(each));
});
