// Policies whose verdict depends on values that are known only after apply: the notices in each report format, and the
// settings under which such a verdict does not count.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { tipstaff } from '../support/command.ts';
import { documentOf } from '../support/documents.ts';
import { newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { startEveryJob } from '../support/jobs.ts';
import { check, checkIn, entry, type Files, folderWith, listOf, rules } from '../support/policy-folders.ts';
import { openWorld } from '../support/world.ts';

const planWith = (unknown: object): string =>
  JSON.stringify({
    format_version: '1.2',
    resource_changes: [
      {
        address: 'aws_s3_bucket.u',
        mode: 'managed',
        type: 'aws_s3_bucket',
        name: 'u',
        change: { actions: ['create'], before: null, after: { bucket: 'b' }, after_unknown: unknown },
      },
    ],
    configuration: {
      root_module: {
        resources: [
          {
            address: 'aws_s3_bucket.u',
            mode: 'managed',
            type: 'aws_s3_bucket',
            name: 'u',
            expressions: { acl: { references: ['aws_kms_key.k.key_id', 'aws_kms_key.k'] } },
          },
        ],
      },
    },
  });

const bucket = (condition: string): string =>
  `deny contains r.address if {\n  some r in input.plan.resource_changes\n  r.type == "aws_s3_bucket"\n  ${condition}\n}`;

const unknownPlan = planWith({ acl: true, arn: true });

const files: Files = {
  'policies.yaml': listOf(entry('acl'), entry('has_acl', 'advisory'), entry('arn'), entry('clean')),
  ...rules('acl', bucket('r.change.after.acl == "public-read"')),
  ...rules('has_acl', bucket('not r.change.after.acl')),
  ...rules('arn', bucket('startswith(r.change.after.arn, "arn:aws-cn:")')),
  ...rules('clean', bucket('r.change.actions == ["delete"]')),
  'plan.json': unknownPlan,
};

const notices = [
  'has_acl failed, and depends on values known after apply: aws_s3_bucket.u (acl, from aws_kms_key.k.key_id).',
  'acl passed, but depends on values known after apply: aws_s3_bucket.u (acl, from aws_kms_key.k.key_id).',
  'arn passed, but depends on values known after apply that the configuration does not set: aws_s3_bucket.u (arn).',
];

test('Each report format shows the notices once, and those of failed policies first', async () => {
  const [text, junit, github, sarif, markdown] = [
    await check(files),
    await check(files, '--format', 'junit'),
    await check(files, '--format', 'github'),
    await check(files, '--format', 'sarif'),
    await check(files, '--format', 'markdown'),
  ];

  assert.deepEqual(
    [text.code, text.stdout.split('\n').slice(-5, -1)],
    [0, [...notices, '4 policies: 3 passed, 1 failed.']],
  );
  assert.ok(junit.stdout.includes(`<system-out>${notices.join('\n')}</system-out>`), junit.stdout);
  for (const notice of notices) {
    const [name] = notice.split(' ');
    assert.ok(github.stdout.includes(`::notice file=${name}.rego,line=1,title=${name} notice::${notice}`));
    for (const { stdout } of [text, junit, github, sarif, markdown])
      assert.equal(stdout.split(notice).length, 2, stdout);
  }
  const results: readonly { level: string; message: { text: string } }[] = sarif.json().runs[0].results;
  const notes = results.filter(({ level }) => level === 'note').map(({ message }) => message.text);
  assert.deepEqual(notes.toSorted(), notices.toSorted());
  const [, , block, failed] = markdown.stdout.split('\n\n');
  assert.equal(block, notices.map((notice) => `⚠️ \`${notice}\``).join('<br>'));
  assert.match(failed ?? '', /^⚠️ \*\*Failed:\*\* `has_acl`/);
  for (const { stderr } of [junit, sarif]) assert.equal(stderr, `${notices.join('\n')}\n`);
  for (const { stderr } of [text, github, markdown]) assert.equal(stderr, '');
});

test('The JSON report lists the attributes, and nothing if no unknown value was to be examined', async () => {
  const unknown = (await check(files, '--format', 'json')).json();
  const known = await check({ ...files, 'plan.json': planWith({}) }, '--format', 'json');

  const attribute = { address: 'aws_s3_bucket.u', attribute: 'acl', written: true, from: 'aws_kms_key.k.key_id' };
  assert.deepEqual(unknown['result-count'], { unknown: 3 });
  assert.deepEqual(
    unknown.policies.map((policy: Readonly<Record<string, unknown>>) => policy['depends-on-unknown']),
    [
      [{ ...attribute, how: 'looks-at' }],
      [{ ...attribute, how: 'decides' }],
      [{ address: 'aws_s3_bucket.u', attribute: 'arn', how: 'looks-at', written: false }],
      undefined,
    ],
  );
  const { 'depends-on-unknown-count': count, 'unknown-examined-completely': isComplete } = unknown.policies[0];
  assert.deepEqual([count, isComplete], [1, true]);
  assert.doesNotMatch(known.stdout, /unknown|result-count/);
  for (const format of ['text', 'junit', 'github', 'sarif', 'markdown']) {
    const { stdout, stderr } = await check({ ...files, 'plan.json': planWith({}) }, '--format', format);
    assert.doesNotMatch(`${stdout}${stderr}`, /known after apply|"note"|::notice/);
  }
});

test('A mandatory policy that depends on unknown values has no verdict if the option or the list says so', async () => {
  const listed = (setting: string) => ({
    ...files,
    'policies.yaml': `unknown-values: ${setting}\n${files['policies.yaml']}`,
  });
  const inHcl = {
    'policies.hcl':
      'unknown_values = "fail"\npolicy "acl" {\n  query = "data.acl.deny"\n  enforcement_level = "mandatory"\n}\n',
    'acl.rego': files['acl.rego'] ?? '',
    'plan.json': unknownPlan,
  };
  const statuses = async (folder: Files, ...words: readonly string[]) => {
    const { code, json } = await check(folder, '--format', 'json', ...words);
    return [code, ...json().policies.map(({ status }: { readonly status: string }) => status)];
  };
  const fail = [2, 'errored', 'failed', 'passed', 'passed'];
  const failAll = [2, 'errored', 'failed', 'errored', 'passed'];

  assert.deepEqual(await statuses(files, '--unknown-values', 'notice'), [0, 'passed', 'failed', 'passed', 'passed']);
  assert.deepEqual(await statuses(files, '--unknown-values', 'fail'), fail);
  assert.deepEqual(await statuses(files, '--unknown-values', 'fail-all'), failAll);
  assert.deepEqual(await statuses(listed('fail')), fail);
  assert.deepEqual(await statuses(listed('fail'), '--unknown-values', 'fail-all'), failAll);
  assert.deepEqual(await statuses(listed('fail-all'), '--unknown-values', 'notice'), failAll);
  assert.deepEqual(await statuses(inHcl), [2, 'errored']);
});

test('A policy without a verdict keeps its findings, and its error says what to do instead of the notice', async () => {
  const mandatory = { ...files, 'policies.yaml': listOf(entry('has_acl')) };
  const shadow = { ...files, 'policies.yaml': `${listOf(entry('has_acl'))}    shadow: true\n` };

  const text = await check(mandatory, '--unknown-values', 'fail');
  const hidden = await check(shadow, '--unknown-values', 'fail');

  assert.deepEqual([text.code, hidden.code], [2, 0]);
  assert.match(
    text.stdout,
    /^errored +has_acl \(mandatory\)\n {4}aws_s3_bucket\.u\n {4}The policy has no verdict, because it depends on .*annotation .*\n1 policy: 1 errored\.\n$/,
  );
  assert.match(hidden.stdout, /^failed +has_acl \(mandatory, shadow\)/);
});

test('Each report of several plans names the plan of a notice, and a long comment says how many are left out', async () => {
  await using folder = await folderWith({ ...files, 'other.json': planWith({}) });
  const names = Array.from({ length: 40 }, (_, index) => `acl_${index}`);
  const many = {
    'policies.yaml': listOf(...names.map((name) => entry(name))),
    ...Object.assign({}, ...names.map((name) => rules(name, bucket('r.change.after.acl == "public-read"')))),
    'plan.json': unknownPlan,
  };

  const both = await checkIn(folder.path, join(folder.path, 'other.json'), '--report', `markdown=${folder.path}/r.md`);
  const long = await check(many, '--format', 'markdown');

  assert.ok(both.stdout.includes(`\nplan.json: ${notices[0]}\n`), both.stdout);
  assert.equal(both.stdout.includes('other.json: acl'), false);
  assert.match(await readFile(join(folder.path, 'r.md'), 'utf8'), /⚠️ `\S*plan\.json: has_acl failed/);
  assert.match(long.stdout, /<br>⚠️ \d\d more notices about unknown values: see the log of the check\.\n\n/);
});

test('A check with a service shows the notices once in each format, and a policy set can refuse such verdicts', async () => {
  await using folder = await folderWith(files);
  await using world = await openWorld('sqlite');
  await using _jobs = startEveryJob(world);
  const home = await world.home();
  const policies = await Promise.all(
    ['acl', 'has_acl'].map((name) =>
      newOpaPolicy(home, name, {
        source: files[`${name}.rego`] ?? '',
        rule: `data.${name}.deny`,
        level: name === 'acl' ? 'mandatory' : 'advisory',
      }),
    ),
  );
  const set = await opaSet(home, 'all', policies);
  const environment = { TIPSTAFF_URL: world.url, TIPSTAFF_TOKEN: home.owner.token };
  const checked = (format: string) =>
    tipstaff(['check', join(folder.path, 'plan.json'), '--set', set, '--format', format], environment);

  const expected = notices.slice(0, 2).map((notice) => `all/${notice}`);
  for (const format of ['text', 'junit', 'github', 'sarif', 'markdown']) {
    const { code, stdout } = await checked(format);
    assert.equal(code, 0);
    for (const notice of expected) assert.equal(stdout.split(notice).length, 2, stdout);
    assert.equal(stdout.split('known after apply').length, 3, stdout);
  }
  const { 'result-count': counts, policies: shown, notices: others } = (await checked('json')).json();
  assert.deepEqual([counts, others], [{ unknown: 2 }, []]);
  assert.deepEqual(shown[0]['depends-on-unknown'][0].attribute, 'acl');
  await home.client.patch(`/policy-sets/${set}`, documentOf('policy-sets', { 'unknown-values': 'fail' }));
  const refused = await checked('text');
  assert.equal(refused.code, 2);
  assert.match(
    refused.stdout,
    /^errored +all\/acl \(mandatory\)\n {4}The policy has no verdict, because it depends on /m,
  );
  assert.doesNotMatch(refused.stdout, /acl passed, but/);
});

test('A pulled list contains the setting of its policy set, or a notice says that an uploaded list lacks it', async () => {
  await using folder = await folderWith(files);
  await using world = await openWorld('sqlite');
  const home = await world.home();
  const environment = { TIPSTAFF_URL: world.url, TIPSTAFF_TOKEN: home.owner.token };
  const policy = await newOpaPolicy(home, 'acl', { source: files['acl.rego'] ?? '', rule: 'data.acl.deny' });
  await opaSet(home, 'single', [policy], { 'unknown-values': 'fail' });
  await opaSet(home, 'versioned', [], { 'unknown-values': 'fail' });
  const path = (name: string) => join(folder.path, name);
  const onService = (command: string, from: string, set: string) =>
    tipstaff(['policy', command, from, '--organization', home.name, '--set', set], environment);

  const made = await onService('pull', path('made'), 'single');
  const checked = await tipstaff(['check', path('plan.json'), '--dir', path('made')]);
  const compared = await onService('diff', path('made'), 'single');
  await onService('push', path('made'), 'versioned');
  const repeated = await onService('pull', path('repeated'), 'versioned');
  const list = await readFile(path('made/policies.yaml'), 'utf8');
  await writeFile(path('made/policies.yaml'), list.replace(/^unknown.*\n/, ''));
  await onService('push', path('made'), 'versioned');
  const lacking = await onService('pull', path('lacking'), 'versioned');

  assert.match(list, /^unknown-values: fail\npolicies:\n/);
  assert.deepEqual([made.stderr, checked.code, compared.code, repeated.stderr], ['', 2, 0, '']);
  assert.match(
    lacking.stderr,
    /^The policy set versioned has the setting unknown-values fail: write "unknown-values: fail" at /,
  );
});

test('The setting is refused with a service', async () => {
  const { code, stderr } = await tipstaff(['check', 'plan.json', '--organization', 'o', '--unknown-values', 'fail']);

  assert.equal(code, 2);
  assert.match(stderr, /^--unknown-values needs --dir: a service uses the setting unknown-values of /);
});
