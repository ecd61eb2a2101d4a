// Checks whose findings were approved by an override for the same findings.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { tipstaff } from '../support/command.ts';
import { newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { startEveryJob } from '../support/jobs.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { newWorkspace } from '../support/workspaces.ts';
import { openWorld } from '../support/world.ts';

const planOf = (...names: readonly string[]) =>
  JSON.stringify({
    format_version: '1.2',
    resource_changes: names.map((name) => ({
      address: `aws_s3_bucket.${name}`,
      mode: 'managed',
      type: 'aws_s3_bucket',
      name,
      change: { actions: ['create'], before: null, after: { acl: 'public-read' }, after_unknown: {} },
    })),
  });

test('An override for the same findings lets the next check pass, and every report shows who approved them', async () => {
  await using folder = await temporaryFolder();
  await using world = await openWorld('sqlite');
  await using _jobs = startEveryJob(world);
  const home = await world.home();
  await opaSet(home, 'baseline', [await newOpaPolicy(home, 'buckets')], { global: true, overridable: true });
  await newWorkspace(home, 'shop');
  const [one, two] = [join(folder.path, 'one.json'), join(folder.path, 'two.json')];
  await writeFile(one, planOf('logs'));
  await writeFile(two, planOf('logs', 'site'));
  const environment = { TIPSTAFF_URL: world.url, TIPSTAFF_TOKEN: home.owner.token };
  const check = (plan: string, format: string) =>
    tipstaff(['check', plan, '--organization', home.name, '--workspace', 'shop', '--format', format], environment);
  const evaluationIn = async () => (await check(one, 'json')).json().evaluation.id;

  const plain = await tipstaff(['evaluation', 'override', await evaluationIn(), '--comment', 'Once'], environment);
  const failed = await check(one, 'json');
  const { id } = failed.json().evaluation;
  const override = ['evaluation', 'override', id, '--comment', 'Known until the move', '--until', '2d'];
  const given = await tipstaff([...override, '--same-findings'], environment);
  const [text, json, junit, github, markdown] = [
    await check(one, 'text'),
    await check(one, 'json'),
    await check(one, 'junit'),
    await check(one, 'github'),
    await check(one, 'markdown'),
  ];
  const more = await check(two, 'text');
  const approval = /polapp-\w+/.exec(given.stdout)?.[0] ?? '';
  const revoked = await tipstaff(['exemption', 'revoke', approval], environment);
  const after = await check(one, 'text');

  assert.deepEqual([plain.code, failed.code], [0, 1], plain.stderr);
  const [policy] = json.json().policies;
  const [shown] = policy.approvals;
  const end = shown['expires-at'];
  assert.equal(
    given.stdout,
    `${id} is overridden until ${end}. The approval ${approval} covers the same findings in later evaluations.\n`,
    given.stderr,
  );
  const by = home.owner.user.username;
  const mark = `(approved until ${end}, by ${by})`;
  for (const each of [text, json, junit, github, markdown]) assert.equal(each.code, 0, each.stdout);
  assert.ok(
    text.stdout.includes(
      `failed      baseline/buckets (mandatory, approved)\n    aws_s3_bucket.logs is public ${mark}\n1 policy: 1 failed (approved).\n`,
    ),
    text.stdout,
  );
  assert.ok(text.stdout.includes('Known until the move'), text.stdout);
  assert.doesNotMatch(text.stdout, /To ask for an exemption/);
  assert.deepEqual(
    [json.json().passed, policy.approved, shown],
    [true, true, { id: approval, by, comment: 'Known until the move', 'expires-at': end, findings: [0] }],
  );
  assert.ok(junit.stdout.includes(mark) && junit.stdout.includes('failures="0"'), junit.stdout);
  assert.match(
    github.stdout,
    /^::warning title=baseline\/buckets failed \(approved\)::aws_s3_bucket\.logs is public /m,
  );
  assert.ok(markdown.stdout.includes(`- \`aws_s3_bucket.logs is public ${mark}\``), markdown.stdout);
  assert.doesNotMatch(markdown.stdout, /Ask for an exemption/);

  assert.equal(more.code, 1);
  assert.ok(
    more.stdout.includes(
      `failed      baseline/buckets (mandatory)\n    aws_s3_bucket.logs is public ${mark}\n    aws_s3_bucket.site is public\n`,
    ),
    more.stdout,
  );
  assert.match(more.stdout, /\nTo ask for an exemption, run: /);
  assert.deepEqual([revoked.code, revoked.stdout], [0, `Ended the approval ${approval}.\n`]);
  assert.deepEqual([after.code, after.stdout.includes('approved until')], [1, false]);
});

test('A comment for several checks treats approved findings like the check', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'report.json');
  const approval = { id: 'polapp-1', by: 'ann', comment: 'Known', 'expires-at': '2030-01-01T00:00:00.000Z' };
  const finding = (approvals: readonly object[], approved: boolean) => ({
    name: 'baseline/buckets',
    id: 'pol-1',
    description: null,
    'enforcement-level': 'mandatory',
    introduction: 'enforce',
    exempt: false,
    approved,
    approvals,
    status: 'failed',
    output: ['a is public', 'b is public'],
    'output-count': 2,
    'old-output': [],
    'old-output-count': 0,
    'new-reasons': [],
    problems: [],
  });
  const report = (...policies: readonly object[]) =>
    writeFile(file, JSON.stringify({ name: 'shop', source: 'plan', notices: [], policies }));
  const comment = () => tipstaff(['comment', 'github', file, '--json']);

  await report(finding([{ ...approval, findings: [0, 1] }], true));
  const all = await comment();
  await report(finding([{ ...approval, findings: [0] }], false));
  const some = await comment();

  assert.deepEqual([all.code, all.json().stacks[0].result], [0, 'Policies passed, with failures that do not block']);
  assert.deepEqual([some.code, some.json().stacks[0].result], [1, 'Policies failed']);
});
