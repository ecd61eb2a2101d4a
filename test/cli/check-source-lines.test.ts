// Lines of the configuration in the reports of a check.
import assert from 'node:assert/strict';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { type Environment, tipstaff } from '../support/command.ts';
import { newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { startEveryJob } from '../support/jobs.ts';
import { bucket, findingOf, kept, planOf, source } from '../support/old-findings.ts';
import { folderWith } from '../support/policy-folders.ts';
import { openReviewPlatform } from '../support/review-platform.ts';
import { openWorld } from '../support/world.ts';

const formats = ['text', 'json', 'junit', 'github', 'sarif', 'markdown'];

/** The bucket `site` is public since before the plan. The other resources are created. */
const plan = planOf(
  bucket('logs', ['create'], null),
  kept('site'),
  {
    ...bucket('files', ['create'], null),
    address: 'module.shop["eu"].aws_s3_bucket.files[0]',
    module_address: 'module.shop["eu"]',
  },
  {
    ...bucket('files', ['create'], null),
    address: 'module.remote.aws_s3_bucket.files',
    module_address: 'module.remote',
  },
  bucket('gone', ['create'], null),
);

const configuration = {
  'main.tf': `# resource "aws_s3_bucket" "logs" {}
resource "aws_s3_bucket" "logs" {
  acl = "public-read"
}

module "shop" {
  for_each = toset(["eu"])
  source   = "./modules/shop"
}

module "remote" {
  source = "registry.example.com/shire/bucket/aws"
}
`,
  'site.tf': '\nresource "aws_s3_bucket" "site" {}\n',
  'modules/shop/main.tf': 'variable "a" {}\n\nresource "aws_s3_bucket" "files" {\n  count = 1\n}\n',
};

/** Findings of the policy that are not old, with the file and line of each. */
const expected = [
  ['aws_s3_bucket.gone is public', null],
  [findingOf('logs'), { file: 'main.tf', line: 2, kind: 'block' }],
  ['module.remote.aws_s3_bucket.files is public', { file: 'main.tf', line: 11, kind: 'call' }],
  ['module.shop["eu"].aws_s3_bucket.files[0] is public', { file: 'modules/shop/main.tf', line: 3, kind: 'block' }],
] as const;

const policies = {
  'policies/policies.yaml':
    'policies:\n  - {name: buckets, query: data.buckets.deny, enforcement-level: mandatory, introduction: enforce-new}\n',
  'policies/buckets.rego': source,
};

const withoutConfiguration = { ...policies, 'plan.json': plan };
const withConfiguration = { ...withoutConfiguration, ...configuration };

/** Runs a check in a folder. Paths in the folder are shown relative to it. */
const checkIn = async (folder: string, words: readonly string[] = [], environment: Environment = {}) => {
  const from = join(folder, 'plan.json');
  const { code, stdout, stderr } = await tipstaff(
    ['check', from, '--dir', join(folder, 'policies'), ...words],
    environment,
  );
  const plain = (text: string) =>
    text.replaceAll(`${relative(process.cwd(), folder)}/`, '').replaceAll(`${folder}/`, '');
  return { code, stdout: plain(stdout), stderr: plain(stderr) };
};

const reportIn = async (folder: string, format: string, environment?: Environment): Promise<string> => {
  const { code, stdout, stderr } = await checkIn(folder, ['--format', format], environment);
  assert.equal(code, 1, stderr);
  return stdout;
};

test('Every report shows the line of each finding', async () => {
  await using folder = await folderWith(withConfiguration);

  const [text, json, junit, github, sarif, markdown] = await Promise.all(
    formats.map((format) => reportIn(folder.path, format)),
  );

  assert.ok(
    text?.includes(
      `    ${findingOf('logs')} (main.tf:2)\n` +
        '    module.remote.aws_s3_bucket.files is public (main.tf:11)\n' +
        '    module.shop["eu"].aws_s3_bucket.files[0] is public (modules/shop/main.tf:3)\n' +
        '    Old: present before this plan, and not blocking\n      aws_s3_bucket.site (site.tf:2)\n',
    ),
    text,
  );
  const [policy] = JSON.parse(json ?? '').policies;
  assert.deepEqual(
    policy.output.map((finding: string, index: number) => [finding, policy.sources[index]]),
    expected,
  );
  assert.deepEqual(policy['old-sources'], [{ file: 'site.tf', line: 2, kind: 'block' }]);
  assert.match(junit ?? '', /logs is public \(main\.tf:2\)\n/);
  assert.deepEqual(github?.match(/^::\w+ .*?,line=\d+,/gm), [
    '::error file=policies/buckets.rego,line=1,',
    '::error file=main.tf,line=2,',
    '::error file=main.tf,line=11,',
    '::error file=modules/shop/main.tf,line=3,',
    '::notice file=policies/buckets.rego,line=1,',
  ]);
  const [{ results }] = JSON.parse(sarif ?? '').runs;
  assert.deepEqual(results.map(placeOf), [
    'policies/buckets.rego:1',
    'main.tf:2',
    'main.tf:11',
    'modules/shop/main.tf:3',
    'site.tf:2',
  ]);
  assert.equal(placeOf({ locations: results[1].relatedLocations }), 'policies/buckets.rego:1');
  assert.equal(results[0].relatedLocations, undefined);
  assert.ok(markdown?.includes(`- \`${findingOf('logs')}\` (\`main.tf:2\`)\n`), markdown);
  assert.ok(markdown?.includes(`- \`${findingOf('site')}\` (\`site.tf:2\`)\n`), markdown);
});

interface Located {
  readonly locations: readonly {
    readonly physicalLocation: {
      readonly artifactLocation: { readonly uri: string };
      readonly region: { readonly startLine: number };
    };
  }[];
}

const placeOf = ({ locations: [location] }: Located): string =>
  `${location?.physicalLocation.artifactLocation.uri}:${location?.physicalLocation.region.startLine}`;

test('A configuration only adds its lines to a report, and does not change the fingerprints of findings', async () => {
  await using one = await folderWith(withoutConfiguration);
  await using other = await folderWith(withConfiguration);
  const timeless = (text: string) => text.replaceAll(/("duration-ms": |time=")[\d.]+/g, '$1');
  const line = / \(`?(?:main|site|modules\/shop\/main)\.tf:\d+`?\)/g;

  for (const format of ['text', 'junit', 'markdown']) {
    const [without, lines] = [await reportIn(one.path, format), await reportIn(other.path, format)];
    assert.doesNotMatch(without, line);
    assert.equal(timeless(without), timeless(lines.replaceAll(line, '')), format);
  }
  const [json, sarif] = [JSON.parse(await reportIn(one.path, 'json')), JSON.parse(await reportIn(one.path, 'sarif'))];
  assert.ok(!('sources' in json.policies[0] || 'old-sources' in json.policies[0]));
  const located = JSON.parse(await reportIn(other.path, 'sarif'));
  const stable = (log: typeof sarif) =>
    log.runs[0].results.map(({ locations: _, relatedLocations: __, ...result }: Record<string, unknown>) => result);
  assert.deepEqual(stable(located), stable(sarif));
});

test('The folder of the plan is the default, and --source names another one', async () => {
  await using folder = await folderWith({ ...withConfiguration, 'empty/readme.md': '' });
  await mkdir(join(folder.path, 'plans'));
  await rename(join(folder.path, 'plan.json'), join(folder.path, 'plans/a.json'));
  await writeFile(join(folder.path, 'plans/b.json'), plan);
  const path = (name: string) => join(folder.path, name);
  const check = async (plans: readonly string[], words: readonly string[], input = '') => {
    const all = ['check', ...plans, '--dir', path('policies'), ...words];
    const { code, stdout, stderr } = await tipstaff(all, {}, { input });
    return { code, stderr, count: stdout.split('main.tf:2)').length - 1 };
  };
  const count = async (...args: Parameters<typeof check>) => (await check(...args)).count;

  assert.equal(await count([path('plans/a.json')], []), 0);
  assert.equal(await count([path('plans/*.json')], ['--source', folder.path]), 2);
  assert.equal(await count(['-'], [], plan), 0);
  assert.equal(await count(['-'], ['--source', folder.path], plan), 1);
  for (const name of ['none', 'empty', 'main.tf']) {
    const refused = await check([path('plans/a.json')], ['--source', path(name)]);
    assert.equal(refused.code, 2);
    assert.ok(
      refused.stderr.startsWith(`--source ${path(name)} must be a folder with a configuration`),
      refused.stderr,
    );
  }
});

test('In pipelines, lines and annotations have paths relative to the root of the repository', async () => {
  await using folder = await folderWith(withConfiguration);
  const root = join(folder.path, '..');
  const name = relative(root, folder.path);
  const check = (format: string, environment: Environment) =>
    tipstaff(
      ['check', join(folder.path, 'plan.json'), '--dir', join(folder.path, 'policies'), '--format', format],
      environment,
    );

  const github = await check('github', { GITHUB_WORKSPACE: root });
  const sarif = await check('sarif', { GITHUB_WORKSPACE: root });
  const json = await check('json', { CI_PROJECT_DIR: root });

  assert.ok(github.stdout.includes(`::error file=${name}/main.tf,line=2,`), github.stdout);
  assert.ok(github.stdout.includes(`::error file=${name}/policies/buckets.rego,line=1,`), github.stdout);
  const [, result] = JSON.parse(sarif.stdout).runs[0].results;
  assert.equal(placeOf(result), `${name}/main.tf:2`);
  assert.equal(placeOf({ locations: result.relatedLocations }), `${name}/policies/buckets.rego:1`);
  assert.deepEqual(json.json().policies[0].sources[1], { file: `${name}/main.tf`, line: 2, kind: 'block' });
});

test('If the source of a module is an expression, its value comes from the plan', async () => {
  const module_calls = { shop: { source: './modules/shop' } };
  const planned = { ...JSON.parse(plan), configuration: { root_module: { module_calls } } };
  await using folder = await folderWith({
    ...withConfiguration,
    'main.tf': 'module "shop" {\n  source = var.shop\n}\n',
    'plan.json': JSON.stringify(planned),
  });

  const text = await reportIn(folder.path, 'text');

  assert.match(text, /files\[0\] is public \(modules\/shop\/main\.tf:3\)$/m);
});

test('A comment on several checks shows the lines of their reports', async () => {
  await using platform = await openReviewPlatform('github');
  await using folder = await folderWith(withConfiguration);
  const report = join(folder.path, 'report.json');

  await checkIn(folder.path, ['--report', `json=${report}`], platform.environment);
  const { code, stderr } = await tipstaff(['comment', 'github', report, '--pull-request', '7'], platform.environment);

  assert.equal(code, 1, stderr);
  const body = platform.comments[0]?.body ?? '';
  assert.match(body, /^- `aws_s3_bucket\.logs is public` \(`\S*main\.tf:2`\)$/m);
  assert.match(body, /^- `aws_s3_bucket\.site is public` \(`\S*site\.tf:2`\)$/m);
});

test('A file name cannot add lines, markup or commands to a report', async () => {
  const name = 'a`<b>\n::error::x\u001b[2J.tf';
  await using folder = await folderWith({
    ...withoutConfiguration,
    [name]: configuration['main.tf'],
  });

  const [text, github, markdown] = [
    await reportIn(folder.path, 'text'),
    await reportIn(folder.path, 'github'),
    await reportIn(folder.path, 'markdown'),
  ];

  assert.ok(text.includes(`${findingOf('logs')} (a\`<b> ::error::x\\u001b[2J.tf:2)\n`), text);
  assert.ok(github.includes('::error file=a`<b>%0A%3A%3Aerror%3A%3Ax\\u001b[2J.tf,line=2,'), github);
  assert.ok(markdown.includes('(``a`<b> ::error::x\\u001b[2J.tf:2``)\n'), markdown);
});

test('A check on a service shows the lines of the local configuration', async () => {
  await using world = await openWorld('sqlite');
  await using _jobs = startEveryJob(world);
  const home = await world.home();
  const policy = await newOpaPolicy(home, 'buckets', { source, introduction: 'enforce-new' });
  const set = await opaSet(home, 'baseline', [policy]);
  await using folder = await folderWith(withConfiguration);
  const environment = { TIPSTAFF_URL: world.url, TIPSTAFF_TOKEN: home.owner.token, GITHUB_WORKSPACE: folder.path };
  const check = (format: string) =>
    tipstaff(['check', join(folder.path, 'plan.json'), '--set', set, '--format', format], environment);

  const [github, sarif] = [await check('github'), await check('sarif')];

  assert.match(github.stdout, /^::error file=main\.tf,line=2,title=baseline\/buckets failed::aws_s3_bucket\.logs /m);
  const results = JSON.parse(sarif.stdout).runs[0].results;
  assert.deepEqual(results.map(placeOf), [
    'plan.json:1',
    'main.tf:2',
    'main.tf:11',
    'modules/shop/main.tf:3',
    'site.tf:2',
  ]);
});
