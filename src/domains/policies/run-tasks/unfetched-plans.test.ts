// Tests platforms that do not send a usable plan, and platforms whose address must not be contacted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callOf, type RunPlatform, sendCall } from '../../../../test/support/run-platform.ts';
import { callsOf, finishCalls, key, openStage } from '../../../../test/support/run-task-stage.ts';

/**
 * Behaviors of a platform that prevent the evaluation. For each behavior, a pattern for the message that is reported to
 * the platform.
 */
const unfetched: Readonly<Record<string, readonly [behave: (platform: RunPlatform) => void, message: RegExp]>> = {
  'redirects to another host': [
    (platform) =>
      platform.behave(({ path }, response) => {
        if (path !== '/archive/plan-1') return false;
        response.writeHead(302, { location: 'http://127.0.0.1:1/plan' }).end();
        return true;
      }),
    /^http:\/\/127\.0\.0\.1:1 is not one of the allowed hosts of the run task\.$/,
  ],
  'redirects to a cloud': [
    (platform) =>
      platform.behave(({ path }, response) => {
        if (path !== '/archive/plan-1') return false;
        response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end();
        return true;
      }),
    /^http:\/\/169\.254\.169\.254 is not one of the allowed hosts/,
  ],
  'redirects for ever': [
    (platform) =>
      platform.behave(({ path }, response) => {
        if (path !== '/archive/plan-1') return false;
        response.writeHead(307, { location: '/archive/plan-1' }).end();
        return true;
      }),
    /^The plan could not be fetched, because the platform redirected more than 5 times\.$/,
  ],
  'has 30 MB': [
    (platform) =>
      platform.behave(({ path }, response) => {
        if (path !== '/archive/plan-1') return false;
        response.writeHead(200);
        for (let count = 0; count < 30; count += 1) response.write('x'.repeat(1_000_000));
        response.end();
        return true;
      }),
    /^The plan is larger than 20 MiB, which is the limit of this service \(policy-plan-size-limit\)\.$/,
  ],
  'does not know its own token': [
    (platform) =>
      platform.behave(({ method, path }, response) => {
        if (method !== 'GET' || path === '/archive/plan-1') return false;
        response.writeHead(403).end();
        return true;
      }),
    /^The plan could not be fetched: the platform responded with status 403\.$/,
  ],
  'sends no JSON': [
    (platform) =>
      platform.behave(({ path }, response) => {
        if (path !== '/archive/plan-1') return false;
        response.writeHead(200).end('<html>');
        return true;
      }),
    /this is not JSON/,
  ],
  'sends half a character of UTF-16': [
    (platform) =>
      platform.behave(({ path }, response) => {
        if (path !== '/archive/plan-1') return false;
        response.writeHead(200).end(Buffer.concat([Buffer.from('\ufeff{}', 'utf16le'), Buffer.from(' ')]));
        return true;
      }),
    /^plan: the document begins with a UTF-16 byte order mark, but is not valid UTF-16: save it as UTF-8\.$/,
  ],
  'is broken all the time': [
    (platform) =>
      platform.behave(({ path }, response) => {
        if (path !== '/archive/plan-1') return false;
        response.destroy();
        return true;
      }),
    /^The plan (could not be fetched: |was not fetched in time\. The plan could not be fetched: )/,
  ],
};

for (const [name, [behave, message]] of Object.entries(unfetched)) {
  test(`A platform that ${name} gets a failed task with the reason`, async () => {
    await using stage = await openStage('sqlite');
    behave(stage.platform);

    await sendCall(stage.url, key, callOf(stage.platform));
    await finishCalls(stage);

    const final = stage.platform.results().at(-1);
    assert.equal(final?.status, 'failed');
    assert.match(final?.message ?? '', message);
    assert.ok(
      stage.platform.seen.every(
        ({ headers, path }) => path !== '/archive/plan-1' || headers.authorization !== undefined,
      ),
    );
  });
}

test('A host in a private network is not contacted unless the operator lists it', async () => {
  const withTls = (url: string) => [
    url.replace('http:', 'https:'),
    url.replace('http://127.0.0.1', 'https://localhost'),
  ];
  await using stage = await openStage('sqlite', { isListed: false, allowedHosts: withTls });
  const { platform, url } = stage;
  const [address = '', name = ''] = withTls(platform.url);

  const statuses = [
    await sendCall(url, key, callOf({ url: address })),
    await sendCall(url, key, callOf({ url: name }, { task_result_id: 'taskrs-2' })),
  ];
  await finishCalls(stage);

  assert.deepEqual(statuses, [200, 200]);
  assert.deepEqual(platform.seen, []);
  for (const { attributes } of await callsOf(stage)) {
    assert.match(attributes.error, /(127\.0\.0\.1|::1) is not a public address, .* TIPSTAFF_RUN_PLATFORMS/);
  }
});
