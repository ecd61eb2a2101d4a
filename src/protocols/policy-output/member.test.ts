import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type MemberFacts, memberFacts } from './member.ts';
import { moduleOf } from './resource-address.ts';
import { severityOf } from './severity.ts';

const nothing: MemberFacts = {
  address: undefined,
  message: undefined,
  attribute: undefined,
  severity: undefined,
  fix: undefined,
};

const logs = 'aws_s3_bucket.logs';

/** Output members in the forms of common policy libraries and platforms, and the facts that are read from them. */
const members: Readonly<Record<string, readonly [member: unknown, facts: Partial<MemberFacts>]>> = {
  'conftest, a text': [`${logs} is public`, { message: `${logs} is public`, address: logs }],
  'conftest, an object': [{ msg: 'no tags', details: { pass: 'no' } }, { message: 'no tags' }],
  'conftest, an object with the location in the code': [
    { msg: 'no tags', _loc: { file: 'main.tf', line: 3 }, severity: 'LOW' },
    { message: 'no tags', severity: 'low' },
  ],
  'Gatekeeper, an object with details': [
    { msg: 'no owner', details: { severity: 'high', attribute: 'tags.owner', remediation: 'Add it.' } },
    { message: 'no owner', severity: 'high', attribute: 'tags.owner', fix: 'Add it.' },
  ],
  'policy, resource, message': [
    { policy: 'S3-1', resource: logs, message: 'is public' },
    { address: logs, message: 'is public' },
  ],
  'address, attribute, fix': [
    { address: logs, attribute: 'acl', message: 'is public', severity: 'critical', fix: 'Set acl to private.' },
    { address: logs, attribute: 'acl', message: 'is public', severity: 'critical', fix: 'Set acl to private.' },
  ],
  'Regula report': [
    {
      rule_id: 'FG_R00229',
      rule_message: '',
      rule_summary: 'S3 buckets should block public access',
      rule_severity: 'High',
      rule_result: 'FAIL',
      resource_id: logs,
    },
    { message: 'S3 buckets should block public access', severity: 'high' },
  ],
  'Snyk policy engine': [
    {
      message: 'Bucket has a public ACL',
      resource: { id: logs, _type: 'aws_s3_bucket' },
      attributes: [['acl'], ['grant', 0]],
      severity: 'Medium',
      remediation: 'Use a private ACL.',
    },
    { message: 'Bucket has a public ACL', attribute: 'acl', severity: 'medium', fix: 'Use a private ACL.' },
  ],
  'Snyk custom rule': [
    {
      publicId: 'C-01',
      title: 'Tags are missing',
      severity: 'critical',
      msg: 'input.resource.aws_s3_bucket[logs].tags',
      remediation: '',
    },
    { message: 'input.resource.aws_s3_bucket[logs].tags', severity: 'critical' },
  ],
  KICS: [
    {
      documentId: '1',
      resourceType: 'aws_kms_key',
      resourceName: 'key',
      searchKey: 'aws_kms_key[key].is_enabled',
      issueType: 'IncorrectValue',
      keyExpectedValue: 'aws_kms_key[key].is_enabled is set to true',
      keyActualValue: 'aws_kms_key[key].is_enabled is set to false',
    },
    { message: 'aws_kms_key[key].is_enabled is set to false' },
  ],
  'Terrascan, an address': ['aws_s3_bucket.logs', { message: logs, address: logs }],
  'Trivy result': [
    { msg: 'Bucket is not encrypted', startline: 1, endline: 4, filepath: 'main.tf', resource: logs },
    { message: 'Bucket is not encrypted', address: logs },
  ],
  'Spacelift and Scalr, a text': ['Reason ONE. Workspace is prod', { message: 'Reason ONE. Workspace is prod' }],
  'a reason with a kind': [
    { kind: 'violation', reason: 'cannot modify several resources' },
    { message: 'cannot modify several resources' },
  ],
  'InfraGuard with meta': [
    {
      id: 'encrypted-disk',
      resource_id: 'disk',
      violation_path: ['Properties', 'Disks', 0, 'Encrypted'],
      meta: { severity: 'high', reason: 'The disk is not encrypted', recommendation: 'Encrypt it.' },
    },
    {
      attribute: 'Properties.Disks.0.Encrypted',
      message: 'The disk is not encrypted',
      severity: 'high',
      fix: 'Encrypt it.',
    },
  ],
  'a control with a severity': [
    { message: 'foo is deny', severity: 'low', control: 'C-1', rule_id: 'R1' },
    { message: 'foo is deny', severity: 'low' },
  ],
  'details that are a text': [{ details: 'The bucket is public', name: logs }, { message: 'The bucket is public' }],
  'a score': [
    { message: 'no', severity: 9.8 },
    { message: 'no', severity: 'critical' },
  ],
  'a score as a text': [
    { message: 'no', severity: '5.0' },
    { message: 'no', severity: 'medium' },
  ],
  'a solution': [
    { violation: 'no', solution: 'Do it.' },
    { message: 'no', fix: 'Do it.' },
  ],
  'a resource and an address that differ': [
    { address: logs, resource: 'aws_s3_bucket.other', msg: 'no' },
    { message: 'no' },
  ],
  'a path as a text': [
    { resource_address: logs, path: 'versioning[0].enabled', description: 'no versions' },
    { address: logs, attribute: 'versioning[0].enabled', message: 'no versions' },
  ],
  'an address in a sentence with a module': [
    'module.shop["eu"].aws_s3_bucket.logs[0]: no tags',
    { address: 'module.shop["eu"].aws_s3_bucket.logs[0]', message: 'module.shop["eu"].aws_s3_bucket.logs[0]: no tags' },
  ],
  'two addresses in a text': [`${logs} is not a.b`, { message: `${logs} is not a.b` }],
  'a message that is not a text': [{ message: { en: 'no' }, msg: 7, reason: 'no' }, { message: 'no' }],
  'a list': [['a', 'b'], {}],
  'a number': [1, {}],
  'a boolean': [true, {}],
  nothing: [null, {}],
  'an object without texts': [{ a: 1 }, {}],
  'names of prototype members': [
    JSON.parse('{"__proto__": {"message": "no", "severity": "high"}, "constructor": "no", "details": null}'),
    {},
  ],
  'invalid paths': [{ msg: 'no', attribute: [], path: [{}], attributes: [[[]]] }, { message: 'no' }],
};

for (const [name, [member, facts]] of Object.entries(members)) {
  test(`Message, location and fix are read from a member: ${name}`, () => {
    assert.deepEqual(memberFacts(member), { ...nothing, ...facts });
  });
}

test('A severity is converted to one of five words from any spelling or scale', () => {
  const read = (...values: readonly unknown[]) => values.map(severityOf);

  assert.deepEqual(read('CRITICAL', ' High ', 'moderate', 'Low', 'informational'), [
    'critical',
    'high',
    'medium',
    'low',
    'info',
  ]);
  assert.deepEqual(read('ERROR', 'warning', 'notice', 'note'), ['high', 'medium', 'info', 'info']);
  assert.deepEqual(read(10, 9, 8.9, 7, 6.9, 4, 3.9, 0.1, 0), [
    'critical',
    'critical',
    'high',
    'high',
    'medium',
    'medium',
    'low',
    'low',
    'info',
  ]);
  assert.deepEqual(
    read('', 'severe', 11, -1, 1e300, Number.POSITIVE_INFINITY, null, {}, '0x7'),
    Array(9).fill(undefined),
  );
});

test('The module of a resource is the part of its address before the type', () => {
  const modules = ['a.b', 'module.shop.a.b', 'module.s["a.b"].module.db[0].data.a.b', 'module.only', 'module', ''];

  assert.deepEqual(modules.map(moduleOf), [
    undefined,
    'module.shop',
    'module.s["a.b"].module.db[0]',
    undefined,
    undefined,
    undefined,
  ]);
});
