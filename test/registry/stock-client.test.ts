// Unmodified command-line clients install modules from the registry. The tests are skipped if no such client is
// installed.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { archiveOf } from '../support/archive.ts';
import { modulePath, newModule, newPublished } from '../support/modules.ts';
import { consumerIn, host, programNamed } from '../support/stock-client.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { type Home, openWorld, type World } from '../support/world.ts';

const programs = ['terraform', 'tofu'] as const;

const greeting = (text: string) =>
  archiveOf({
    'main.tf': [
      'variable "name" {\n  type = string\n}',
      `resource "terraform_data" "it" {\n  input = "${text}, \${var.name}"\n}`,
      'module "inner" {\n  source = "./modules/inner"\n}',
      'output "greeting" {\n  value = join("", [terraform_data.it.output, module.inner.mark])\n}\n',
    ].join('\n'),
    'modules/inner/main.tf': 'output "mark" {\n  value = "!"\n}\n',
  });

const configurationOf = ({ name: home }: Home, version: string): string => `
module "greeter" {
  source  = "${host}/${home}/network/aws"
  version = "${version}"
  name    = "world"
}

output "said" {
  value = module.greeter.greeting
}
`;

const publishThem = async (world: World, home: Home): Promise<void> => {
  await newModule(home);
  for (const version of ['1.0.0', '1.10.0', '1.9.0', '2.0.0-rc.1', '3.0.0+build.5']) {
    await newPublished(world, home, version, { archive: greeting(`Hello from ${version}`), path: modulePath(home) });
  }
};

interface InstalledModule {
  readonly Key: string;
  readonly Version?: string;
}

const installedIn = async (folder: string): Promise<string | undefined> => {
  const manifest = await readFile(join(folder, '.terraform', 'modules', 'modules.json'), 'utf8');
  const modules: readonly InstalledModule[] = JSON.parse(manifest).Modules;
  return modules.find(({ Key }) => Key === 'greeter')?.Version;
};

for (const name of programs) {
  const program = await programNamed(name);
  const skip = program === undefined ? `${name} is not installed on this machine` : false;

  test(`${name} installs and uses the version that a constraint selects`, { skip }, async () => {
    await using world = await openWorld('sqlite');
    await using temporary = await temporaryFolder();
    const home = await world.home();
    await publishThem(world, home);
    const configuration = configurationOf(home, '~> 1.0');
    const client = { url: world.url, token: home.owner.token, configuration };
    const consumer = await consumerIn(program ?? '', temporary.path, client);

    const initialised = await consumer.run('init', '-no-color', '-input=false');
    const applied = await consumer.run('apply', '-no-color', '-input=false', '-auto-approve');

    assert.ok(initialised.hasSucceeded, initialised.text);
    assert.equal(await installedIn(consumer.folder), '1.10.0');
    assert.ok(applied.hasSucceeded, applied.text);
    assert.match(applied.text, /said = "Hello from 1\.10\.0, world!"/);
  });

  test(`${name} installs a pre-release, and a version with build metadata, by its exact name`, { skip }, async () => {
    await using world = await openWorld('sqlite');
    await using temporary = await temporaryFolder();
    const home = await world.home();
    await publishThem(world, home);

    for (const version of ['2.0.0-rc.1', '3.0.0+build.5']) {
      const configuration = configurationOf(home, version);
      const client = { url: world.url, token: home.owner.token, configuration };
      const consumer = await consumerIn(program ?? '', temporary.path, client);
      const got = await consumer.run('get', '-no-color', '-update');

      assert.ok(got.hasSucceeded, got.text);
      assert.equal(await installedIn(consumer.folder), version);
    }
  });

  test(`${name} installs nothing without a token, or with a token of another organization`, { skip }, async () => {
    await using world = await openWorld('sqlite');
    await using temporary = await temporaryFolder();
    const home = await world.home();
    await publishThem(world, home);
    const { token } = await world.person();
    const configuration = configurationOf(home, '1.0.0');

    for (const credentials of [{}, { token }]) {
      const consumer = await consumerIn(program ?? '', temporary.path, {
        url: world.url,
        ...credentials,
        configuration,
      });
      const refused = await consumer.run('init', '-no-color', '-input=false');

      assert.ok(!refused.hasSucceeded, refused.text);
      assert.match(refused.text, /401 Unauthorized|cannot be found|not found/i);
    }
  });
}
