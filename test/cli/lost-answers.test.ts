// The response to a command's request is lost after the service has processed it: the command sends the request again,
// and nothing is created twice.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jobsOf } from '../../src/domains/index.ts';
import { startJobs } from '../../src/runtime/jobs/jobs.ts';
import { archiveOf } from '../support/archive.ts';
import { tipstaff } from '../support/command.ts';
import { newPolicySet } from '../support/policies.ts';
import { openProxy } from '../support/proxy.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { type Home, onEachEngine, type World } from '../support/world.ts';

const code = 'package main\n\ndeny contains "no" if input.plan.bad\n';
const list = 'policies:\n  - name: p\n    query: data.main.deny\n    enforcement-level: mandatory\n';

const day = 86_400_000;

const commandsAt = (url: string, { owner: { token } }: Home) => {
  const environment = { TIPSTAFF_URL: url.replace(/\/$/, ''), TIPSTAFF_TOKEN: token };
  return (...words: readonly string[]) => tipstaff(words, environment);
};

const counted = async ({ client }: Home, path: string): Promise<number> => (await client.get(path)).body.data.length;

onEachEngine('A push, a check and a publication with lost responses create one record each', async (world) => {
  await using folder = await temporaryFolder();
  await using proxy = await openProxy(world.url);
  await using _jobs = startJobs(world.context, jobsOf(world.context));
  const home = await world.home();
  const command = commandsAt(proxy.url, home);
  const set = await newPolicySet(home, 'baseline', { kind: 'opa', global: true });
  const file = async (name: string, content: string | Buffer) => {
    await writeFile(join(folder.path, name), content);
    return join(folder.path, name);
  };
  await file('policies.yaml', list);
  await file('p.rego', code);
  const plan = await file('plan.json', JSON.stringify({ format_version: '1.2', bad: true, resource_changes: [] }));
  const archive = await file('module.tar.gz', archiveOf({ 'main.tf': 'output "id" { value = 1 }\n' }));
  const modules = `/organizations/${home.name}/registry-modules`;

  proxy.endAtAnswerTo(`POST /api/v2/policy-sets/${set}/versions`);
  const pushed = await command('policy', 'push', folder.path, '--set', 'baseline', '--organization', home.name);
  proxy.endAtAnswerTo(`POST /api/v2/policy-sets/${set}/evaluations`);
  const checked = await command('check', plan, '--set', set);
  proxy.endAtAnswerTo(`POST /api/v2${modules}`);
  const name = `${home.name}/network/aws`;
  const published = await command('module', 'publish', archive, '--module', name, '--module-version', '1.0.0');
  proxy.endAtAnswerTo(`POST /api/v2${modules}/private/${name}/versions`);
  const next = await command('module', 'publish', archive, '--module', name, '--module-version', '1.1.0');

  assert.deepEqual(
    [pushed.code, checked.code, published.code, next.code],
    [0, 1, 0, 0],
    [pushed, checked, published, next].map(({ stderr }) => stderr).join(),
  );
  assert.match(checked.stdout, /^failed +baseline\/p /);
  assert.equal(await counted(home, `/policy-sets/${set}/versions`), 1);
  assert.equal(await counted(home, `/organizations/${home.name}/evaluations`), 1);
  assert.equal(await counted(home, modules), 1);
});

onEachEngine('A token that has used up its idempotency keys creates records without one', async (world: World) => {
  await using folder = await temporaryFolder();
  const home = await world.home();
  await newPolicySet(home, 'baseline', { kind: 'opa' });
  await writeFile(join(folder.path, 'policies.yaml'), list);
  await writeFile(join(folder.path, 'p.rego'), code);
  const expires_at = new Date(world.context.clock.now() + day).toISOString();
  const caller = `user ${home.owner.user.id}`;
  const rest = { caller, fingerprint: '', status: 200, headers: '{}', body: '{}', expires_at };
  for (let thousand = 0; thousand < 10; thousand += 1) {
    const values = Array.from({ length: 1_000 }, (_, index) => ({ id: `${thousand * 1_000 + index}`, ...rest }));
    await world.context.database.transaction((tx) => tx.run((db) => db.insertInto('kept_answers').values(values)));
  }

  const command = commandsAt(world.url, home);
  const pushed = await command('policy', 'push', folder.path, '--set', 'baseline', '--organization', home.name);

  assert.equal(pushed.code, 0, pushed.stderr);
});
