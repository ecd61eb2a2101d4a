import assert from 'node:assert/strict';
import { details, pointers } from '../../../../test/support/documents.ts';
import { newMember } from '../../../../test/support/members.ts';
import { setPlan } from '../../../../test/support/plans.ts';
import { deprecating, reinstating, seedModule } from '../../../../test/support/seeded-modules.ts';
import { type Home, onEachEngine, type World } from '../../../../test/support/world.ts';
import { heading } from '../../../protocols/module-lists/warning-text.ts';
import { moduleChecks } from './check.ts';

const reason = 'It opens port 22 to everybody';
const link = 'https://example.com/advisories/7';

const check = ({ client, name }: Home, body: unknown) =>
  client.post(`/organizations/${name}/registry-modules/actions/check`, body);

const listOf = (...modules: readonly object[]) => ({ data: { type: 'module-checks', attributes: { modules } } });

const hostOf = ({ url }: World): string => new URL(url).host;

/**
 * Creates a module whose version 1.0.0 is deprecated, and returns the source address that configurations use for it.
 */
const deprecatedModule = async (world: World, home: Home, versions = ['1.0.0', '1.1.0', '2.0.0-rc.1']) => {
  const module = await seedModule(world, home, { versions });
  const { status } = await home.client.patch(`${module.path}/1.0.0`, deprecating({ reason, link }));
  assert.equal(status, 200);
  return { ...module, source: `${hostOf(world)}/${module.address}` };
};

onEachEngine('A check of sources and versions returns the deprecated ones and their replacements', async (world) => {
  const home = await world.home();
  const { source, address } = await deprecatedModule(world, home);

  const answer = await check(home, listOf({ source, version: '1.0.0' }, { source, version: '1.1.0' }));

  const message = `Version 1.0.0 of ${address} is deprecated: ${reason} (${link}). The newest version that is not deprecated is 1.1.0.`;
  assert.equal(answer.status, 200);
  assert.deepEqual(answer.body.data, {
    id: home.name,
    type: 'module-checks',
    attributes: {
      shape: 'list',
      'checked-count': 2,
      'ignored-count': 0,
      message: heading,
      warnings: [
        {
          source,
          'requested-version': '1.0.0',
          module: address,
          version: '1.0.0',
          reason,
          link,
          'newest-version': '1.1.0',
          message,
        },
      ],
    },
  });
});

onEachEngine('Modules of other organizations are counted but not checked', async (world) => {
  const home = await world.home();
  const other = await world.home();
  const { source, name } = await deprecatedModule(world, home);
  const theirs = await deprecatedModule(world, other);
  const modules = [
    { source: theirs.source, version: '1.0.0' },
    { source: `registry.example.com/${home.name}/${name}/aws`, version: '1.0.0' },
    { source: 'terraform-aws-modules/vpc/aws', version: 'anything' },
    { source: 'git::https://example.com/vpc.git' },
    { source: './modules/vpc', version: '' },
    { source: `${source}/extra`, version: '1.0.0' },
    { source: '', version: '' },
  ];

  const answer = await check(home, modules);

  assert.deepEqual(answer.body.data.attributes, {
    shape: 'list',
    'checked-count': 0,
    'ignored-count': 7,
    message: null,
    warnings: [],
  });
});

onEachEngine(
  'A plan is checked with its nested module calls, and each constraint selects the version that init would install',
  async (world) => {
    const home = await world.home();
    const old = await deprecatedModule(world, home, ['1.0.0', '0.9.0']);
    const mixed = await deprecatedModule(world, home);
    const plan = {
      format_version: '1.2',
      planned_values: { root_module: {} },
      configuration: {
        root_module: {
          module_calls: {
            pinned: { source: mixed.source, version_constraint: '1.0.0' },
            ranged: { source: mixed.source, version_constraint: '~> 1.0' },
            local: {
              source: './modules/network',
              module: { module_calls: { 'in/side': { source: `${old.source}//sub`, version_constraint: '>= 0.9' } } },
            },
            free: { source: old.source },
          },
        },
      },
    };

    const { body } = await check(home, plan);

    const { attributes } = body.data;
    assert.deepEqual([attributes.shape, attributes['checked-count'], attributes['ignored-count']], ['plan', 4, 1]);
    assert.deepEqual(
      attributes.warnings.map((each: Record<string, string>) => [
        each.source,
        each['requested-version'],
        each.version,
        each['newest-version'],
      ]),
      [
        [mixed.source, '1.0.0', '1.0.0', '1.1.0'],
        [old.source, '', '1.0.0', '0.9.0'],
        [`${old.source}//sub`, '>= 0.9', '1.0.0', '0.9.0'],
      ],
    );
  },
);

onEachEngine('The modules that init has installed are read from modules.json', async (world) => {
  const home = await world.home();
  const { source } = await deprecatedModule(world, home);
  const installed = {
    Modules: [
      { Key: '', Source: '', Dir: '.' },
      { Key: 'vpc', Source: source, Version: '1.0.0', Dir: '.terraform/modules/vpc' },
      { Key: 'vpc.subnet', Source: './subnet', Dir: '.terraform/modules/vpc/subnet' },
    ],
  };

  const { body } = await check(home, installed);

  const { attributes } = body.data;
  assert.deepEqual([attributes.shape, attributes['checked-count'], attributes['ignored-count']], ['installed', 1, 1]);
  assert.equal(attributes.warnings.length, 1);
});

onEachEngine('A warning ends with the deprecation', async (world) => {
  const home = await world.home();
  const { source, path } = await deprecatedModule(world, home);
  const body = listOf({ source, version: '1.0.0' }, { source, version: '< 1.1' });

  const before = await check(home, body);
  await home.client.patch(`${path}/1.0.0`, reinstating);
  const after = await check(home, body);

  assert.equal(before.body.data.attributes.warnings.length, 2);
  assert.deepEqual(after.body.data.attributes.warnings, []);
});

onEachEngine('A warning suggests the newest release, or else a pre-release, or else nothing', async (world) => {
  const home = await world.home();
  const onlyPrerelease = await deprecatedModule(world, home, ['1.0.0', '2.0.0-rc.1', '2.0.0-beta+a-b']);
  const none = await deprecatedModule(world, home, ['1.0.0']);
  const metadata = await deprecatedModule(world, home, ['1.0.0', '1.0.1+a-b', '1.1.0-rc+a']);
  const mentions = [onlyPrerelease, none, metadata].map(({ source }) => ({ source, version: '1.0.0' }));
  const ranged = [onlyPrerelease, none].map(({ source }) => ({ source, version: '<= 1.0' }));

  const { body } = await check(home, listOf(...mentions, ...ranged));

  const { warnings } = body.data.attributes;
  assert.deepEqual(
    warnings.map((each: Record<string, string | null>) => each['newest-version']),
    ['2.0.0-rc.1', null, '1.0.1+a-b', '2.0.0-rc.1', null],
  );
  assert.match(warnings[1].message, /All versions of this module are deprecated\.$/);
});

onEachEngine('A body in an unknown format and an invalid version are refused', async (world) => {
  const home = await world.home();
  const { source } = await deprecatedModule(world, home);
  const at = '/data/attributes/modules';
  const bodies: readonly (readonly [unknown, readonly string[]])[] = [
    [{}, ['']],
    ['a text', ['']],
    [{ data: { attributes: { modules: {} } } }, ['']],
    [{ configuration: { root_module: [] } }, ['/configuration/root_module']],
    [listOf({ version: '1.0.0' }), [`${at}/0/source`]],
    [[{ source: 5, version: ['1.0.0'] }], ['/0/source', '/0/version']],
    [listOf({ source, version: '1.0.0' }, { source, version: 'latest' }), [`${at}/1/version`]],
    [{ Modules: [{ Key: 'a', Source: source, Version: '???' }] }, ['/Modules/0/Version']],
  ];

  const answers = await Promise.all(bodies.map(([body]) => check(home, body)));

  assert.deepEqual(
    answers.map((answer) => [answer.status, pointers(answer)]),
    bodies.map(([, wrong]) => [422, wrong]),
  );
  assert.deepEqual(details(answers[6] ?? assert.fail()), [
    'Version must be a version, such as 1.4.0, or a constraint, such as "~> 1.4"',
  ]);
});

onEachEngine('Members check modules; other accounts and plans without deprecation cannot', async (world) => {
  const home = await world.home();
  const member = await newMember(world, home);
  const stranger = await world.person();
  const path = `/organizations/${home.name}/registry-modules/actions/check`;

  const byMember = await member.client.post(path, []);
  const byStranger = await stranger.client.post(path, []);
  await setPlan(world, home, 'free_standard');
  const without = await member.client.post(path, []);

  assert.deepEqual([byMember.status, byStranger.status, without.status], [200, 404, 404]);
});

onEachEngine('A check of two thousand modules gives the same results as individual checks', async (world) => {
  const home = await world.home();
  const modules = await Promise.all(Array.from({ length: 20 }, () => deprecatedModule(world, home)));
  const mentions = Array.from({ length: 2_000 }, (_, index) => ({
    source: `${modules[index % 20]?.source}//part-${index}`,
    version: ['1.0.0', '1.1.0', '~> 1.0.0', '~> 1.0'][Math.floor(index / 20) % 4],
  }));

  const { status, body } = await check(home, listOf(...mentions));

  const { warnings } = body.data.attributes;
  assert.equal(status, 200);
  assert.deepEqual(
    warnings.map((each: Record<string, string>) => each.source),
    mentions.filter(({ version }) => version === '1.0.0' || version === '~> 1.0.0').map(({ source }) => source),
  );
});

/** Maximum number of checks per organization that run or wait at the same time. */
const maxChecks = 51;

onEachEngine(
  'If too many checks of an organization wait, its next one is refused while other organizations can still wait',
  async (world) => {
    const [home, other] = [await world.home(), await world.home()];
    const busy = Promise.withResolvers<void>();
    const limited = moduleChecks(world.context);
    const running = Array.from({ length: maxChecks }, () => limited(home.organization.id, () => busy.promise));

    const refused = await check(home, []);
    const waiting = check(other, []);
    busy.resolve();
    await Promise.all(running);
    const answers = [await waiting, await check(home, [])];

    assert.deepEqual([refused.status, refused.headers.has('retry-after')], [429, true]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    );
  },
);

onEachEngine('A long reason is shortened, however often its version is checked', async (world) => {
  const home = await world.home();
  const { path, address } = await seedModule(world, home, { versions: ['1.0.0', '1.0.1'] });
  const long = '😀'.repeat(20_000);
  await home.client.patch(`${path}/1.0.0`, deprecating({ reason: long }));
  await home.client.patch(`${path}/1.0.1`, deprecating({ reason: '😀'.repeat(1_000) }));
  const source = `${hostOf(world)}/${address}`;

  const exact = await check(home, listOf({ source, version: '1.0.0' }));
  const ranged = await check(home, listOf({ source, version: '< 1.0.1' }));
  const whole = await check(home, listOf({ source, version: '1.0.1' }));
  const shown = await home.client.get(`${path}/1.0.0`);

  const reasonIn = ({ body }: typeof exact) => body.data.attributes.warnings[0].reason;
  assert.equal(reasonIn(exact), `${'😀'.repeat(999)}…`);
  assert.equal(reasonIn(ranged), reasonIn(exact));
  assert.equal(reasonIn(whole), '😀'.repeat(1_000));
  assert.equal(shown.body.data.attributes.deprecation.reason, long);
});

onEachEngine('A request checks at most two thousand modules of an organization', async (world) => {
  const home = await world.home();
  const { source } = await deprecatedModule(world, home);
  const listOfMany = (count: number) =>
    listOf(...Array.from({ length: count }, (_, index) => ({ source, version: `9.${index}.0` })));

  const atLimit = await check(home, listOfMany(2_000));
  const more = await check(home, listOfMany(2_001));

  assert.equal(atLimit.status, 200);
  assert.equal(more.status, 422);
  assert.match(details(more).join(), /more than 2000 modules of this organization/);
});

onEachEngine('A version with a long number can be checked', async (world) => {
  const home = await world.home();
  const { path, address } = await seedModule(world, home, { versions: ['1.0.20240101123456'] });
  await home.client.patch(`${path}/1.0.20240101123456`, deprecating());

  const answer = await check(home, listOf({ source: `${hostOf(world)}/${address}`, version: '1.0.20240101123456' }));

  assert.equal(answer.status, 200);
  assert.equal(answer.body.data.attributes.warnings.length, 1);
});

onEachEngine(
  'All deprecated versions of a module are reported at once, each with the version to use instead',
  async (world) => {
    const home = await world.home();
    const versions = Array.from({ length: 300 }, (_, patch) => `1.0.${patch}`);
    const { source, path } = await deprecatedModule(world, home, versions);
    const others = versions.slice(1).filter((version) => version !== '1.0.7');
    for (const version of others) await home.client.patch(`${path}/${version}`, deprecating());

    const { body } = await check(home, listOf(...versions.map((version) => ({ source, version }))));

    const { warnings } = body.data.attributes;
    assert.deepEqual(
      warnings.map((each: Record<string, string>) => [each.version, each['newest-version']]),
      ['1.0.0', ...others].map((version) => [version, '1.0.7']),
    );
  },
);
