// Checks that a service runs: the pipeline has the service's address, a token and a plan, but no policies.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { tipstaff } from '../support/command.ts';
import { startEveryJob } from '../support/jobs.ts';
import { listening } from '../support/listening.ts';
import { newMember } from '../support/members.ts';
import { newPolicy, newPolicySet } from '../support/policies.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { newWorkspace } from '../support/workspaces.ts';
import { openWorld } from '../support/world.ts';

const planOf = (...addresses: readonly string[]) =>
  JSON.stringify({ format_version: '1.2', resource_changes: addresses.map((address) => ({ address })) });
const code = `package p

deny contains sprintf("%s in %s", [each.address, input.run.workspace.name]) if {
  some each in input.plan.resource_changes
  input.run.message == "hello"
}
`;

test('A service checks a plan with its policies, for a workspace or with one policy set', async () => {
  await using folder = await temporaryFolder();
  // The service's links contain a path prefix that a proxy would remove. The command must not use the prefix, because
  // it connects directly.
  await using world = await openWorld('sqlite', {
    environment: { TIPSTAFF_BASE_URL: 'http://127.0.0.1:1/governance' },
  });
  await using _jobs = startEveryJob(world);
  const home = await world.home();
  const policy = await newPolicy(home, 'named', {
    kind: 'opa',
    query: 'data.p.deny',
    'enforcement-level': 'mandatory',
  });
  await home.client.put(`/policies/${policy}/upload`, code);
  const workspace = await newWorkspace(home, 'production');
  const set = await newPolicySet(home, 'baseline', { kind: 'opa' }, [policy]);
  await home.client.post(`/policy-sets/${set}/relationships/workspaces`, {
    data: [{ id: workspace, type: 'workspaces' }],
  });
  const file = async (name: string, text: string) => {
    await writeFile(join(folder.path, name), text);
    return join(folder.path, name);
  };
  const [bad, good, none, run] = [
    await file('bad.json', planOf('a.b')),
    await file('good.json', planOf()),
    await file('none.json', '{}'),
    await file('run.json', '{"message":"hello"}'),
  ];
  const environment = { TIPSTAFF_URL: world.url, TIPSTAFF_TOKEN: home.owner.token };
  const check = (plan: string, ...words: readonly string[]) =>
    tipstaff(['check', plan, '--run', run, ...words], environment);
  const inWorkspace = ['--organization', home.name, '--workspace', 'production'];
  const { token } = await newMember(world, home);
  const withoutRights = { TIPSTAFF_URL: world.url, TIPSTAFF_TOKEN: token };

  const broken = await check(bad, ...inWorkspace);
  const json = await check(bad, ...inWorkspace, '--format', 'json');
  const sarif = await check(bad, ...inWorkspace, '--format', 'sarif');
  const github = await check(bad, ...inWorkspace, '--format', 'github');
  const junit = await check(bad, ...inWorkspace, '--format', 'junit');
  const markdown = await check(bad, ...inWorkspace, '--format', 'markdown');
  const passed = await check(good, '--set', set);
  const byName = await check(good, '--organization', home.name, '--set', 'baseline');
  const elsewhere = await check(bad, '--organization', home.name);
  const noPlan = await check(none, '--set', set);
  const unknown = [
    await check(bad, '--organization', home.name, '--workspace', 'nowhere'),
    await check(bad, '--set', 'polset-1111111111111111'),
    await tipstaff(['check', bad, '--set', set], { TIPSTAFF_URL: world.url, TIPSTAFF_TOKEN: 'wrong' }),
    await check(bad, '--set', set, ...inWorkspace),
    await check(bad, '--set', set, '--timeout', '1s'),
    await check(bad, '--set', 'baseline'),
    await check(bad, '--organization', home.name, '--set', 'nothing'),
  ];
  const [long, unclosed] = [await file('long.json', '{"a":12345678901234567890}'), await file('broken.json', '{')];
  const byRun = await Promise.all(
    [long, unclosed].map((path) => tipstaff(['check', good, '--run', path, '--set', set], environment)),
  );
  const byMember = await tipstaff(['check', bad, '--run', run, '--organization', home.name], withoutRights);
  const notCounting = await tipstaff(['check', bad, '--run', run, ...inWorkspace], withoutRights);

  assert.deepEqual([broken.code, broken.stderr], [1, '']);
  assert.match(broken.stdout, /^failed +baseline\/named \(mandatory\)\n +a\.b in production\n1 policy: 1 failed\.\n/);
  const { id, url } = json.json().evaluation;
  assert.equal(url, `${world.url}/app/organizations/${home.name}/evaluations/${id}`);
  assert.equal((await home.client.get(`/policy-evaluations/${id}`)).body.data.attributes.status, 'failed');
  const page = `${world.url}/app/organizations/${home.name}/evaluations/poleval-`;
  const lastLine = ({ stdout }: { stdout: string }) => stdout.trimEnd().split('\n').at(-1) ?? '';
  assert.ok(lastLine(passed).startsWith(`Evaluation: ${page}`), passed.stdout);
  const [blockedPage, ask] = [
    `\nEvaluation: ${page}`,
    '\nTo ask for an exemption, run: tipstaff exemption request --evaluation poleval-',
  ];
  for (const { stdout } of [broken, github, junit])
    assert.ok(stdout.replaceAll('<system-out>', '\n').includes(blockedPage) && stdout.includes(ask), stdout);
  assert.doesNotMatch(passed.stdout, /To ask for an exemption/);
  assert.match(
    markdown.stdout,
    /\n\[Evaluation\]\(<http\S+>\): the page shows what to change. Exemptions that are granted there apply to the next check\n/,
  );
  assert.match(markdown.stdout, new RegExp(`\n\\[Ask for an exemption\\]\\(<${page}\\w+\\?ask=${policy}>\\)\n`));
  const { evaluation, policies } = json.json();
  assert.deepEqual([evaluation.workspace, policies[0].id, policies[0].approvals], [workspace, policy, []]);
  assert.deepEqual(policies[0].output, ['a.b in production']);
  assert.deepEqual([passed.code, passed.stdout.split('\n').at(-3)], [0, '1 policy: 1 passed.']);
  const [{ artifactLocation: place }] = JSON.parse(sarif.stdout).runs[0].results[0].locations.map(
    (each: { physicalLocation: object }) => each.physicalLocation,
  );
  assert.equal(decodeURIComponent(place.uri), bad);
  assert.match(github.stdout, /^::error title=baseline\/named failed::a\.b in production\n/);
  assert.match(junit.stdout, /<testcase name="baseline\/named" classname="baseline" /);
  assert.deepEqual(
    byRun.map(({ code: exitCode, stderr }) => [exitCode, stderr]),
    [
      [2, `${long} has the number 12345678901234567890, which a service would round: write it as a string.\n`],
      [2, `${unclosed} is not valid JSON.\n`],
    ],
  );
  assert.deepEqual([elsewhere.code, byMember.code], [0, 0]);
  assert.deepEqual([notCounting.code, notCounting.stderr], [1, '']);
  assert.match(notCounting.stdout, /a\.b in production\n/);
  assert.match(notCounting.stdout, /This evaluation does not count for the workspace production, because /);
  assert.deepEqual(elsewhere.stdout.split('\n').slice(0, 3), [
    'No policy was evaluated: the plan was not checked. Name the workspace of the plan (--workspace), or widen the scope of a policy set. Add --require-policies to make such a check fail.',
    'No policy set applies: nothing was evaluated.',
    '0 policies.',
  ]);
  assert.equal(noPlan.code, 2);
  assert.match(noPlan.stderr, /none\.json: .*no resource_changes.*[^.]\.\n$/);
  assert.deepEqual(
    unknown.map((each) => each.code),
    [2, 2, 2, 2, 2, 2, 2],
  );
  assert.match(
    unknown[0]?.stderr ?? '',
    /^There is no workspace nowhere in this organization\. Correct the name, or ask somebody who manages workspaces to create the workspace\.\n$/,
  );
  assert.deepEqual([byName.code, byName.stdout.split('Evaluation: ')[0]], [0, passed.stdout.split('Evaluation: ')[0]]);
  assert.match(unknown[5]?.stderr ?? '', /^baseline is not the identifier of a policy set: add --organization <name>/);
  assert.match(unknown[6]?.stderr ?? '', / has no policy set nothing: /);
  assert.match(unknown[2]?.stderr ?? '', /does not know the token/);
});

test('The file name of a plan cannot inject a command among the annotations', async () => {
  await using folder = await temporaryFolder();
  await using world = await openWorld('sqlite');
  await using _jobs = startEveryJob(world);
  const home = await world.home();
  const plans = ['one.json', 'two\n::error::three.json'].map((name) => join(folder.path, name));
  for (const plan of plans) await writeFile(plan, planOf());
  const environment = { TIPSTAFF_URL: world.url, TIPSTAFF_TOKEN: home.owner.token };

  const { code, stdout } = await tipstaff(
    ['check', ...plans, '--organization', home.name, '--format', 'github'],
    environment,
  );

  assert.equal(code, 0);
  assert.doesNotMatch(stdout, /^::error/m);
  assert.equal(stdout.match(/^\/.*json: Evaluation: http:.*$/gm)?.length, 2, stdout);
});

test('A policy that reads a member that no plan has causes the same warning as in a local check', async () => {
  await using folder = await temporaryFolder();
  await using world = await openWorld('sqlite');
  await using _jobs = startEveryJob(world);
  const home = await world.home();
  const [policies, plan] = [join(folder.path, 'policies'), join(folder.path, 'plan.json')];
  await mkdir(policies);
  await writeFile(join(policies, 'policies.yaml'), 'policies:\n  - {name: typo, query: data.p.deny}\n');
  await writeFile(
    join(policies, 'typo.rego'),
    'package p\n\ndeny contains 1 if input.plan.resource_chnages[_]\n\ndeny contains "no" if input.run.fails\n',
  );
  const [passing, failing] = [join(folder.path, 'passing.json'), join(folder.path, 'failing.json')];
  await Promise.all([writeFile(plan, planOf('a.b')), writeFile(passing, '{}'), writeFile(failing, '{"fails":true}')]);
  await newPolicySet(home, 'baseline', { kind: 'opa', global: true });
  const environment = { TIPSTAFF_URL: world.url, TIPSTAFF_TOKEN: home.owner.token };
  await tipstaff(['policy', 'push', policies, '--organization', home.name, '--set', 'baseline'], environment);

  const check = async (run: string, format: string) => {
    const words = ['check', plan, '--run', run, '--format', format];
    const there = await tipstaff([...words, '--organization', home.name], environment);
    const here = await tipstaff([...words, '--dir', policies]);
    return {
      there: there.stdout.replaceAll('baseline/', '').replace(/^Evaluation: .*\n/m, ''),
      here: here.stdout.replaceAll(`${policies}/`, ''),
    };
  };
  const [passed, failed, github] = [
    await check(passing, 'text'),
    await check(failing, 'text'),
    await check(passing, 'github'),
  ];

  assert.match(passed.here, /^passed .*\n {4}warning: typo\.rego:3:31: the input has no resource_chnages/);
  assert.equal(passed.there, passed.here);
  assert.match(failed.here, /^failed .*\n {4}no\n {4}warning: /);
  assert.equal(failed.there, failed.here);
  assert.match(github.there, /^::warning title=typo warning::typo\.rego:3:31: /);
});

test('A plan is not checked by a service that ignores the workspace name, as older services do', async () => {
  await using folder = await temporaryFolder();
  await using world = await openWorld('sqlite');
  await using _jobs = startEveryJob(world);
  const home = await world.home();
  await newWorkspace(home, 'production');
  const plan = join(folder.path, 'plan.json');
  await writeFile(plan, planOf('a.b'));
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
        ...(sent !== '' && { body: sent.replace('workspace-name', 'not-known-yet') }),
      });
      outgoing.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
      outgoing.end(await answer.text());
    }),
  );
  const check = (...words: readonly string[]) =>
    tipstaff(['check', plan, '--organization', home.name, ...words], {
      TIPSTAFF_URL: older.url,
      TIPSTAFF_TOKEN: home.owner.token,
    });

  const named = await check('--workspace', 'production');
  const unnamed = await check();

  assert.deepEqual([named.code, named.stdout], [2, '']);
  assert.equal(
    named.stderr,
    `${older.url} ignored the workspace, since the service is older than this version of tipstaff: upgrade the service, or run the version of tipstaff that the service has.\n`,
  );
  assert.deepEqual([unnamed.code, unnamed.stderr], [0, '']);
});
