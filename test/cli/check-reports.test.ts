// Report files that a check writes in addition to its output, and the lowest enforcement level at which a failure
// changes the exit status.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Environment, tipstaff } from '../support/command.ts';
import { checkIn, entry, folderWith, listOf, rules } from '../support/policy-folders.ts';

const files = {
  'policies.yaml': `${listOf(entry('must'), entry('should', 'advisory'))}  - {name: tried, query: data.tried.deny, enforcement-level: mandatory, shadow: true}\n`,
  ...rules('must', 'deny := []'),
  ...rules('should', 'deny contains "no owner"'),
  ...rules('tried', 'deny contains "not yet"'),
};

const head = { number: 7, head: { sha: 'newest' } };

test('One check writes each requested report, with the same content as the output in that format', async () => {
  await using folder = await folderWith(files);
  const path = (name: string) => join(folder.path, name);
  const formats = ['text', 'json', 'junit', 'github', 'sarif', 'markdown'];

  const { code, stdout } = await checkIn(
    folder.path,
    ...formats.flatMap((format) => ['--report', `${format}=${path(`a=${format}`)}`]),
  );

  assert.deepEqual([code, stdout.split('\n').at(-2)], [0, '3 policies: 1 passed, 1 failed, 1 failed (shadow).']);
  for (const format of formats) {
    const alone = await checkIn(folder.path, '--format', format);
    const written = (await readFile(path(`a=${format}`), 'utf8')).replaceAll(`${folder.path}/`, '');
    const timeless = (text: string) => text.replaceAll(/("duration-ms": |time=")[\d.]+/g, '$1');
    assert.equal(timeless(written), timeless(alone.stdout), format);
  }
});

test('A report that cannot be written causes status 2, and an unknown format is refused before any check', async () => {
  await using folder = await folderWith(files);

  const isFolder = await checkIn(folder.path, '--report', `json=${folder.path}`);
  const noFolder = await checkIn(folder.path, '--report', `json=${folder.path}/none/x`);
  const unknown = await checkIn(folder.path, '--report', 'xml=x');
  const noFile = await checkIn(folder.path, '--report', 'sarif');

  const all = [isFolder, noFolder, unknown, noFile];
  assert.deepEqual(
    all.map(({ code, stdout }) => [code, stdout]),
    all.map(() => [2, '']),
  );
  assert.match(isFolder.stderr, /^The report .* cannot be written \(EISDIR/);
  assert.match(noFolder.stderr, /^The folder none does not exist\./);
  for (const { stderr } of [unknown, noFile])
    assert.match(stderr, /^--report must be one of text, json, .*markdown, followed by =/);
});

test('Failures count from the given level, in the exit status and in every report', async () => {
  await using folder = await folderWith(files);
  await using broken = await folderWith({ ...files, ...rules('must', 'deny contains "no"') });
  const failOn = async (level: string, { path } = folder) => {
    const [text, json, junit] = [
      await checkIn(path, '--fail-on', level),
      await checkIn(path, '--fail-on', level, '--format', 'json'),
      await checkIn(path, '--fail-on', level, '--format', 'junit'),
    ];
    const [, failures] = /failures="(\d)"/.exec(junit.stdout) ?? [];
    return [text.code, json.code, junit.code, json.json().passed, failures];
  };

  assert.deepEqual(await failOn('mandatory'), [0, 0, 0, true, '0']);
  assert.deepEqual(await failOn('advisory'), [1, 1, 1, false, '1']);
  assert.deepEqual(await failOn('never'), [0, 0, 0, true, '0']);
  assert.deepEqual(await failOn('mandatory', broken), [1, 1, 1, false, '1']);
  assert.deepEqual(await failOn('never', broken), [0, 0, 0, true, '0']);
});

test('A check without a result writes its reports, too, with the reason', async () => {
  await using folder = await folderWith({ ...files, 'plan.json': 'no JSON' });
  await using broken = await folderWith({ 'plan.json': '{}' });
  const reportsOf = async ({ path }: { readonly path: string }) => {
    const words = ['sarif', 'junit'].flatMap((format) => ['--report', `${format}=${join(path, format)}`]);
    const { code, stdout, stderr } = await checkIn(path, ...words);
    const [sarif, junit] = [await readFile(join(path, 'sarif'), 'utf8'), await readFile(join(path, 'junit'), 'utf8')];
    const [{ results, invocations }] = JSON.parse(sarif).runs;
    const [{ executionSuccessful, toolExecutionNotifications: notifications }] = invocations;
    assert.deepEqual([code, stdout, results, executionSuccessful], [2, '', [], false]);
    assert.match(junit, /tests="1" failures="0" errors="1"[\s\S]*<error message="/);
    return { stderr, message: notifications[0].message.text, level: notifications[0].level };
  };

  const [plan, list] = [await reportsOf(folder), await reportsOf(broken)];

  assert.equal(plan.level, 'error');
  assert.match(plan.message, /^Not checked: \S+plan\.json:1:\d+: /);
  assert.match(list.message, /^Not checked: .* has no list of policies, which must be in policies\.yaml/);
});

test('A JSON report contains the name of its stack, and the repository and commit of the pipeline', async () => {
  await using folder = await folderWith({ ...files, 'event.json': JSON.stringify({ pull_request: head }) });
  const path = (name: string) => join(folder.path, name);
  const reportOf = async (environment: Environment, ...words: readonly string[]) => {
    const check = ['check', path('plan.json'), '--dir', folder.path, '--report', `json=${path('report.json')}`];
    await tipstaff([...check, ...words], environment);
    return JSON.parse(await readFile(path('report.json'), 'utf8'));
  };
  const github = { GITHUB_REPOSITORY: 'octo/infra', GITHUB_SHA: 'merge' };
  const gitlab = { CI_PROJECT_PATH: 'fork/infra', CI_MERGE_REQUEST_PROJECT_PATH: 'octo/infra', CI_COMMIT_SHA: 'merge' };

  const reports = [
    await reportOf({}),
    await reportOf({ ...github, GITHUB_EVENT_PATH: path('event.json') }, '--report-name', 'network: eu/west'),
    await reportOf(github, '--dir', path('nowhere')),
    await reportOf({ ...gitlab, CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: 'newest' }),
    await reportOf({ CI_PROJECT_PATH: 'octo/infra', CI_COMMIT_SHA: 'newest' }),
  ];
  const refused = await tipstaff(['check', path('plan.json'), '--dir', folder.path, '--report-name', '-->']);

  const pipeline = { repository: 'octo/infra', commit: 'newest' };
  assert.deepEqual(
    reports.map((report) => [report.name, report.pipeline]),
    [
      [path('plan.json'), undefined],
      ['network: eu/west', { platform: 'github', ...pipeline }],
      [path('plan.json'), { platform: 'github', ...pipeline, commit: 'merge' }],
      [path('plan.json'), { platform: 'gitlab', ...pipeline }],
      [path('plan.json'), { platform: 'gitlab', ...pipeline }],
    ],
  );
  assert.match(refused.stderr, /^--report-name must have at most 100 characters/);
});
