// Policy annotations, which the command line and the service show with results.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { tipstaff } from '../support/command.ts';
import { creating, evaluated, newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { startEveryJob } from '../support/jobs.ts';
import { newMember } from '../support/members.ts';
import { check, entry, type Files, listOf } from '../support/policy-folders.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { onEachEngine, openWorld } from '../support/world.ts';

const annotated = (severity: string): string => `# METADATA
# title: Buckets are private
# description: Nobody outside reads a bucket.
# related_resources:
# - "mailto:storage@example.com"
# - ref: https://example.com/buckets
#   description: About buckets.
# custom:
#   severity: ${severity}
#   remediation: Set acl to private.
package buckets

deny contains change.address if {
  some change in input.plan.resource_changes
  change.change.after.acl == "public-read"
}
`;

const metadata = {
  title: 'Buckets are private',
  description: 'Nobody outside reads a bucket.',
  severity: 'HIGH',
  remediation: 'Set acl to private.',
  related_resources: [
    { ref: 'mailto:storage@example.com', description: '' },
    { ref: 'https://example.com/buckets', description: 'About buckets.' },
  ],
};

const folder = (severity = 'HIGH'): Files => ({
  'plan.json': creating,
  'policies.yaml': listOf(entry('buckets')),
  'buckets.rego': annotated(severity),
});

const shownText = `failed      %s (mandatory, HIGH)
    Buckets are private
    Nobody outside reads a bucket.
    aws_s3_bucket.logs
    To do: Set acl to private.
    See mailto:storage@example.com
    See https://example.com/buckets: About buckets.
1 policy: 1 failed.
`;

test("A check shows a policy's annotations, as text and as JSON", async () => {
  const text = await check(folder());
  const { policies } = (await check(folder(), '--json')).json();

  assert.equal(text.stdout, shownText.replace('%s', 'buckets'));
  assert.deepEqual(policies[0].metadata, metadata);
  assert.equal(policies[0].description, metadata.description);
});

test('The policy list takes precedence over annotations', async () => {
  const list = listOf(`${entry('buckets')}    description: As the list has it.\n`);

  const { stdout } = await check({ ...folder(), 'policies.yaml': list });

  assert.match(stdout, /\n {4}Buckets are private\n {4}As the list has it\.\n {4}aws_s3_bucket\.logs\n/);
});

test('SARIF reports contain the help and the severity of a policy', async () => {
  const ruleIn = async (files: Files) => {
    const log = (await check(files, '--format', 'sarif')).json();
    return log.runs[0].tool.driver.rules[0];
  };
  const ruleWith = (severity: string) => ruleIn(folder(severity));
  const spaced = annotated('HIGH').replace(
    'ref: https://example.com/buckets',
    'ref: "https://example.com/all buckets"',
  );

  const rule = await ruleWith('HIGH');
  const { helpUri } = await ruleIn({ ...folder(), 'buckets.rego': spaced });
  const severities = { Critical: '9.5', medium: '5.5', low: '2.0', '7.1': '7.1', severe: undefined, '11': undefined };

  assert.equal(rule.shortDescription.text, metadata.title);
  assert.equal(rule.fullDescription.text, metadata.description);
  assert.deepEqual([rule.helpUri, helpUri], ['https://example.com/buckets', 'https://example.com/all%20buckets']);
  assert.match(rule.help.text, /\nSeverity: HIGH\nTo do: Set acl to private\.\nSee mailto:/);
  assert.deepEqual(rule.properties, { severity: 'HIGH', tags: ['security'], 'security-severity': '8.0' });
  for (const [severity, score] of Object.entries(severities)) {
    assert.equal((await ruleWith(severity)).properties['security-severity'], score, severity);
  }
});

test('JUnit reports contain annotations in the failure', async () => {
  const { stdout } = await check(folder(), '--format', 'junit');

  assert.match(stdout, /<failure message="Buckets are private: Nobody outside reads a bucket\." type="failed">/);
  assert.match(
    stdout,
    /aws_s3_bucket\.logs\nSeverity: HIGH\nTo do: Set acl to private\.\nSee mailto:storage@example\.com\n/,
  );
});

onEachEngine("An outcome contains its policy's annotations, or null", async (world) => {
  const home = await world.home();
  const policies = [
    await newOpaPolicy(home, 'buckets', { source: annotated('HIGH') }),
    await newOpaPolicy(home, 'plain'),
    await newOpaPolicy(home, 'without-code', { source: '' }),
  ];
  await opaSet(home, 'baseline', policies, { global: true });

  const { outcomes } = await evaluated({ world, by: home, path: `/organizations/${home.name}/evaluations` }, creating);

  const shown = outcomes[0].attributes.outcomes.map((one: Record<string, unknown>) => [
    one.policy_name,
    one.metadata,
    one.description,
  ]);
  assert.deepEqual(shown, [
    ['buckets', metadata, metadata.description],
    ['plain', null, ''],
    ['without-code', null, ''],
  ]);
});

test('A check by a service shows the same annotations', async () => {
  await using temporary = await temporaryFolder();
  await using world = await openWorld('sqlite');
  await using _jobs = startEveryJob(world);
  const home = await world.home();
  await opaSet(home, 'baseline', [await newOpaPolicy(home, 'buckets', { source: annotated('HIGH') })], {
    global: true,
  });
  const { token } = await newMember(world, home);
  const plan = join(temporary.path, 'plan.json');
  await writeFile(plan, creating);

  const { stdout, stderr } = await tipstaff(['check', plan, '--organization', home.name], {
    TIPSTAFF_URL: world.url,
    TIPSTAFF_TOKEN: token,
  });

  const [report, evaluation] = stdout.split(/^(?=Evaluation: )/m);
  assert.equal(report, shownText.replace('%s', 'baseline/buckets'), stderr);
  assert.ok(evaluation?.startsWith(`Evaluation: ${world.url}/app/organizations/${home.name}/evaluations/`), evaluation);
});
