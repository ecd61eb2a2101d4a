// One comment with the results of several checks, such as the jobs of a matrix.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { tipstaff } from '../support/command.ts';
import { openPipeline, type PlanName } from '../support/comment-pipeline.ts';
import { commit, type PlatformName, refuseWriting } from '../support/review-platform.ts';

const platforms: readonly PlatformName[] = ['github', 'gitlab'];

/** Returns the elements in a random order. */
const shuffled = <Element>(elements: readonly Element[]): readonly Element[] =>
  elements
    .map((element) => ({ element, key: Math.random() }))
    .toSorted((one, other) => one.key - other.key)
    .map(({ element }) => element);

/** Lets each response wait for some milliseconds. */
const delayed = async () => {
  await pause(Math.random() * 20);
  return false;
};

const numbered = (index: number): string => `stack-${String(index).padStart(2, '0')}`;

for (const name of platforms) {
  test(`The reports of a matrix become one comment, whatever their order and however often they come (${name})`, async () => {
    await using pipeline = await openPipeline(name);
    const { platform, write, path, check, comment } = pipeline;
    platform.behave(delayed);
    const documents = { good: await check('good', 'x'), bad: await check('bad', 'x') };
    const planOf = (index: number): keyof typeof documents => (index % 10 === 3 ? 'bad' : 'good');
    const paths = [];
    for (let index = 0; index < 49; index += 1)
      paths.push(await write(`reports/${index}.json`, { ...documents[planOf(index)], name: numbered(index) }));
    const repeated = await write('reports/repeated.json', { ...documents.good, name: numbered(3) });

    const first = await comment([...shuffled([...paths, repeated]), '--expect', '50']);
    const before = platform.comments.map(({ id, body }) => [id, body]);
    const second = await comment([...shuffled([repeated, ...paths, ...paths]), '--expect', '50']);
    await write('reports/49.json', { ...documents.good, name: numbered(49) });
    const complete = await comment([path('reports/*.json'), '--expect', '50', '--json']);

    assert.deepEqual([first.code, second.code, complete.code], [2, 2, 1], first.stderr);
    assert.equal(before.length, 1);
    const body = String(before[0]?.[1]);
    assert.match(
      body,
      /^<!-- tipstaff check -->\n### ❌ Policies failed\n\n49 plans, 98 policies: 88 passed, 10 failed\.\n/,
    );
    assert.match(body, /\n❌ `1 of 50 reports is missing\.`\n/);
    assert.match(
      body,
      /\n⚠️ `2 reports have the name stack-03, and the worst result is shown\. Give each check its own --report-name\.`\n/,
    );
    const rows = [...body.matchAll(/^\| (.*) \| `(.*)` \| (.*) \|$/gm)].map(([, ...cells]) => cells);
    assert.deepEqual(
      rows.slice(0, 6).map(([result, stack, policies]) => [result, stack, policies]),
      [
        ...['stack-03', 'stack-13', 'stack-23', 'stack-33', 'stack-43'].map((stack) => [
          '❌ Policies failed',
          stack,
          '2 policies: 2 failed.',
        ]),
        ['✅ Policies passed', 'stack-00', '2 policies: 2 passed.'],
      ],
    );
    assert.equal(rows.length, 49);
    assert.match(body, /\n<details><summary>44 passed<\/summary>\n\n\| Result /);
    assert.match(body, /\n❌ \*\*Failed:\*\* `bucket` \(`mandatory`\) in `stack-13`\n\n- `bucket is public`\n/);
    assert.equal(body.match(/- `bucket is public`/g)?.length, 5);
    assert.deepEqual(
      platform.comments.map(({ id }) => id),
      [before[0]?.[0]],
    );
    assert.deepEqual([complete.json().passed, complete.json().commented], [false, true]);
    assert.deepEqual(complete.json().problems, []);
    assert.equal(complete.json().stacks.length, 50);
    assert.doesNotMatch(platform.comments[0]?.body ?? '', /missing/);
  });

  test(`A job whose commit is no longer the newest one writes nothing (${name})`, async () => {
    await using pipeline = await openPipeline(name);
    const { platform, write, check, comment } = pipeline;
    const [bad, good] = [
      await write('bad.report', await check('bad', 'network')),
      await write('good.report', await check('good', 'network')),
    ];
    await comment([bad]);
    const before = platform.comments.map(({ body }) => body);
    platform.push('f'.repeat(40));

    const outdated = await comment([good]);
    const outdatedFailure = await comment([bad]);

    assert.deepEqual([outdated.code, outdatedFailure.code], [0, 1]);
    assert.match(
      outdated.stderr,
      /^The comment was not written: Commit 01234567 is no longer the newest one of the pull request\. .*\.\n$/,
    );
    assert.match(outdated.stdout, /^Policies passed {2}network {2}2 policies: 2 passed\.\n2 policies: 2 passed\.\n$/);
    assert.deepEqual(
      platform.comments.map(({ body }) => body),
      before,
    );
  });

  test(`If the platform refuses the comment, a notice is printed and the exit status does not change (${name})`, async () => {
    await using pipeline = await openPipeline(name);
    const { platform, write, check, comment } = pipeline;
    const report = await write('report.json', await check('good', 'network'));
    platform.behave(refuseWriting);

    const { code, stderr } = await comment([report]);

    assert.equal(code, 0);
    assert.match(stderr, /^The comment was not written: Git\w+ answered 403 /);
  });
}

test('A workflow that runs after the checks comments on the pull request of their commit, and on no other one', async () => {
  await using pipeline = await openPipeline('github');
  const { platform, write, check, comment } = pipeline;
  const report = await write('report.json', await check('good', 'network'));
  const environment = async (sha: string) => ({
    GITHUB_EVENT_PATH: await write('event.json', { workflow_run: { head_sha: sha } }),
    GITHUB_SHA: 'd'.repeat(40),
  });

  const written = await comment([report], await environment(commit));
  platform.push('f'.repeat(40));
  const elsewhere = await comment([report, '--comment-key', 'x'], await environment(commit));
  const foreign = await comment([report, '--comment-key', 'x'], await environment('f'.repeat(40)));

  assert.deepEqual([written.code, elsewhere.code, foreign.code], [0, 0, 2]);
  assert.match(elsewhere.stderr, /^The comment was not written: Commit 01234567 is no longer the newest one/);
  assert.match(foreign.stdout, /was refused: the report belongs to another commit\./);
  assert.match(platform.comments[0]?.body ?? '', /✅ Policies passed[\s\S]* · commit `01234567`$/);
});

test('The exit status is 0 if all passed, 1 if a mandatory policy failed, and 2 if something was not checked', async () => {
  await using pipeline = await openPipeline('github');
  const { write, check, comment, platform } = pipeline;
  const plans: readonly PlanName[] = ['good', 'warned', 'bad', 'none'];
  const reports: Record<string, string> = {};
  for (const plan of plans) reports[plan] = await write(`${plan}.report`, await check(plan, plan));
  const of = async (names: readonly string[], ...words: readonly string[]) => {
    const { code, json } = await comment([...names.map((each) => reports[each] ?? each), ...words, '--json']);
    return [code, json().stacks.map(({ name, result }: { name: string; result: string }) => `${name}: ${result}`)];
  };
  const harmless = 'Policies passed, with failures that do not block';

  assert.deepEqual(await of(['good']), [0, ['good: Policies passed']]);
  assert.deepEqual(await of(['good', 'warned']), [0, [`warned: ${harmless}`, 'good: Policies passed']]);
  assert.deepEqual(await of(['warned'], '--fail-on', 'advisory'), [1, ['warned: Policies failed']]);
  assert.deepEqual(await of(['bad', 'good']), [1, ['bad: Policies failed', 'good: Policies passed']]);
  assert.deepEqual(await of(['bad'], '--fail-on', 'never'), [0, [`bad: ${harmless}`]]);
  assert.deepEqual(await of(['bad', 'none']), [2, ['bad: Policies failed', 'none: Not checked']]);
  assert.match(platform.comments[0]?.body ?? '', /\n❌ `Not checked: .*none\.json.*resource_changes/);
  assert.deepEqual(await of(['good', 'bad'], '--expect', 'bad,good', '--expect', 'other, x'), [
    2,
    ['bad: Policies failed', 'good: Policies passed'],
  ]);
  assert.match(platform.comments[0]?.body ?? '', /\n❌ `2 of 4 reports are missing: other, x\.`\n/);
  await of(['good', 'bad'], '--expect', 'good');
  assert.match(platform.comments[0]?.body ?? '', /\n⚠️ `1 report was not expected: bad\. /);
  const nothing = await comment(['/nowhere/*.json', '--expect', '3']);
  assert.equal(nothing.code, 2);
  assert.match(nothing.stdout, /^No file matches \/nowhere\/\*\.json\.\n3 of 3 reports are missing\.\n/);
  assert.match(platform.comments[0]?.body ?? '', /^<!-- tipstaff check -->\n### ❌ Not checked\n/);
  assert.equal(platform.comments.length, 1);
});

test('A check that names no stack has the path of its plan as name, and several plans are several stacks', async () => {
  await using pipeline = await openPipeline('github');
  const { write, path, comment } = pipeline;
  const report = path('plans.report');
  const check = ['check', path('good.json'), path('bad.json'), '--dir', path('.'), '--report', `json=${report}`];
  await tipstaff(check, pipeline.platform.environment);
  await tipstaff([...check, '--report-name', 'eu'], pipeline.platform.environment);
  const named = await comment([report, '--comment-key', 'eu']);
  const empty = await comment([await write('empty.report', { plans: [] })]);

  assert.equal(named.code, 1);
  assert.match(
    named.stdout,
    /^Policies failed +eu: \/.*\/bad\.json +2 policies: 2 failed\.\nPolicies passed +eu: \/.*good\.json /,
  );
  assert.match(
    pipeline.platform.comments[0]?.body ?? '',
    /^<!-- tipstaff check eu -->\n### ❌ Policies failed: `eu`\n/,
  );
  assert.equal(empty.code, 2);
});

test('At most 200 files are read, and a comment names the first stacks and counts the others', async () => {
  await using pipeline = await openPipeline('github');
  const { platform, path, write, check, comment } = pipeline;
  const report = await check('bad', 'x');
  for (let index = 0; index < 203; index += 1) {
    const name = `${String(index).padStart(3, '0')} ${'x'.repeat(95)}`;
    await write(`reports/${String(index).padStart(3, '0')}.json`, { ...report, name });
  }

  const { code, stdout } = await comment([path('reports/*.json')]);

  const body = platform.comments[0]?.body ?? '';
  assert.equal(code, 2);
  assert.match(stdout, /^3 more files were not read, because one comment can show at most 200 files\.\n/);
  assert.ok(body.length <= 65_536, `${body.length}`);
  assert.match(body, /\n\nand \d+ more\n\n/);
  assert.match(body, /\n\n\d+ more sections are omitted: see the log of the check\.\n/);
});

test('Reports of more than 64 MiB in total are refused', async () => {
  await using pipeline = await openPipeline('github');
  const { path, write, check, comment } = pipeline;
  const report = { ...(await check('good', 'x')), padding: ' '.repeat(4_000_000) };
  for (let index = 10; index < 28; index += 1)
    await write(`reports/${index}.json`, { ...report, name: `stack ${index}` });

  const { code, stdout } = await comment([path('reports/*.json')]);

  assert.equal(code, 2);
  assert.match(stdout, /^.*reports\/26\.json was refused: all reports together are larger than 64 MiB\.\n/);
  assert.match(stdout, /\n16 plans, /);
});

test('Invalid options are refused before a report is read', async () => {
  await using pipeline = await openPipeline('github');
  const { platform, comment } = pipeline;

  const refused = [
    await comment(['x.json', '--expect', 'a,,b']),
    await comment(['x.json', '--comment-key', '-->']),
    await comment(['x.json', '--url', 'javascript:alert(1)']),
    await comment(['x.json', '--fail-on', 'sometimes']),
    await comment([]),
  ];

  assert.deepEqual(
    refused.map(({ code, stderr }) => [code, stderr.split(' ').slice(0, 4).join(' ')]),
    [
      [2, '--expect must be the'],
      [2, '--comment-key must have at'],
      [2, 'javascript:alert(1) is not an'],
      [2, '--fail-on must be one'],
      [2, 'error: missing required argument'],
    ],
  );
  assert.deepEqual(platform.lines, []);
});
