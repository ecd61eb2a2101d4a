import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, isResourceAddress } from './resource-address.ts';

const logs = 'aws_s3_bucket.logs';

test('A member refers to a resource only if it names exactly one', () => {
  const about: readonly (readonly [member: unknown, address: string | undefined])[] = [
    [logs, logs],
    [`${logs} is public`, logs],
    [`Bucket "${logs}" (region eu-west-1) is public.`, logs],
    [`${logs}: no encryption; see ${logs}.`, logs],
    [`open to 0.0.0.0/0: ${logs}`, logs],
    [`module.a["x.y"].${logs}[0] is public`, `module.a["x.y"].${logs}[0]`],
    [{ address: logs, message: 'evil.one' }, logs],
    [{ resource: logs, resource_address: logs }, logs],
    // Authors of plans can choose names, keys and values that contain other addresses.
    [`aws_s3_bucket.evil has the tag ${logs}`, undefined],
    [`aws_s3_bucket.evil["${logs}"] is public`, `aws_s3_bucket.evil["${logs}"]`],
    [`aws_s3_bucket.evil["\\" ${logs} \\""] is public`, `aws_s3_bucket.evil["\\" ${logs} \\""]`],
    [`x.${logs} is public`, `x.${logs}`],
    [`module.a.${logs} is public`, `module.a.${logs}`],
    [`${logs}[0] is public`, `${logs}[0]`],
    [`${logs}.acl is public`, `${logs}.acl`],
    [`${logs}\u0301 is public`, `${logs}\u0301`],
    [`see docs.example about ${logs}`, undefined],
    ['a bucket is public', undefined],
    ['', undefined],
    [{ address: logs, resource: 'aws_s3_bucket.evil' }, undefined],
    [{ address: logs, resource: { name: 'evil' } }, undefined],
    [{ message: `${logs} is public` }, undefined],
    [[logs], undefined],
    [null, undefined],
    [7, undefined],
  ];

  const results = about.map(([member]) => addressOf(member));

  assert.deepEqual(
    results,
    about.map(([, expected]) => expected),
  );
});

test('A resource address has a type and a name', () => {
  const right = [logs, 'data.aws_ami.base', 'module.a[0].module.b["x \\"y\\""].null_resource.c', 'größe_typ.ä'];
  const wrong = ['logs', '', 'a.', '.a', 'a b.c', 'a.b is public', 'a.b[x]', 'a..b', 'a.0', `${logs}\n`];

  const accepted = [...right, ...wrong].filter(isResourceAddress);

  assert.deepEqual(accepted, right);
});

test('A text of any length is searched quickly', () => {
  const long = [
    `${'a.'.repeat(400_000)}`,
    `${'a['.repeat(400_000)}`,
    `a["${'\\'.repeat(400_000)}`,
    'a-'.repeat(400_000),
  ];

  const before = process.cpuUsage();
  for (const text of long) addressOf(text);
  const { user } = process.cpuUsage(before);

  assert.ok(user < 1_000_000, `${user} µs`);
});
