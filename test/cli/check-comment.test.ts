// The comment that a check writes on a pull request. A pull request never has more than one such comment, and the exit
// status depends only on the check.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { tipstaff } from '../support/command.ts';
import { actedTexts, markupOf } from '../support/comment-markup.ts';
import { hostileTexts } from '../support/hostile-texts.ts';
import { entry, folderWith, listOf, rules } from '../support/policy-folders.ts';
import {
  answeringFirst,
  openReviewPlatform,
  type PlatformName,
  type ReviewPlatform,
  refuseWriting,
  robot,
  robotToken,
} from '../support/review-platform.ts';

const names: readonly PlatformName[] = ['github', 'gitlab'];

const failing = (message = 'no') => ({
  'policies.yaml': listOf(entry('bucket')),
  ...rules('bucket', `deny contains ${JSON.stringify(message)}`),
});

const passing = { 'policies.yaml': listOf(entry('bucket')), ...rules('bucket', 'deny := []') };

/**
 * Returns a function that checks a folder's plan with the environment variables of a CI pipeline for pull request 7.
 */
const checkOn =
  (platform: ReviewPlatform, name: PlatformName) =>
  (folder: { readonly path: string }, words: readonly string[] = [], environment = {}) =>
    tipstaff(
      [
        ...['check', join(folder.path, 'plan.json'), '--dir', folder.path],
        ...['--comment', name, '--pull-request', '7', ...words],
      ],
      { ...platform.environment, ...environment },
    );

for (const name of names) {
  test(`A comment is written once and kept up to date, among other comments (${name})`, async () => {
    await using platform = await openReviewPlatform(name);
    await using bad = await folderWith(failing('bucket is public'));
    await using good = await folderWith(passing);
    const check = checkOn(platform, name);

    const failed = await check(bad);
    const [first] = platform.comments;
    for (let id = 2_000; id < 2_230; id += 1)
      platform.comments.unshift({ id: id - 1_500, author: 'person', body: 'x' });
    const other = await check(bad, ['--comment-key', 'network: eu/west']);
    const passed = await check(good);
    const again = await check(good);

    assert.deepEqual([failed.code, other.code, passed.code, again.code], [1, 1, 0, 0]);
    assert.deepEqual([failed.stderr, passed.stderr], ['', '']);
    assert.match(first?.body ?? '', /^<!-- tipstaff check -->\n### ❌ Policies failed\n\n1 policy: 1 failed\.\n/);
    assert.match(first?.body ?? '', /❌ \*\*Failed:\*\* `bucket` \(`mandatory`\)\n\n- `bucket is public`/);
    assert.match(first?.body ?? '', /\[Log of the job\]\(<https:\/\/git\w+\.example\.com\/\S+>\)/);
    const own = platform.comments.filter(({ author }) => author === robot);
    assert.deepEqual(
      own.map(({ id, body }) => [id, body.split('\n').slice(0, 2).join(' ')]),
      [
        [first?.id, '<!-- tipstaff check --> ### ✅ Policies passed'],
        [own[1]?.id, '<!-- tipstaff check network: eu/west --> ### ❌ Policies failed: `network: eu/west`'],
      ],
    );
    assert.match(own[0]?.body ?? '', /<summary>1 passed<\/summary>\n\n- `bucket`\n/);
    const writes = platform.lines.filter((line) => !line.startsWith('GET '));
    assert.deepEqual(
      writes.map((line) => line.split(' ')[0]),
      ['POST', 'POST', name === 'github' ? 'PATCH' : 'PUT'],
    );
  });

  test(`A failed check replaces an older result with an error (${name})`, async () => {
    await using platform = await openReviewPlatform(name);
    await using folder = await folderWith(passing);
    const check = checkOn(platform, name);
    await check(folder);

    await writeFile(join(folder.path, 'plan.json'), '{}');
    const { code } = await check(folder);

    assert.equal(code, 2);
    assert.equal(platform.comments.length, 1);
    assert.match(
      platform.comments[0]?.body ?? '',
      /\n### ❌ Not checked\n\nNo policy was evaluated, for this reason:\n\n- `.*resource_changes/,
    );
  });

  test(`Two jobs at the same time leave one comment, with the result of one of them (${name})`, async () => {
    await using platform = await openReviewPlatform(name);
    await using bad = await folderWith(failing());
    await using good = await folderWith(passing);
    const check = checkOn(platform, name);
    const lists = Promise.withResolvers<void>();
    let count = 0;
    // Both checks must look for a comment before either creates one.
    platform.behave(async (line) => {
      if (line.startsWith('GET ')) count += 1;
      if (count === 2) lists.resolve();
      if (count <= 2) await lists.promise;
      return false;
    });

    const [one, other] = await Promise.all([check(bad), check(good)]);

    assert.deepEqual([one.code, other.code, one.stderr, other.stderr], [1, 0, '', '']);
    assert.equal(platform.lines.filter((line) => line.startsWith('POST ')).length, 2);
    assert.equal(platform.comments.length, 1);
    assert.match(platform.comments[0]?.body ?? '', /Policies (failed|passed)/);
  });

  test(`A comment with the marker by another author is not changed (${name})`, async () => {
    await using platform = await openReviewPlatform(name);
    await using folder = await folderWith(failing());
    const body = '<!-- tipstaff check -->\n### ✅ Policies passed';
    platform.comments.push({ id: 5, author: 'person', body });

    await checkOn(platform, name)(folder);

    assert.deepEqual(
      platform.comments.map(({ author }) => author),
      ['person', robot],
    );
    assert.equal(platform.comments[0]?.body, body);
  });

  test(`If the platform refuses a comment, a notice is printed and the exit status does not change (${name})`, async () => {
    await using platform = await openReviewPlatform(name);
    await using folder = await folderWith(failing());
    const check = checkOn(platform, name);

    platform.behave(refuseWriting);
    const fork = await check(folder);
    const annotated = await check(folder, ['--format', 'github']);
    platform.behave(() => false);
    const unknownToken = await check(folder, [], { GITHUB_TOKEN: 'wrong-token', GITLAB_TOKEN: 'wrong-token' });
    const noToken = await check(folder, [], { GITHUB_TOKEN: '', GITLAB_TOKEN: '' });
    const elsewhere = await check(folder, ['--pull-request', '8']);

    const outcomes = [fork, annotated, unknownToken, noToken, elsewhere];
    assert.deepEqual(
      outcomes.map(({ code }) => code),
      [1, 1, 1, 1, 1],
    );
    assert.match(fork.stderr, /^The comment was not written: Git\w+ answered 403 \(Resource not .*\): .*fork.*\.\n$/);
    assert.match(annotated.stdout, /\n::notice title=Comment::The comment was not written: Git\w+ answered 403 /);
    assert.match(
      unknownToken.stderr,
      /^The comment was not written: Git\w+ answered 401 \(Bad credentials\): GIT\w+_TOKEN is wrong, or has expired: /,
    );
    assert.match(noToken.stderr, /^The comment was not written: GIT\w+_TOKEN is not set: /);
    assert.match(elsewhere.stderr, /^The comment was not written: Git\w+ answered 404 /);
    assert.equal(
      outcomes
        .map(({ stdout, stderr }) => stdout + stderr)
        .join()
        .includes(robotToken),
      false,
    );
    assert.deepEqual(platform.comments, []);
  });

  test(`Temporary errors are retried, and a lost response causes no second comment (${name})`, async () => {
    await using platform = await openReviewPlatform(name);
    await using folder = await folderWith(failing());
    const check = checkOn(platform, name);

    platform.behave(answeringFirst(2, 429, { 'retry-after': '0' }));
    const limited = await check(folder);
    platform.comments.splice(0);
    platform.behave(answeringFirst(1, 403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' }));
    const resetSoon = await check(folder);
    platform.comments.splice(0);
    const lost = { isDone: false };
    platform.behave((line, response) => {
      if (lost.isDone || !line.startsWith('POST ')) return false;
      lost.isDone = true;
      // The platform stores the comment, but its response is lost.
      platform.comments.push({ id: 77, author: robot, body: '<!-- tipstaff check -->\nlost' });
      response.destroy();
      return true;
    });
    const cut = await check(folder);

    for (const { code, stderr } of [limited, resetSoon, cut]) assert.deepEqual([code, stderr], [1, '']);
    assert.deepEqual(
      platform.comments.map(({ id }) => id),
      [77],
    );
    assert.match(platform.comments[0]?.body ?? '', /Policies failed/);
  });

  test(`A check does not wait for a long rate limit (${name})`, async () => {
    await using platform = await openReviewPlatform(name);
    await using folder = await folderWith(passing);
    platform.behave(answeringFirst(100, 429, { 'retry-after': '3600' }));

    const { code, stderr } = await checkOn(platform, name)(folder);

    assert.equal(code, 0);
    assert.match(
      stderr,
      /^The comment was not written: Git\w+ answered 429 \(You have exceeded a secondary rate limit\.\)\.\n$/,
    );
    assert.equal(platform.lines.length, 1);
  });
}

test('A result that is too long for a comment keeps the blocking findings, and counts the others', async () => {
  await using platform = await openReviewPlatform('github');
  const policies = Array.from({ length: 12 }, (_, index) => `p${index}`);
  await using folder = await folderWith({
    'policies.yaml': listOf(...policies.map((each, index) => entry(each, index < 2 ? 'advisory' : 'mandatory'))),
    ...Object.assign(
      {},
      ...policies.map((each) =>
        rules(each, `deny contains sprintf("%d %s", [i, "${'x'.repeat(200)}"]) if some i in numbers.range(1, 100)`),
      ),
    ),
  });

  const { code, stderr } = await checkOn(platform, 'github')(folder);

  assert.deepEqual([code, stderr], [1, '']);
  const [{ body } = { body: '' }] = platform.comments;
  assert.ok(body.length <= 65_536 && body.length > 50_000, `${body.length}`);
  assert.match(body, /\n12 policies: 12 failed\.\n/);
  assert.match(body, /\n- and 6\d more\n/);
  assert.match(body, /\n\n\d more sections are omitted: see the log of the check\.\n\n\[Log of the job\]/);
  assert.doesNotMatch(body, /`advisory`/);
});

test('Texts of policies and plans appear only as code in a comment', async () => {
  await using platform = await openReviewPlatform('gitlab');
  const texts = [...hostileTexts, ...actedTexts];
  await using folder = await folderWith({
    'policies.yaml': listOf(entry('p')),
    'p.rego': `# METADATA
# title: "<b>@title</b>"
# description: "/merge @description <img src=x>"
# related_resources:
# - ref: https://example.com/a_b?c=d
#   description: "@see <i>"
# - ref: "https://example.com/>@out <img src=x>"
# - ref: "javascript:alert(1)"
# custom:
#   severity: "@high\`"
#   remediation: "\\n/approve @fix"
package p

deny := ${JSON.stringify(texts)}
`,
  });

  const { code, stderr } = await checkOn(platform, 'gitlab')(folder);

  assert.deepEqual([code, stderr], [1, '']);
  const [{ body } = { body: '' }] = platform.comments;
  const { html, links, codes } = markupOf(body);
  assert.deepEqual(html, ['<!-- tipstaff check -->', '<br>']);
  assert.deepEqual(links, [
    'https://example.com/a_b?c=d',
    'https://example.com/%3E@out%20%3Cimg%20src=x%3E',
    'https://gitlab.example.com/octo/infra/-/jobs/5',
  ]);
  for (const text of hostileTexts) assert.ok(codes.includes(text), text);
  assert.ok(codes.includes('@octo-org/everyone @root') && codes.includes('/merge'));
});

test('Secrets in the environment variables of the pipeline are masked in a comment', async () => {
  await using platform = await openReviewPlatform('github');
  const message = `${robotToken} and hunter2hunter2 at postgres://me:pass@db/x`;
  await using folder = await folderWith(failing(message));

  await checkOn(platform, 'github')(folder, [], { DB_PASSWORD: 'hunter2hunter2', SHORT_TOKEN: 'and' });

  assert.match(platform.comments[0]?.body ?? '', /\n- `\*\*\* and \*\*\* at postgres:\/\/\*\*\*@db\/x`\n/);
});

test('In a GitHub workflow, the event names the pull request', async () => {
  await using platform = await openReviewPlatform('github');
  await using folder = await folderWith(failing());
  const event = async (name: string, value: object) => {
    const path = join(folder.path, name);
    await writeFile(path, JSON.stringify(value));
    const { code, stderr } = await tipstaff(
      ['check', join(folder.path, 'plan.json'), '--dir', folder.path, '--comment', 'github'],
      { ...platform.environment, GITHUB_EVENT_PATH: path },
    );
    return [code, stderr];
  };

  const sha = '89abcdef0123456789abcdef0123456789abcdef';
  const pull = await event('pull.event', { number: 7, pull_request: { number: 7, head: { sha } } });
  const comment = await event('comment.event', { issue: { number: 7, pull_request: { url: 'x' } } });
  const issue = await event('issue.event', { issue: { number: 7 } });
  const push = await event('push.event', { ref: 'refs/heads/main' });

  assert.deepEqual(
    [pull, comment],
    [
      [1, ''],
      [1, ''],
    ],
  );
  const none =
    'The comment was not written: The workflow does not run for a pull request. Run it on the event pull_request, or pass --pull-request.\n';
  assert.deepEqual(
    [issue, push],
    [
      [1, none],
      [1, none],
    ],
  );
  assert.equal(platform.comments.length, 1);
});

test('Comment options without a pull request are refused before a plan is checked', async () => {
  await using folder = await folderWith(passing);
  const check = (...words: readonly string[]) =>
    tipstaff(['check', join(folder.path, 'plan.json'), '--dir', folder.path, ...words]);

  const refused = [
    await check('--comment', 'bitbucket'),
    await check('--comment-key', 'x'),
    await check('--comment', 'github', '--comment-key', 'a --> b'),
    await check('--comment', 'github', '--pull-request', '7/comments'),
  ];

  assert.deepEqual(
    refused.map(({ code, stdout }) => [code, stdout]),
    refused.map(() => [2, '']),
  );
  assert.deepEqual(
    refused.map(({ stderr }) => stderr.split(' ').slice(0, 3).join(' ')),
    ['--comment must be', '--comment-key and --pull-request', '--comment-key must have', '--pull-request must be'],
  );
});

test('A link to the next page on another server is not followed, because the token would be sent there', async () => {
  await using platform = await openReviewPlatform('github');
  await using folder = await folderWith(failing());
  platform.behave((_, response) => {
    response.writeHead(200, { link: '<http://127.0.0.1:1/next>; rel="next"' }).end('[]');
    return true;
  });

  const { code, stderr } = await checkOn(platform, 'github')(folder);

  assert.equal(code, 1);
  assert.match(stderr, /^The comment was not written: The next page of the response from GitHub is on another server /);
});
