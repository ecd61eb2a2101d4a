// Checks of states instead of plans.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { tipstaff } from '../support/command.ts';
import { newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { startEveryJob } from '../support/jobs.ts';
import { listening } from '../support/listening.ts';
import { entry, folderWith, listOf } from '../support/policy-folders.ts';
import { newWorkspace } from '../support/workspaces.ts';
import { openWorld } from '../support/world.ts';

/** Returns a state in JSON with one bucket. */
const stateOf = (acl: string): string =>
  `{"format_version":"1.0","terraform_version":"1.11.4","values":{"root_module":{"resources":[{"address":"lab_bucket.b","mode":"managed","type":"lab_bucket","name":"b","provider_name":"example.com/tests/lab","schema_version":0,"values":{"acl":"${acl}","size":12345678901234567890},"sensitive_values":{}}]}}}`;

/** Policy code that reports public buckets with their sizes, in each place where plans contain resources. */
const code = `package p

deny contains sprintf("%s is public, size %v", [c.address, c.change.after.size]) if {
  some c in input.plan.resource_changes
  c.change.actions == ["no-op"]
  c.change.before == c.change.after
  c.change.after.acl == "public-read"
}

deny contains sprintf("%s is planned", [r.address]) if {
  some r in input.plan.planned_values.root_module.resources
  r.values.acl == "public-read"
}
`;
const findings = ['lab_bucket.b is planned', 'lab_bucket.b is public, size 12345678901234567890'];

/** Creates a folder with a policy and the files `public.json`, `private.json` and `plan.json`. */
const folderWithStates = () =>
  folderWith({
    'policies.yaml': listOf(entry('p')),
    'p.rego': code,
    'public.json': stateOf('public-read'),
    'private.json': stateOf('private'),
    'empty.json': '{"format_version":"1.0"}\n',
    'plan.json': '{"format_version":"1.2","resource_changes":[]}',
  });

test('States are checked with the policies in a folder, and every number keeps its digits', async () => {
  await using folder = await folderWithStates();
  const options = ['--dir', folder.path, '--report', `json=${join(folder.path, 'report.json')}`];
  const check = (...names: readonly string[]) =>
    tipstaff(['check', '--state', ...names.map((name) => join(folder.path, name)), ...options]);

  const all = await check('public.json', 'private.json', 'empty.json');
  const one = await check('public.json');
  const json = JSON.parse(await readFile(join(folder.path, 'report.json'), 'utf8'));

  assert.deepEqual([one.code, one.stderr], [1, '']);
  assert.match(one.stdout, /lab_bucket\.b is public, size 12345678901234567890\n/);
  assert.match(one.stdout, /\n1 state, 1 policy: 1 failed\.\n$/);
  assert.deepEqual(all.code, 1);
  assert.match(all.stdout, /\n3 states, 3 policies: 2 passed, 1 failed\.\n$/);
  assert.deepEqual([json.source, json.policies[0].output], ['state', findings]);
});

test('A plan with --state and a state without it are refused with a message that names the option', async () => {
  await using folder = await folderWithStates();
  const check = (name: string, ...words: readonly string[]) =>
    tipstaff(['check', join(folder.path, name), '--dir', folder.path, ...words]);

  const plan = await check('plan.json', '--state');
  const state = await check('public.json');
  const code = await check('p.rego', '--state');
  const combined = await check('public.json', '--state', '--combine');

  assert.deepEqual([plan.code, state.code, code.code, combined.code], [2, 2, 2, 2]);
  assert.match(plan.stderr, /plan\.json: the document is a plan and not a state: leave out the option --state\.\n$/);
  assert.match(
    state.stderr,
    /public\.json: the document has no resource_changes, so it is not a plan: .*, or check a state with "tipstaff check --state"\.\n$/,
  );
  assert.match(code.stderr, /p\.rego: the document is not valid JSON, or nested too deeply\.\n$/);
  assert.match(combined.stderr, /--state and --combine cannot be combined/);
});

test('A service checks a state, and its evaluations can be listed by source', async () => {
  await using folder = await folderWithStates();
  await using world = await openWorld('sqlite');
  await using _jobs = startEveryJob(world);
  const home = await world.home();
  await opaSet(home, 'all', [await newOpaPolicy(home, 'p', { source: code, rule: 'data.p.deny' })], { global: true });
  await newWorkspace(home, 'production');
  const environment = { TIPSTAFF_URL: world.url, TIPSTAFF_TOKEN: home.owner.token };
  const inWorkspace = ['--organization', home.name, '--workspace', 'production', '--json'];
  const check = (name: string) => tipstaff(['check', '--state', join(folder.path, name), ...inWorkspace], environment);
  const list = (...words: readonly string[]) =>
    tipstaff(['evaluation', 'list', '--organization', home.name, ...words], environment);

  const checked = await check('public.json');
  const plan = await check('plan.json');

  const { source, evaluation, policies } = JSON.parse(checked.stdout);
  assert.deepEqual([checked.code, source, policies[0].output], [1, 'state', findings]);
  assert.equal(plan.code, 2);
  const shown = (await home.client.get(`/policy-evaluations/${evaluation.id}`)).body.data.attributes;
  assert.deepEqual([shown.source, shown.status], ['state', 'failed']);
  const listed = await list('--source', 'state');
  assert.match(listed.stdout, /^CREATED +SOURCE +STATUS/);
  assert.match(listed.stdout, new RegExp(` state +failed +production .* ${evaluation.id}\n`));
  assert.doesNotMatch((await list('--source', 'plan')).stdout, /poleval-/);
});

test('A service that does not know states is refused before it receives one', async () => {
  await using folder = await folderWithStates();
  await using world = await openWorld('sqlite');
  const home = await world.home();
  await using older = await listening(
    createServer(async (incoming, outgoing) => {
      const { method = 'GET', url = '', headers } = incoming;
      const sent = await text(incoming);
      const answer = await fetch(world.url + url, {
        method,
        headers: {
          authorization: headers.authorization ?? '',
          'content-type': headers['content-type'] ?? 'application/octet-stream',
        },
        ...(sent !== '' && { body: sent.replace('"source":', '"not-known-yet":') }),
      });
      outgoing.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
      outgoing.end(await answer.text());
    }),
  );

  const { code: exitCode, stderr } = await tipstaff(
    ['check', '--state', join(folder.path, 'public.json'), '--organization', home.name],
    { TIPSTAFF_URL: older.url, TIPSTAFF_TOKEN: home.owner.token },
  );

  assert.equal(exitCode, 2);
  assert.match(stderr, /ignored the option --state, since the service is older than this version of tipstaff/);
});
