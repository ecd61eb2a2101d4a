// Tests the upload and execution of Rego tests, with the real engine.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditOf } from '../../../../test/support/audit.ts';
import { details, documentOf } from '../../../../test/support/documents.ts';
import { newPolicy } from '../../../../test/support/policies.ts';
import { removeDeleted } from '../../../../test/support/removal.ts';
import { engines, type Home, openWorld, setGeneral, type World } from '../../../../test/support/world.ts';
import { query } from '../../../db/query.ts';
import { runOnce } from '../../../runtime/jobs/jobs.ts';
import { codeCheckJob } from '../policies/check-job.ts';
import { storageOf } from '../policies/storage-store.ts';

/** Test cases that share one test environment (`World`) and therefore one engine. */
const cases: (readonly [name: string, run: (world: World) => Promise<void>])[] = [];
const inOneWorld = (name: string, run: (world: World) => Promise<void>): void => void cases.push([name, run]);

const code = `package buckets

deny contains "public" if input.acl == "public"

deny contains "logs" if {
  input.logs
}
`;
const tests = `package buckets_test

import data.buckets

test_public_is_denied if buckets.deny == {"public"} with input as {"acl": "public"}

test_private_passes if count(buckets.deny) == 0 with input as {"acl": "private"}
`;
const failingTests = tests.replace('== 0', '== 1');

const opaPolicy = (home: Home) => newPolicy(home, 'policy', { kind: 'opa', query: 'data.buckets.deny' });

const upload = ({ client }: Home, id: string, text: string | Buffer) => client.put(`/policies/${id}/upload`, text);
const sendTests = ({ client }: Home, id: string, text: string | Buffer) => client.put(`/policies/${id}/tests`, text);

/**
 * Returns the attributes of a policy after its check. The job runs first, so that the result does not depend on the
 * machine's speed.
 */
const checked = async ({ context }: World, { client }: Home, id: string) => {
  await runOnce(context, codeCheckJob(context));
  return (await client.get(`/policies/${id}`)).body.data.attributes;
};

const setUploadCheck = async ({ client, name }: Home, mode: string) => {
  const document = documentOf('organizations', { 'policy-upload-check': mode });
  assert.equal((await client.patch(`/organizations/${name}`, document)).status, 200);
};

const storedBytes = async ({ context: { database } }: World, { organization }: Home) =>
  (await database.first(storageOf, { organization: organization.id }))?.bytes;

const chunks = query<{ id: string }>()((db, { id }) =>
  db.selectFrom('policy_test_chunks').select('position').where('policy_id', '=', id),
);

interface Tested {
  readonly status: string;
  readonly problems: readonly unknown[];
}

const resultOf = (passed: number, failed: number, others: object = {}) => ({
  status: failed > 0 ? 'failed' : 'passed',
  passed,
  failed,
  errored: 0,
  skipped: 0,
  broken: [],
  failures: [],
  problems: [],
  ...others,
});

inOneWorld('Tests are downloaded unchanged, audited, and deleted with their policy', async (world) => {
  const home = await world.home();
  const id = await opaPolicy(home);
  const path = `/policies/${id}/tests`;

  const before = [await home.client.get(path), await home.client.request('DELETE', path)];
  const stored = await sendTests(home, id, tests);
  const read = await home.client.get(path);
  await sendTests(home, id, failingTests);
  const counted = await storedBytes(world, home);
  const removed = await home.client.request('DELETE', path);
  const after = [await home.client.get(path), await home.client.request('DELETE', path)];
  const emptied = await storedBytes(world, home);
  await sendTests(home, id, tests);
  await home.client.request('DELETE', `/policies/${id}`);

  assert.deepEqual(
    [...before, ...after].map(({ status }) => status),
    [404, 404, 404, 404],
  );
  assert.deepEqual([stored.status, stored.body.data.attributes['test-result'].status], [200, 'not-run']);
  assert.notEqual(stored.body.data.attributes['updated-at'], null);
  assert.equal(read.bytes.toString(), tests);
  assert.equal(read.headers.get('content-disposition'), 'attachment; filename="policy_test.rego"');
  assert.deepEqual([removed.status, counted, emptied], [204, failingTests.length, 0]);
  await removeDeleted(world);
  assert.deepEqual(await world.context.database.rows(chunks, { id }), []);
  assert.equal(await storedBytes(world, home), 0);
  const records = (await auditOf(world, id)).filter(({ action }) => action.startsWith('policy-tests.'));
  assert.deepEqual(
    records.map(({ action, change }) => [action, change.before?.tests?.size, change.after?.tests?.size]),
    [
      ['policy-tests.upload', undefined, tests.length],
      ['policy-tests.download', undefined, tests.length],
      ['policy-tests.upload', tests.length, failingTests.length],
      ['policy-tests.delete', failingTests.length, undefined],
      ['policy-tests.upload', undefined, tests.length],
    ],
  );
});

inOneWorld('Tests are limited in size, count as code, and only opa policies can have them', async (world) => {
  const home = await world.home();
  const id = await opaPolicy(home);
  const native = await newPolicy(home, 'native');
  const limit = 1_048_576;
  const large = Buffer.alloc(limit, '# comment\n');
  await sendTests(home, id, large);

  const tooLarge = await sendTests(home, id, Buffer.alloc(limit + 1));
  const kept = await home.client.get(`/policies/${id}/tests`);
  const refused = await sendTests(home, native, tests);
  await setGeneral(world.context, { 'policy-storage-limit': 1 });
  const full = await sendTests(home, await newPolicy(home, 'other', { kind: 'opa' }), tests);
  await setGeneral(world.context, { 'policy-storage-limit': 1_024 });

  assert.equal(tooLarge.status, 413);
  assert.match(details(tooLarge)[0] ?? '', /larger than 1048576 bytes/);
  assert.ok(kept.bytes.equals(large));
  assert.deepEqual([refused.status, full.status], [422, 422]);
  assert.match(details(refused)[0] ?? '', /kind opa/);
  assert.match(details(full)[0] ?? '', /policy-storage-limit/);
});

inOneWorld('Tests run with every upload of code or tests, and show their coverage', async (world) => {
  const home = await world.home();
  const id = await opaPolicy(home);
  await upload(home, id, code);
  const without = await checked(world, home, id);
  await sendTests(home, id, tests);
  const passed = await checked(world, home, id);
  await sendTests(home, id, failingTests);
  const failed = await checked(world, home, id);
  await sendTests(home, id, `${tests}\ntest_wrong if no_such(1)\n`);
  const broken = await checked(world, home, id);
  await sendTests(home, id, 'package buckets_test\n');
  const none = await checked(world, home, id);
  await sendTests(home, id, Buffer.from([0xff]));
  const noText = await checked(world, home, id);
  await sendTests(home, id, tests);
  await upload(home, id, code.replace('"public"\n', '"publi"\n'));
  const changed = await checked(world, home, id);
  await upload(home, id, 'package buckets\n\ndeny contains x\n');
  const unsound = await checked(world, home, id);

  assert.equal(without['test-result'], null);
  const { coverage, missed, ...result } = passed['test-result'];
  assert.deepEqual(result, resultOf(2, 0));
  assert.deepEqual(missed, [{ file: 'policy.rego', first: 5, last: 6 }]);
  assert.ok(coverage > 20 && coverage < 90, String(coverage));
  const { failures } = failed['test-result'];
  assert.deepEqual(
    failures.map(({ name, file }: Record<string, string>) => [name, file]),
    [['data.buckets_test.test_private_passes', 'policy_test.rego']],
  );
  assert.match(failures[0].reason, /^policy_test\.rego:\d+: .+ is not true/);
  assert.deepEqual(
    { ...failed['test-result'], coverage },
    { ...resultOf(1, 1, { broken: ['data.buckets_test.test_private_passes'], failures }), coverage, missed },
  );
  assert.deepEqual([failed.check.status, broken.check.status], ['passed', 'passed']);
  const problemsOf = ({ 'test-result': result }: { readonly 'test-result': Tested }): string =>
    [result.status, result.problems.length, JSON.stringify(result.problems[0])].join();
  assert.match(problemsOf(broken), /^not-run,1,.*no_such.*policy_test\.rego.*"row":9/);
  assert.match(problemsOf(none), /^not-run,1,.*the file contains no test.*begin with test_/);
  assert.match(problemsOf(noText), /^not-run,1,.*not_text.*policy_test\.rego/);
  assert.deepEqual(changed['test-result'].broken, ['data.buckets_test.test_public_is_denied']);
  assert.deepEqual([unsound.check.status, unsound['test-result'].status], ['failed', 'not-run']);
});

inOneWorld('After tests are deleted, only the code is checked', async (world) => {
  const home = await world.home();
  const id = await opaPolicy(home);
  await upload(home, id, code);
  await sendTests(home, id, failingTests);
  await checked(world, home, id);

  await home.client.request('DELETE', `/policies/${id}/tests`);
  const stale = (await home.client.get(`/policies/${id}`)).body.data.attributes;
  const after = await checked(world, home, id);

  assert.deepEqual([stale.check.status, stale['test-result']], ['not-checked', null]);
  assert.deepEqual([after.check.status, after['test-result']], ['passed', null]);
});

inOneWorld('Tests are run on demand, and failing tests give 200', async (world) => {
  const home = await world.home();
  const id = await opaPolicy(home);
  const run = (policy = id) => home.client.post(`/policies/${policy}/actions/test`);
  const native = await run(await newPolicy(home, 'native'));
  const withoutCode = await run();
  await upload(home, id, code);
  const withoutTests = await run();
  await sendTests(home, id, failingTests);
  const before = await checked(world, home, id);

  const answer = await run();
  await sendTests(home, id, 'no package');
  const noTests = await run();

  assert.deepEqual([native.status, native.body.data.attributes.status], [200, 'unreachable']);
  assert.deepEqual([withoutCode.status, withoutTests.status], [422, 422]);
  assert.match(details(withoutCode)[0] ?? '', new RegExp(`no code: .*/policies/${id}/upload`));
  assert.match(details(withoutTests)[0] ?? '', new RegExp(`no tests: .*/policies/${id}/tests`));
  const { status, tests: outcomes, coverage, problems } = answer.body.data.attributes;
  assert.deepEqual([answer.status, status, problems], [200, 'failed', []]);
  assert.deepEqual(
    outcomes.map((each: Record<string, unknown>) => [each.name, each.status, each.row]),
    [
      ['data.buckets_test.test_public_is_denied', 'passed', 5],
      ['data.buckets_test.test_private_passes', 'failed', 7],
    ],
  );
  assert.equal(coverage.percent, before['test-result'].coverage);
  assert.deepEqual(coverage.missed, [{ first: 5, last: 6 }]);
  assert.deepEqual([noTests.status, noTests.body.data.attributes.status], [200, 'failed']);
  assert.equal(noTests.body.data.attributes.problems[0].file, 'policy_test.rego');
});

inOneWorld('An organization can require that code passes its tests', async (world) => {
  const home = await world.home();
  const id = await opaPolicy(home);
  const untested = await newPolicy(home, 'untested', { kind: 'opa', query: 'data.buckets.deny' });
  await upload(home, id, code);
  await sendTests(home, id, tests);
  const wrong = code.replace('"public"\n', '"publi"\n');

  await setUploadCheck(home, 'enforce');
  const checkedOnly = await upload(home, id, wrong);
  await setUploadCheck(home, 'enforce-tests');
  const refused = await upload(home, id, `${wrong}# changed\n`);
  const broken = await upload(home, id, 'package buckets\n\ndeny contains x\n');
  const restored = await home.client.post(`/policies/${id}/revisions/1/actions/restore`);
  const back = await home.client.post(`/policies/${id}/revisions/2/actions/restore`);
  const without = await upload(home, untested, wrong);
  const failing = await sendTests(home, id, failingTests);
  const sameCode = await upload(home, id, `${code}# changed\n`);
  await sendTests(home, id, 'package buckets_test\n\ntest_x if no_such(1)\n');
  const brokenTests = await upload(home, id, `${code}# changed\n`);

  assert.deepEqual([checkedOnly.status, refused.status, broken.status], [200, 422, 422]);
  assert.deepEqual(details(refused), ['policy_test.rego:5: data.buckets_test.test_public_is_denied failed']);
  assert.match(details(broken)[0] ?? '', /^policy\.rego:3:\d+: var x is unsafe/);
  assert.deepEqual([restored.status, back.status, without.status, failing.status], [200, 422, 200, 200]);
  assert.deepEqual([sameCode.status, brokenTests.status], [422, 422]);
  assert.deepEqual(details(sameCode), ['policy_test.rego:7: data.buckets_test.test_private_passes failed']);
  assert.match(details(brokenTests)[0] ?? '', /^policy_test\.rego:3:\d+: undefined function no_such/);
});

for (const engine of engines) {
  test(`Policies have tests (${engine})`, async (context) => {
    await using world = await openWorld(engine);
    for (const [name, run] of cases) await context.test(name, () => run(world));
  });
}
