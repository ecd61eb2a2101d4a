// Commands for publishers of module versions.
import assert from 'node:assert/strict';
import { auditOf } from '../support/audit.ts';
import { type Environment, tipstaff } from '../support/command.ts';
import { databaseVariables } from '../support/database.ts';
import { evaluatedIn } from '../support/evaluations.ts';
import { newMember } from '../support/members.ts';
import { setPlan } from '../support/plans.ts';
import { planCalling } from '../support/plans-with-modules.ts';
import { seedModule } from '../support/seeded-modules.ts';
import { newWorkspace } from '../support/workspaces.ts';
import { onEachEngine, type World } from '../support/world.ts';

const advice =
  'Consumers who have the warning in .terraform/modules can remove the warning with "terraform init -upgrade".';

/** Returns the environment variables that select the test environment's database. */
const environmentOf = ({ context: { config } }: World): Environment => ({
  TIPSTAFF_DATA_DIR: config.dataDir,
  TIPSTAFF_LOG_LEVEL: 'error',
  TIPSTAFF_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  ...databaseVariables(config),
});

onEachEngine(
  'A range is shown first, then deprecated and reinstated, with the same records as over HTTP',
  async (world) => {
    const home = await world.home();
    const versions = ['0.9.0', '1.0.0', '1.2.0', '1.3.0-rc.1', '2.0.0'];
    const module = await seedModule(world, home, { versions });
    const run = (...words: readonly string[]) => tipstaff(['module', ...words], environmentOf(world));
    const options = ['--reason', 'Too old', '--link', 'https://example.com/'];
    const deprecated = async () => {
      const { body } = await home.client.get(`//api/registry/v1/modules/${module.address}/versions`);
      const [listed] = body.modules;
      return listed.versions.flatMap((each: { version: string; deprecation: object | null }) =>
        each.deprecation === null ? [] : [each.version],
      );
    };

    const preview = await run('deprecate', module.address, '>= 1.0, < 2.0', '--dry-run', ...options);
    const afterPreview = await deprecated();
    const done = await run('deprecate', module.address, '>= 1.0,', '< 2.0', ...options);
    const afterDone = await deprecated();
    const withPrereleases = await run('deprecate', module.address, '~> 1.0', '--prereleases', ...options);
    const back = await run('reinstate', module.address, '1.0.0', '--json');
    const afterBack = await deprecated();

    assert.equal(preview.stdout, `This would deprecate 1.2.0, 1.0.0 of ${module.address}.\n`);
    assert.deepEqual(afterPreview, []);
    assert.equal(done.stdout, `Deprecated 1.2.0, 1.0.0 of ${module.address}.\n`);
    assert.deepEqual(afterDone, ['1.2.0', '1.0.0']);
    assert.equal(withPrereleases.stdout, `Deprecated 1.3.0-rc.1 of ${module.address}. 2 are deprecated already.\n`);
    assert.deepEqual(back.json(), {
      module: module.address,
      'is-dry-run': false,
      versions: [{ version: '1.0.0', 'is-changed': true }],
      'workspace-count': 0,
    });
    assert.deepEqual(afterBack, ['1.3.0-rc.1', '1.2.0']);
    const records = await auditOf(world, module.versions.get('1.0.0') ?? '');
    assert.deepEqual(
      records.map(({ action, actor, change }) => [action, actor.name, change.after.deprecation]),
      [
        ['registry-module-version.deprecate', 'command line', { reason: 'Too old', link: 'https://example.com/' }],
        ['registry-module-version.reinstate', 'command line', null],
      ],
    );
  },
);

onEachEngine(
  'A version that is already deprecated keeps its reason and link if they are not given again',
  async (world) => {
    const home = await world.home();
    const { address } = await seedModule(world, home, { versions: ['1.4.0', '1.5.0'] });
    const there = { TIPSTAFF_URL: world.url, TIPSTAFF_TOKEN: home.owner.token };
    const path = `/organizations/${home.name}/registry-modules/private/${address}/1.4.0`;
    const statement = async () => (await home.client.get(path)).body.data.attributes.deprecation;

    for (const environment of [environmentOf(world), there]) {
      const deprecate = (...words: readonly string[]) =>
        tipstaff(['module', 'deprecate', address, ...words], environment);
      await tipstaff(['module', 'reinstate', address, '>= 1.0'], environment);

      const first = await deprecate('1.4.0', '--reason', 'A reason', '--link', 'https://a.example');
      const again = await deprecate('1.4.0');
      const kept = await statement();
      const more = await deprecate('>= 1.0', '--link', 'https://b.example', '--json');
      const changed = await statement();
      const back = await tipstaff(['module', 'reinstate', address, '>= 1.0'], environment);
      const twice = await tipstaff(['module', 'reinstate', address, '>= 1.0'], environment);

      assert.equal(first.stdout, `Deprecated 1.4.0 of ${address}.\n`, first.stderr);
      assert.equal(again.stdout, `Nothing to change: 1.4.0 of ${address} is deprecated already.\n`);
      assert.equal(again.code, 0);
      assert.deepEqual(kept, { reason: 'A reason', link: 'https://a.example' });
      assert.deepEqual(
        more.json().versions.map((each: Record<string, unknown>) => each['is-changed']),
        [true, true],
      );
      assert.deepEqual(changed, { reason: 'A reason', link: 'https://b.example' });
      assert.equal(back.stdout, `Reinstated 1.5.0, 1.4.0 of ${address}. ${advice}\n`);
      assert.equal(twice.stdout, `Nothing to change: 1.5.0, 1.4.0 of ${address} are not deprecated.\n`);
    }
  },
);

onEachEngine('A module is shown with its deprecated versions', async (world) => {
  const home = await world.home();
  const { address } = await seedModule(world, home, { versions: ['1.4.0', '1.5.0'] });
  await tipstaff(['module', 'deprecate', address, '1.4.0', '--reason', 'A reason'], environmentOf(world));

  const shown = await tipstaff(['module', 'show', address], environmentOf(world));
  const json = await tipstaff(['module', 'show', address, '--json'], environmentOf(world));

  assert.match(shown.stdout, /\nVERSION +STATUS +DEPRECATED\n1\.5\.0 +ok +no\n1\.4\.0 +ok +yes\n$/);
  assert.deepEqual(json.json().meta, { deprecations: [{ version: '1.4.0', reason: 'A reason', link: null }] });
});

onEachEngine('A publisher sees who uses which version', async (world) => {
  const home = await world.home();
  const module = await seedModule(world, home, { versions: ['1.0.0', '1.1.0'] });
  const member = await newMember(world, home);
  const usage = () => tipstaff(['module', 'usage', module.address], environmentOf(world));
  const unused = await usage();

  for (const version of ['1.0.0', '1.1.0', '1.0.0']) {
    await member.client.get(`//api/registry/v1/modules/${module.address}/${version}/download`);
  }
  await tipstaff(['module', 'deprecate', module.address, '1.0.0'], environmentOf(world));
  const plan = planCalling(world, [{ address: module.address, version: '1.0.0' }]);
  await evaluatedIn(world, home, await newWorkspace(home, 'shop'), plan);
  const { stdout } = await usage();

  assert.equal(unused.stdout, `Nobody has downloaded ${module.address} yet.\n`);
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.replaceAll(/ +/g, ' ').replace(/ \S+$/, ''));
  assert.deepEqual(lines, [
    'VERSION DEPRECATED CONSUMER DOWNLOADS',
    `1.1.0 no user ${member.user.username} 1`,
    `1.0.0 yes user ${member.user.username} 2`,
    '',
    'VERSION DEPRECATED WORKSPACE',
    '1.0.0 yes shop',
  ]);
});

onEachEngine('Malformed versions, ranges and modules are refused with plain messages', async (world) => {
  const home = await world.home();
  const module = await seedModule(world, home);
  const run = async (...words: readonly string[]) => {
    const { code, stderr } = await tipstaff(['module', 'deprecate', ...words], environmentOf(world));
    return [code, stderr.trimEnd()];
  };
  const missing = (name: string) =>
    `There is no module ${name}, or the plan of its organization does not include module deprecation.`;

  const lines = [
    await run(module.address),
    await run(module.address, 'latest'),
    await run(module.address, '> 1.0.0'),
    await run('network', '1.0.0'),
    await run(`${home.name}/none/aws`, '1.0.0'),
    await run(module.address, '1.0.0', '--link', 'x'.repeat(2_049)),
  ];
  await setPlan(world, home, 'standard');
  lines.push(await run(module.address, '1.0.0'));

  assert.deepEqual(lines, [
    [2, 'Name a version, or a range such as ">= 1.0, < 2.0".'],
    [2, '"latest" is neither a version nor a range of versions.'],
    [1, `${module.address} has no such version.`],
    [2, 'network is not the name of a module: use the form organization/name/provider.'],
    [1, missing(`${home.name}/none/aws`)],
    [2, 'Link is too long (maximum is 2048 characters).'],
    [1, missing(module.address)],
  ]);
});
