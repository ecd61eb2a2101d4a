// Reports of checks in which some or all findings were present before the plan.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { tipstaff } from '../support/command.ts';
import { newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { startEveryJob } from '../support/jobs.ts';
import { bucket, changed, findingOf, planOf, source, twelve } from '../support/old-findings.ts';
import { checkIn, folderWith } from '../support/policy-folders.ts';
import { openReviewPlatform } from '../support/review-platform.ts';
import { openWorld } from '../support/world.ts';

const listWith = (introduction: string, level = 'mandatory') =>
  `policies:\n  - {name: buckets, query: data.buckets.deny, enforcement-level: ${level}, introduction: ${introduction}}\n`;

const files = { 'policies.yaml': listWith('enforce-new'), 'buckets.rego': source };
const onlyOld = planOf(...twelve);
const mixed = planOf(...twelve, changed('logs'), bucket('new', ['create'], null));
const reason = 'the plan shows a change of acl, which this policy reads';

const oldLines = (indent: string) =>
  ['b10', 'b11', 'b12', 'b13', 'b14'].map((name) => `${indent}aws_s3_bucket.${name}\n`).join('');

/** Text report of the plan `mixed` for a policy with the given name. */
const mixedText = (name: string) =>
  `failed      ${name} (mandatory): 2 new, 12 old\n    ${findingOf('logs')} (new: ${reason})\n    ${findingOf('new')}\n` +
  `    Old: present before this plan, and not blocking\n${oldLines('      ')}      and 7 more\n1 policy: 1 failed.\n`;

test('A check with only old findings has status 0, and lists them apart from new ones', async () => {
  await using old = await folderWith({ ...files, 'plan.json': onlyOld });
  await using both = await folderWith({ ...files, 'plan.json': mixed });
  await using enforced = await folderWith({ ...files, 'policies.yaml': listWith('enforce'), 'plan.json': onlyOld });

  const [passed, failed, all] = [await checkIn(old.path), await checkIn(both.path), await checkIn(enforced.path)];

  assert.deepEqual([passed.code, failed.code, all.code], [0, 1, 1], passed.stderr);
  assert.equal(
    passed.stdout,
    'failed      buckets (mandatory, only old findings): 0 new, 12 old\n' +
      `    Old: present before this plan, and not blocking\n${oldLines('      ')}      and 7 more\n1 policy: 1 failed (only old findings).\n`,
  );
  assert.equal(failed.stdout, mixedText('buckets'));
});

test('A policy list in HCL can introduce a policy for new findings only', async () => {
  const list =
    'policy "buckets" {\n  query = "data.buckets.deny"\n  enforcement_level = "mandatory"\n  introduction = "enforce-new"\n}\n';
  await using folder = await folderWith({ 'policies.hcl': list, 'buckets.rego': source, 'plan.json': onlyOld });

  const { code, stdout } = await checkIn(folder.path);

  assert.deepEqual([code, stdout.split('\n').at(-2)], [0, '1 policy: 1 failed (only old findings).']);
});

test('Old findings do not count from any level, and an advisory policy has none', async () => {
  await using old = await folderWith({ ...files, 'plan.json': onlyOld });
  await using advisory = await folderWith({
    ...files,
    'policies.yaml': listWith('enforce-new', 'advisory'),
    'plan.json': onlyOld,
  });
  const failOn = async (path: string, level: string) => (await checkIn(path, '--fail-on', level)).code;

  assert.deepEqual([await failOn(old.path, 'advisory'), await failOn(old.path, 'mandatory')], [0, 0]);
  assert.deepEqual([await failOn(advisory.path, 'advisory'), await failOn(advisory.path, 'mandatory')], [1, 0]);
});

test('Every report format shows old findings as not blocking', async () => {
  await using old = await folderWith({ ...files, 'plan.json': onlyOld });
  await using both = await folderWith({ ...files, 'plan.json': mixed });
  const [json, sarif, junit, passed, github, markdown] = [
    (await checkIn(both.path, '--format', 'json')).json(),
    JSON.parse((await checkIn(both.path, '--format', 'sarif')).stdout).runs[0].results,
    (await checkIn(both.path, '--format', 'junit')).stdout,
    (await checkIn(old.path, '--format', 'junit')).stdout,
    (await checkIn(both.path, '--format', 'github')).stdout,
    (await checkIn(both.path, '--format', 'markdown')).stdout,
  ];
  const [alone] = JSON.parse((await checkIn(old.path, '--format', 'sarif')).stdout).runs[0].results;

  const [policy] = json.policies;
  assert.deepEqual([json.passed, policy.old, policy.output], [false, false, [findingOf('logs'), findingOf('new')]]);
  assert.deepEqual([policy['old-output'].length, policy['old-output-count']], [12, 12]);
  assert.deepEqual(policy['new-reasons'], [
    { reason: 'changed', names: ['acl'], 'same-before': true, message: reason },
    { reason: 'created', names: [], 'same-before': false, message: null },
  ]);
  const states = sarif.map(({ level, baselineState }: { level: string; baselineState: string }) => [
    level,
    baselineState,
  ]);
  assert.deepEqual(states, [['error', 'new'], ['error', 'new'], ...twelve.map(() => ['note', 'unchanged'])]);
  assert.equal(sarif[0].message.text, `${findingOf('logs')} (new: ${reason})`);
  assert.deepEqual(alone.partialFingerprints, sarif[2].partialFingerprints);
  assert.match(
    junit,
    /failures="1"[\s\S]*<failure [\s\S]*logs is public[\s\S]*<system-out>Old: present before this plan/,
  );
  assert.match(
    passed,
    /tests="1" failures="0" errors="0"[\s\S]*<system-out>failed \(only old findings\): Old: present before this plan/,
  );
  assert.match(github, /^::error .*title=buckets failed::aws_s3_bucket\.logs is public/m);
  assert.match(github, /^::notice .*title=buckets has 12 old findings::Old: present .*%0A {2}and 7 more$/m);
  assert.match(
    markdown,
    /❌ \*\*Failed:\*\* `buckets` \(`mandatory`\): 2 new, 12 old\n\n- .*logs is public \(new: .*\n- .*\n\n<details><summary>12 old: present before this plan, and not blocking<\/summary>\n\n- `aws_s3_bucket\.b10 is public`\n/,
  );
});

test('The comment on a pull request folds old findings', async () => {
  await using platform = await openReviewPlatform('github');
  await using folder = await folderWith({ ...files, 'plan.json': onlyOld });

  const { code } = await tipstaff(
    ['check', join(folder.path, 'plan.json'), '--dir', folder.path, '--comment', 'github', '--pull-request', '7'],
    platform.environment,
  );

  assert.equal(code, 0);
  const body = platform.comments[0]?.body ?? '';
  assert.match(body, /### ⚠️ Policies passed, with failures that do not block\n/);
  assert.match(body, /`buckets` \(`mandatory, only old findings`\): 0 new, 12 old\n\n<details><summary>12 old: /);
});

test('A check on a service reports old findings with the same text', async () => {
  await using world = await openWorld('sqlite');
  await using _jobs = startEveryJob(world);
  const home = await world.home();
  const policy = await newOpaPolicy(home, 'buckets', { source, introduction: 'enforce-new' });
  const set = await opaSet(home, 'baseline', [policy]);
  await using folder = await folderWith({ 'plan.json': mixed });
  await writeFile(join(folder.path, 'old.json'), onlyOld);
  const environment = { TIPSTAFF_URL: world.url, TIPSTAFF_TOKEN: home.owner.token };
  const check = (name: string, ...words: readonly string[]) =>
    tipstaff(['check', join(folder.path, name), '--set', set, ...words], environment);

  const [failed, passed] = [await check('plan.json'), await check('old.json')];
  const [{ output, ...outcome }] = (await check('plan.json', '--format', 'json')).json().policies;

  assert.deepEqual([failed.code, passed.code], [1, 0], failed.stderr);
  assert.ok(failed.stdout.startsWith(`${mixedText('baseline/buckets')}Evaluation: `), failed.stdout);
  assert.match(passed.stdout, /\n1 policy: 1 failed \(only old findings\)\.\n/);
  assert.deepEqual([output, outcome['old-output-count']], [[findingOf('logs'), findingOf('new')], 12]);
  assert.deepEqual(outcome['new-reasons'][0].message, reason);
});

test('The check of a folder names what makes all findings of a mandatory policy new', async () => {
  const reads = 'package reads\n\ndeny contains "x" if input.plan.configuration.root_module.resources\n';
  const list = `${listWith('enforce')}  - {name: reads, query: data.reads.deny, enforcement-level: mandatory}\n`;
  await using folder = await folderWith({ ...files, 'policies.yaml': list, 'reads.rego': reads });

  const text = await tipstaff(['policy', 'check', folder.path]);
  const json = (await tipstaff(['policy', 'check', folder.path, '--json'])).json();

  assert.equal(
    text.stdout,
    'sound   buckets\nsound   reads\n    note: reads the configuration, so its findings are never old with enforce-new\n',
  );
  assert.deepEqual(
    json.policies.map((each: Record<string, unknown>) => each['never-old']),
    [undefined, ['configuration']],
  );
});
