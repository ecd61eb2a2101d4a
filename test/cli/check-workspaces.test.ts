// Checks of several plans, each for the workspace that the path of its file names.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { tipstaff } from '../support/command.ts';
import { startEveryJob } from '../support/jobs.ts';
import { newPolicySet } from '../support/policies.ts';
import { plan } from '../support/policy-folders.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { newWorkspace } from '../support/workspaces.ts';
import { openWorld } from '../support/world.ts';

const code = 'package p\n\ndeny contains input.run.workspace.name\n';

/** Creates plans in a folder and returns their paths. */
const plansIn = async (folder: string, ...names: readonly string[]): Promise<readonly string[]> => {
  const paths = names.map((name) => join(folder, name));
  for (const path of paths) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, plan);
  }
  return paths;
};

test('A service checks each plan for the workspace in the path of its file', async () => {
  await using folder = await temporaryFolder();
  await using world = await openWorld('sqlite');
  await using _jobs = startEveryJob(world);
  const home = await world.home();
  const environment = { TIPSTAFF_URL: world.url, TIPSTAFF_TOKEN: home.owner.token };
  await newPolicySet(home, 'baseline', { kind: 'opa', global: true });
  for (const name of ['network', 'shop-eu']) await newWorkspace(home, name);
  await mkdir(join(folder.path, 'policies'));
  await writeFile(join(folder.path, 'policies/p.rego'), code);
  await writeFile(
    join(folder.path, 'policies/policies.yaml'),
    'policies:\n  - {name: p, query: data.p.deny, enforcement-level: advisory}\n',
  );
  const at = ['--organization', home.name];
  const pushed = await tipstaff(
    ['policy', 'push', join(folder.path, 'policies'), ...at, '--set', 'baseline'],
    environment,
  );
  await plansIn(folder.path, 'plans/network/plan.json', 'plans/shop/eu/plan.json', 'plans/none/plan.json');

  const { code: status, json } = await tipstaff(
    [
      ...['check', join(folder.path, 'plans/**/plan.json'), ...at, '--json'],
      ...['--workspace-from', join(folder.path, './plans/{workspace}/plan.json')],
    ],
    environment,
  );

  assert.equal(pushed.code, 0, pushed.stderr);
  assert.equal(status, 2);
  const [network, none, shop] = json().plans;
  assert.deepEqual(
    [network, none, shop].map(({ name }) => name),
    ['network', 'none', 'shop-eu'],
  );
  assert.deepEqual([network.policies[0].output, shop.policies[0].output], [['network'], ['shop-eu']]);
  assert.match(none['not-checked'][0], /There is no workspace none in this organization/);
});

test('An invalid pattern for workspaces, and a plan that does not match it, are refused', async () => {
  await using folder = await temporaryFolder();
  const [one = '', other = '', same = ''] = await plansIn(folder.path, 'a/b/plan.json', 'c/plan.json', 'a-b/plan.json');
  const pattern = join(folder.path, '{workspace}/plan.json');
  const check = (plans: readonly string[], ...words: readonly string[]) =>
    tipstaff(['check', ...plans, ...words], { TIPSTAFF_URL: 'http://127.0.0.1:1', TIPSTAFF_TOKEN: 'x' });
  const at = ['--organization', 'shire', '--workspace-from'];

  const refused = [
    await check([one, other], ...at, join(folder.path, 'a/{workspace}/plan.json')),
    await check([one], ...at, join(folder.path, 'a/b{workspace}/plan.json')),
    await check([one, same], ...at, pattern),
    await check([one], ...at, 'plan.json'),
    await check([one], ...at, pattern, '--workspace', 'x'),
    await check([one], '--workspace-from', pattern, '--dir', folder.path),
  ];

  assert.deepEqual(
    refused.map(({ code: status, stdout }) => [status, stdout]),
    refused.map(() => [2, '']),
  );
  assert.deepEqual(
    refused.map(({ stderr }) => stderr.replaceAll(`${folder.path}/`, '').trimEnd()),
    [
      'The path c/plan.json does not match --workspace-from a/{workspace}/plan.json: change one of them.',
      'The path a/b/plan.json does not match --workspace-from a/b{workspace}/plan.json: change one of them.',
      'a/b/plan.json and a-b/plan.json have the same workspace, a-b: change --workspace-from.',
      '--workspace-from must contain {workspace} once, such as plans/{workspace}/plan.json.',
      '--workspace and --workspace-from cannot be combined: leave one of them out.',
      '--workspace and --workspace-from need the policies of an organization: add --organization, and omit --set.',
    ],
  );
});
