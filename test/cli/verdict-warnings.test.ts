// Warnings that every report shows with a verdict. The plan's sensitive values must not appear in any report.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { tipstaff } from '../support/command.ts';
import { evaluated, newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { startEveryJob } from '../support/jobs.ts';
import { check, checkIn, entry, folderWith, listOf, rules } from '../support/policy-folders.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { openWorld } from '../support/world.ts';

const formats = ['text', 'json', 'junit', 'github', 'sarif', 'markdown'] as const;
const secret = 'correct-horse-battery';

/** Plan with a bucket policy that begins with a byte order mark, and with a password that is marked as sensitive. */
const plan = JSON.stringify({
  format_version: '1.2',
  resource_changes: [
    {
      address: 'aws_s3_bucket.logs',
      type: 'aws_s3_bucket',
      change: {
        actions: ['create'],
        after: { policy: '\uFEFF{"Statement": []}', password: secret },
        after_sensitive: { password: true },
      },
    },
  ],
});

const reading = `deny contains r.address if {
  some r in input.plan.resource_changes
  count(json.unmarshal(r.change.after.policy).Statement) == 0
}`;
const failed = 'the result depends on json.unmarshal, which failed';
const printing = `deny contains {"resource": r.address, "message": sprintf("the password is %s", [r.change.after.password])} if {
  some r in input.plan.resource_changes
  print("seen", r.change.after.password)
}`;

test('A failed built-in function is a warning in every report about a policy that passed', async () => {
  const files = { 'policies.yaml': listOf(entry('s3')), ...rules('s3', reading), 'plan.json': plan };

  for (const format of formats) {
    const { code, stdout } = await check(files, '--format', format);

    assert.equal(code, 0);
    assert.ok(stdout.includes(failed), `${format}: ${stdout}`);
    assert.match(stdout, /s3\.rego/);
  }
});

test('A policy that reads only the run has a warning in every report if there is no run', async () => {
  const reads = 'deny contains "prod" if input.run.workspace.name == "prod"';
  const run = JSON.stringify({ workspace: { name: 'shop' } });
  const files = { 'policies.yaml': listOf(entry('p')), ...rules('p', reads), 'plan.json': plan, 'run.json': run };
  await using folder = await folderWith(files);
  const missing = 'the result depends on input.run, which is missing';

  for (const format of formats) {
    const without = await checkIn(folder.path, '--format', format);
    const withRun = await checkIn(folder.path, '--format', format, '--run', join(folder.path, 'run.json'));

    assert.deepEqual([without.code, withRun.code], [0, 0], without.stderr + withRun.stderr);
    assert.ok(without.stdout.includes(missing), `${format}: ${without.stdout}`);
    assert.ok(!withRun.stdout.includes(missing), `${format}: ${withRun.stdout}`);
  }
});

test('No report contains texts that a plan marks as sensitive', async () => {
  const files = { 'policies.yaml': listOf(entry('p')), ...rules('p', printing), 'plan.json': plan };

  for (const format of formats) {
    const { code, stdout } = await check(files, '--format', format, '--explain', 'p');

    assert.equal(code, 1);
    assert.ok(!stdout.includes(secret), `${format}: ${stdout}`);
    assert.ok(stdout.includes('the password is (sensitive value)'), `${format}: ${stdout}`);
  }
});

test('An evaluation by a service names failed functions in notices, stores no sensitive text, and shows each notice once', async () => {
  await using folder = await temporaryFolder();
  await using world = await openWorld('sqlite');
  const home = await world.home();
  const policies = [
    await newOpaPolicy(home, 's3', { source: `package s3\n\n${reading}\n`, rule: 'data.s3.deny' }),
    await newOpaPolicy(home, 'p', { source: `package p\n\n${printing}\n`, rule: 'data.p.deny', level: 'advisory' }),
  ];
  const set = await opaSet(home, 'all', policies, { global: true });
  const path = `/organizations/${home.name}/evaluations`;
  await writeFile(join(folder.path, 'plan.json'), plan);

  const shown = await evaluated({ world, by: home, path }, plan);
  const findings = await home.client.get(`/policy-evaluations/${shown.id}/findings`);
  await using _jobs = startEveryJob(world);
  const checked = await tipstaff(['check', join(folder.path, 'plan.json'), '--set', set], {
    TIPSTAFF_URL: world.url,
    TIPSTAFF_TOKEN: home.owner.token,
  });

  assert.equal(shown.attributes.status, 'passed');
  assert.deepEqual(shown.attributes.notices, [`s3: s3.rego:5:9: ${failed}.`]);
  const [printed, read] = shown.outcomes[0].attributes.outcomes;
  assert.deepEqual(read.problems, [`s3.rego:5:9: ${failed}`]);
  assert.deepEqual(printed.output, [{ message: 'the password is (sensitive value)', resource: 'aws_s3_bucket.logs' }]);
  assert.ok(!JSON.stringify([shown, findings.body, checked]).includes(secret));
  assert.equal(checked.stdout.split(failed).length, 2, checked.stdout);
});

test('The message about a time limit names the option that lifts it, and a message says that large code is not examined', async () => {
  const endless = 'deny contains x if { some x in numbers.range(1, 1000000000000); x < 0 }';
  const files = { 'policies.yaml': listOf(entry('p')), ...rules('p', endless) };
  const large = {
    'policies.yaml': listOf(entry('p')),
    ...rules('p', 'deny := []'),
    'large.rego': `package large\n${'# a comment\n'.repeat(50_000)}`,
  };

  const ended = await check(files, '--timeout', '50ms');
  const unexamined = await check(large, '--timeout', '30s');

  assert.equal(ended.code, 2);
  assert.match(ended.stdout, /processor time\. Allow more time with --timeout, such as --timeout 30s\./);
  assert.equal(unexamined.code, 0, unexamined.stderr);
  assert.match(unexamined.stdout, /warning: not examined for warnings: 2 files with more than 512 KiB in total/);
});
