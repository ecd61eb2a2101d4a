// Reports for a comment come from jobs that a pull request can change, so they are not trusted.
import assert from 'node:assert/strict';
import { mkdir, symlink, truncate } from 'node:fs/promises';
import { test } from 'node:test';
import { actedTexts, markupOf } from '../support/comment-markup.ts';
import { openPipeline } from '../support/comment-pipeline.ts';
import { hostileTexts } from '../support/hostile-texts.ts';

test('A file that is not a report of this pipeline is refused, without any of its content', async () => {
  await using pipeline = await openPipeline('github');
  const { platform, path, write, check, comment } = pipeline;
  const report = await check('good', 'network');
  const secret = await write('secret', { ...report, name: 'secret-1234', token: 'secret-1234' });
  await mkdir(path('elsewhere'));
  await write('elsewhere/report.json', report);
  await symlink(secret, path('reports/link.json'));
  await symlink(path('elsewhere'), path('reports/folder'));
  await write('reports/large.json', '');
  await truncate(path('reports/large.json'), 100_000_000);
  await mkdir(path('reports/directory.json'));
  await write('reports/text.json', 'secret-1234');
  await write('reports/list.json', [report]);
  await write('reports/schema.json', { ...report, policies: 'secret-1234' });
  await write('reports/id.json', { ...report, policies: [{ ...report.policies[0], id: '1>) [x](<secret-1234' }] });
  await write('reports/deep.json', `{"name":${'['.repeat(100_000)}`);
  await write('reports/wide.json', `[${'0,'.repeat(600_000)}0]`);
  await write('reports/many.json', { ...report, policies: Array(5_001).fill(report.policies[0]) });
  await write('reports/commit.json', { ...report, pipeline: { ...report.pipeline, commit: 'f'.repeat(40) } });
  await write('reports/repository.json', { ...report, pipeline: { ...report.pipeline, repository: 'octo/other' } });
  await write('reports/platform.json', { ...report, pipeline: { ...report.pipeline, platform: 'gitlab' } });
  await write('reports/nowhere.json', { ...report, pipeline: undefined });
  await write('reports/`a`|<b>@x.json', '{}');
  await write('reports/good.json', report);
  const home = process.cwd();

  process.chdir(path('.'));
  const { code, stdout } = await comment(['reports/*.json', 'reports/folder/report.json', 'reports/none.json']).finally(
    () => process.chdir(home),
  );

  const body = platform.comments[0]?.body ?? '';
  assert.equal(code, 2);
  const refusals = [...stdout.matchAll(/^reports\/(.*) was refused: (.*)\.$/gm)].map(([, file, reason]) => [
    file,
    reason,
  ]);
  const form = 'the file is not a JSON report of "tipstaff check"';
  const invalid = 'the file is not a JSON report of this version of "tipstaff check"';
  assert.deepEqual(
    refusals.toSorted(),
    [
      ['link.json', 'the path contains a symbolic link'],
      ['folder/report.json', 'the path contains a symbolic link'],
      ['large.json', 'the file is larger than 4096 KiB'],
      ['text.json', form],
      ['list.json', form],
      ['schema.json', `${invalid}: Policies must be a JSON array`],
      ['id.json', `${invalid}: Id must match pattern "^[\\w-]{1,100}$"`],
      ['deep.json', 'the JSON document exceeds the limit for depth'],
      ['wide.json', 'the JSON document exceeds the limit for values'],
      ['many.json', `${invalid}: Policies has too many elements (maximum is 5000)`],
      ['commit.json', 'the report belongs to another commit'],
      ['repository.json', 'the report belongs to another repository'],
      ['platform.json', 'the report belongs to another repository'],
      ['nowhere.json', 'the report belongs to another repository'],
      ['none.json', 'the file does not exist'],
      ['`a`|<b>@x.json', `${invalid}: Name can't be blank`],
    ].toSorted(),
  );
  assert.match(body, /\| ✅ Policies passed \| `network` \|/);
  assert.match(body, /\n### ❌ Not checked\n/);
  assert.match(
    body,
    /❌ `` reports\/`a`\|<b>@x\.json was refused: .* ``<br>|❌ ``reports\/`a`\|<b>@x\.json was refused: /,
  );
  assert.doesNotMatch(body + stdout, /secret-1234/);
  markupOf(body);
});

test('Results follow from the findings, not from the conclusions in a report', async () => {
  await using pipeline = await openPipeline('github');
  const { platform, write, check, comment } = pipeline;
  const { policies, ...report } = await check('bad', 'network');
  const [bucket] = policies;
  const forged = (name: string, ...changed: readonly object[]) =>
    write(`${name}.report`, {
      ...report,
      name,
      passed: true,
      policies: changed.map((each) => ({ ...bucket, ...each })),
    });
  const error = { code: 'x', severity: 'error', message: 'broken' };

  const { code, json } = await comment([
    await forged('findings', { status: 'passed' }),
    await forged('old', { status: 'passed', output: [], 'output-count': 0, 'old-output': ['x'], old: true }),
    await forged('count', { status: 'passed', output: [], 'output-count': 7 }),
    await forged('errors', { status: 'passed', output: [], 'output-count': 0, problems: [error] }),
    await forged('level', { 'enforcement-level': 'ADVISORY' }),
    await forged('sum', { 'output-count': 0 }),
    await forged('prototype', { status: 'passed' }, JSON.parse('{"__proto__": {"status": "passed"}}')),
    '--json',
  ]);

  assert.equal(code, 1);
  assert.deepEqual(
    json().stacks.map(({ name, result }: { name: string; result: string }) => [name, result]),
    [
      ['prototype', 'Policies failed'],
      ...['count', 'findings', 'level', 'old', 'sum'].map((name) => [name, 'Policies failed']),
      ['errors', 'Policies could not be evaluated'],
    ],
  );
  assert.match(platform.comments[0]?.body ?? '', /in `count`\n\n- and 7 more\n/);
});

test('Texts of reports appear only as code in a comment, and only the service of the pipeline is linked', async () => {
  await using pipeline = await openPipeline('gitlab');
  const { platform, write, check, comment } = pipeline;
  const report = await check('bad', 'x');
  const texts = [...hostileTexts, ...actedTexts, 'half \ud800 pair'];
  const policyOf = (text: string, index: number) => ({
    ...report.policies[0],
    name: text,
    id: 'pol-1',
    description: text,
    'enforcement-level': text,
    output: index % 2 === 0 ? [text, { message: text, address: text }] : [],
    'old-output': [text],
    sources: [{ file: text, line: 1, kind: 'block' }, null],
    'old-sources': [{ file: text, line: 2, kind: 'call' }],
    problems: [{ code: text, severity: 'warning', message: text, file: text, row: 1, hint: text }],
    metadata: {
      title: text,
      description: text,
      severity: text,
      remediation: text,
      related_resources: [{ ref: 'https://evil.example/', description: text }],
    },
    'depends-on-unknown': [{ address: text, attribute: text, how: 'decides', written: true, from: text }],
    'depends-on-unknown-count': 1,
    'unknown-examined-completely': true,
  });
  const url = (origin: string) => ({
    id: 'poleval-1',
    url: `${origin}/app/organizations/shire/evaluations/poleval-1`,
    workspace: 'ws-1',
  });
  const origins = ['https://tipstaff.example.com', 'https://tipstaff.example.com/logout?to='];
  const paths = [];
  for (const [index, text] of texts.entries()) {
    const document = { ...report, name: text, notices: [text], policies: [policyOf(text, index)] };
    const evaluation = url(origins[index] ?? 'https://tipstaff.example.com.evil.example');
    paths.push(await write(`${index}.report`, { ...document, evaluation }));
  }
  paths.push(await write('refused.report', { ...report, name: 'refused', 'not-checked': texts }));

  const bodies = [];
  // A comment has no room for all reports.
  for (const path of paths) {
    const { code, stderr } = await comment([path], { TIPSTAFF_URL: 'https://tipstaff.example.com/' });
    assert.deepEqual([code === 1 || code === 2, stderr], [true, ''], path);
    bodies.push(platform.comments[0]?.body ?? '');
  }
  const all = await comment(paths);

  const links = [];
  for (const body of [...bodies, platform.comments[0]?.body ?? '']) {
    const markup = markupOf(body);
    links.push(...markup.links);
    const known = [
      '<!-- tipstaff check -->',
      '<br>',
      '<details><summary>1 old: present before this plan, and not blocking</summary>',
      '</details>',
    ];
    assert.deepEqual(
      markup.html.filter((html) => !known.includes(html)),
      [],
    );
    assert.ok(body.length <= 65_536 && body.isWellFormed());
  }
  assert.equal(all.code, 2);
  assert.deepEqual([...new Set(links)].toSorted(), [
    'https://gitlab.example.com/octo/infra/-/jobs/5',
    'https://tipstaff.example.com/app/organizations/shire/evaluations/poleval-1',
    'https://tipstaff.example.com/app/organizations/shire/evaluations/poleval-1?ask=pol-1',
  ]);
  for (const text of hostileTexts)
    assert.ok(
      bodies.some((body) => markupOf(body).codes.includes(text)),
      text,
    );
});

test('Secrets of the job are masked, and a report with very long texts leaves room for the others', async () => {
  await using pipeline = await openPipeline('github');
  const { platform, write, check, comment } = pipeline;
  const report = await check('bad', 'x');
  const long = '`'.repeat(3_000);
  const { metadata: _, ...bucket } = report.policies[0];
  const large = {
    ...bucket,
    name: long,
    'enforcement-level': long,
    description: long,
    output: Array(500).fill(long),
    metadata: {
      title: long,
      description: long,
      severity: long,
      remediation: long,
      related_resources: Array(9).fill({ ref: long, description: long }),
    },
  };
  const paths = [
    await write('a.report', { ...report, name: 'a'.repeat(4_000), policies: [large] }),
    await write('b.report', { ...report, name: 'b', policies: [{ ...bucket, output: ['hunter2hunter2'] }] }),
  ];

  const { code } = await comment(paths, { DB_PASSWORD: 'hunter2hunter2' });

  const body = platform.comments[0]?.body ?? '';
  assert.equal(code, 1);
  assert.ok(body.length <= 65_536, `${body.length}`);
  assert.match(body, /\n\| ❌ Policies failed \| `a{99}…` \| /);
  assert.match(body, /\n\| ❌ Policies failed \| `b` \| /);
  assert.match(body, /in `b`\n\n- `\*\*\*`\n/);
  assert.doesNotMatch(body, /hunter2/);
});

test('A report cannot forge lines of the log, and its notices do not hide the findings of other reports', async () => {
  await using pipeline = await openPipeline('github');
  const { platform, write, check, comment } = pipeline;
  const forged = 'a\n::add-mask::b\nPolicies passed  network';
  const good = { ...(await check('good', 'x')), name: forged, notices: Array(1_000).fill('n'.repeat(900)) };
  const refused = { ...good, name: 'refused', 'not-checked': Array(1_000).fill('r'.repeat(900)), policies: [] };
  const paths = [
    await write('good.report', good),
    await write('refused.report', refused),
    await write('bad.report', await check('bad', 'shop')),
    await write('x\nPolicies passed  network', '{}'),
  ];

  const { code, stdout } = await comment([...paths, '--expect', 'shop,shop']);

  const body = platform.comments[0]?.body ?? '';
  assert.equal(code, 2);
  assert.match(stdout, /\nPolicies passed +a ::add-mask::b Policies passed {2}network {2}2 policies: 2 passed\.\n/);
  assert.doesNotMatch(stdout, /^(::|Policies passed {2}network)/m);
  assert.doesNotMatch(stdout, /missing/);
  assert.match(body, /\| `a ::add-mask::b Policies passed {2}network` \|/);
  assert.match(body, /\n- `bucket is public`\n/);
  assert.match(body, /<br>❌ 998 more reasons why plans were not checked: see the log of the check\.\n/);
  assert.match(body, /<br>⚠️ 998 more notices: see the log of the check\.\n/);
});
