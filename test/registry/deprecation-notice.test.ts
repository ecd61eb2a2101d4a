// Unmodified command-line clients show a notice for a deprecated module version, and no notice after the deprecation is
// revoked.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { readModuleList } from '../../src/protocols/module-lists/module-list.ts';
import { documentOf } from '../support/documents.ts';
import { modulePath, newModule, newPublished } from '../support/modules.ts';
import { deprecating, reinstating } from '../support/seeded-modules.ts';
import { consumerIn, host, programNamed } from '../support/stock-client.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { type Home, openWorld, type World } from '../support/world.ts';

const programs = ['terraform', 'tofu'] as const;
const link = 'https://example.com/advisories/7';

const configurationOf = ({ name: home }: Home): string => `
module "network" {
  source  = "${host}/${home}/network/aws"
  version = "1.0.0"
}

output "greeting" {
  value = module.network.greeting
}
`;

/** Creates a service with a published module, and a consumer that has installed it. */
const openConsumer = async (program: string, folder: string, world: World) => {
  const home = await world.home();
  await newModule(home);
  await newPublished(world, home, '1.0.0');
  const client = { url: world.url, token: home.owner.token, configuration: configurationOf(home) };
  const consumer = await consumerIn(program, folder, client);
  const initialised = await consumer.run('init', '-no-color', '-input=false');
  assert.ok(initialised.hasSucceeded, initialised.text);
  return { home, consumer, version: `${modulePath(home)}/1.0.0` };
};

const optIn = ({ client, name }: Home) =>
  client.patch(`/organizations/${name}`, documentOf('organizations', { 'module-deprecation-notices-enabled': true }));

/** Joins terminal output into one line, without frames and line breaks. */
const unfolded = (text: string): string => text.replaceAll(/[│╷╵\s]+/g, ' ');

for (const name of programs) {
  const program = await programNamed(name);
  const skip = program === undefined ? `${name} is not installed on this machine` : false;

  test(`${name} shows a warning about a deprecated version in plan and apply until it is reinstated`, {
    skip,
  }, async () => {
    await using world = await openWorld('sqlite');
    await using temporary = await temporaryFolder();
    const { home, consumer, version } = await openConsumer(program ?? '', temporary.path, world);
    const plan = async () => {
      const got = await consumer.run('get', '-no-color', '-update');
      assert.ok(got.hasSucceeded, got.text);
      const planned = await consumer.run('plan', '-no-color', '-input=false');
      assert.ok(planned.hasSucceeded, planned.text);
      return unfolded(planned.text);
    };

    const before = await plan();
    await home.client.patch(version, deprecating({ reason: 'It opens port 22 to everybody', link }));
    const notOptedIn = await plan();
    await optIn(home);
    const warned = await plan();
    const applied = await consumer.run('apply', '-no-color', '-input=false', '-auto-approve');
    await home.client.patch(version, reinstating);
    const after = await plan();

    const message = `Version 1.0.0 of ${home.name}/network/aws is deprecated (${link}): It opens port 22 to everybody`;
    for (const text of [before, notOptedIn, after]) assert.doesNotMatch(text, /Warning|deprecated/);
    for (const text of [warned, unfolded(applied.text)]) {
      assert.match(text, /Warning: Check block assertion failed/);
      assert.ok(text.includes(message), text);
    }
    assert.ok(applied.hasSucceeded, applied.text);
    assert.match(applied.text, /greeting = "hello"/);
  });

  test(`A check can read the plan and the list of installed modules that ${name} writes`, { skip }, async () => {
    await using world = await openWorld('sqlite');
    await using temporary = await temporaryFolder();
    const { home, consumer } = await openConsumer(program ?? '', temporary.path, world);
    await consumer.run('plan', '-no-color', '-input=false', '-out=plan.out');
    const { text } = await consumer.run('show', '-json', 'plan.out');
    const installed = await readFile(join(consumer.folder, '.terraform/modules/modules.json'), 'utf8');

    const [plan, modules] = [readModuleList(JSON.parse(text)), readModuleList(JSON.parse(installed))];

    const mention = { source: `${host}/${home.name}/network/aws`, version: '1.0.0', name: 'network' };
    const pointer = '/configuration/root_module/module_calls/network/version_constraint';
    assert.deepEqual(plan, { shape: 'plan', mentions: [{ ...mention, pointer }] });
    assert.equal(modules?.shape, 'installed');
    assert.deepEqual(
      modules?.mentions.map(({ pointer: _, ...rest }) => rest),
      [mention],
    );
  });

  test(`${name} executes nothing that a publisher writes into a reason`, { skip }, async () => {
    await using world = await openWorld('sqlite');
    await using temporary = await temporaryFolder();
    const { home, consumer, version } = await openConsumer(program ?? '', temporary.path, world);
    await optIn(home);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the language's own templates
    const templates = '${file("/etc/hostname")} %{ for x in [1] }loop%{ endfor } $${kept} \\" } }';
    const hostile = [
      templates,
      '"\n}\noutput "pwned" {\n  value = "yes"\n}\n#',
      '\u001b[31mred\r\ntext\u2028'.repeat(200),
    ];

    for (const reason of hostile) {
      await home.client.patch(version, deprecating({ reason }));
      await consumer.run('get', '-no-color', '-update');
      const planned = await consumer.run('plan', '-no-color', '-input=false');

      assert.ok(planned.hasSucceeded, planned.text);
      assert.match(planned.text, /Check block assertion failed/);
      assert.doesNotMatch(planned.text, /pwned *=|loop loop/);
      assert.ok(!planned.text.includes('\u001b'), planned.text);
    }
    await home.client.patch(version, deprecating({ reason: templates }));
    await consumer.run('get', '-no-color', '-update');
    const { text } = await consumer.run('plan', '-no-color', '-input=false');
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the language's own templates
    assert.ok(unfolded(text).includes('${file("/etc/hostname")} %{ for x in [1] }loop%{ endfor } $${kept}'), text);
  });
}
