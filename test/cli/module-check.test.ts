// Module checks by a consumer, who has a service's address and a token but no access to its database.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type Environment, tipstaff } from '../support/command.ts';
import { deprecating, type SeededModule, seedModule } from '../support/seeded-modules.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { type Home, openWorld, type World } from '../support/world.ts';

const heading = 'Warning: Deprecated modules found, consider installing an updated version.';

/** Service with a module whose version 1.0.0 is deprecated, and a folder with a configuration that uses the module. */
interface Consumer extends AsyncDisposable {
  readonly world: World;
  readonly home: Home;
  readonly module: SeededModule;
  readonly source: string;
  readonly folder: string;
  readonly environment: Environment;
  readonly write: (name: string, content: string | object) => Promise<string>;
}

const openConsumer = async (
  statement: object = { reason: 'Leaks keys', link: 'https://example.com/7' },
): Promise<Consumer> => {
  await using stack = new AsyncDisposableStack();
  const world = stack.use(await openWorld('sqlite'));
  const { path: folder } = stack.use(await temporaryFolder());
  const home = await world.home();
  const module = await seedModule(world, home, { versions: ['1.0.0', '1.1.0'] });
  await home.client.patch(`${module.path}/1.0.0`, deprecating(statement));
  const write: Consumer['write'] = async (name, content) => {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  };
  const opened = stack.move();
  return {
    world,
    home,
    module,
    source: `${new URL(world.url).host}/${module.address}`,
    folder,
    environment: { TIPSTAFF_URL: world.url, TIPSTAFF_TOKEN: home.owner.token },
    write,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
};

/** Writes the files that exist after `init`. The main file and a local module both call a deprecated module. */
const initialised = async ({ write, source }: Consumer): Promise<void> => {
  await write('main.tf', `terraform {}\n\nmodule "vpc" {\n  source  = "${source}"\n  version = "1.0.0"\n}\n`);
  await write('net.tf', 'module "net" {\n  source = "./net"\n}\n');
  await write('net/main.tf', `  module "inner" {\n  source = "${source}//sub"\n}\n`);
  const fetched = '.terraform/modules';
  await write(`${fetched}/modules.json`, {
    Modules: [
      { Key: '', Source: '', Dir: '.' },
      { Key: 'net', Source: './net', Dir: 'net' },
      { Key: 'net.inner', Source: `${source}//sub`, Version: '1.0.0', Dir: `${fetched}/net.inner` },
      { Key: 'vpc', Source: source, Version: '1.0.0', Dir: `${fetched}/vpc` },
      { Key: 'vpc.part', Source: source, Version: '1.0.0', Dir: `${fetched}/vpc.part` },
      { Key: 'good', Source: source, Version: '1.1.0', Dir: `${fetched}/good` },
      { Key: 'public', Source: 'registry.terraform.io/acme/vpc/aws', Version: '1.0.0', Dir: `${fetched}/public` },
    ],
  });
};

const lineOf = ({ module }: Consumer): string =>
  `Version 1.0.0 of ${module.address} is deprecated: Leaks keys (https://example.com/7). The newest version that is not deprecated is 1.1.0.`;

const shown = (folder: string, name: string): string => join(relative(process.cwd(), folder), name);

test('A folder after init shows where it uses deprecated modules', async () => {
  await using consumer = await openConsumer();
  const { folder, environment, world } = consumer;
  await initialised(consumer);

  const result = await tipstaff(['module', 'check', folder], environment);
  const failing = await tipstaff(['module', 'check', folder, '--fail'], environment);

  assert.deepEqual([result.code, failing.code], [0, 1]);
  assert.equal(failing.stdout, result.stdout);
  assert.deepEqual(result.stdout.split('\n'), [
    heading,
    lineOf(consumer),
    `  module.net.module.inner in ${shown(folder, 'net/main.tf')}:1`,
    `  module.vpc in ${shown(folder, 'main.tf')}:3`,
    `  module.vpc.module.part in ${shown(folder, 'main.tf')}:3`,
    `4 modules of ${world.url} checked, 2 other modules ignored.`,
    '',
  ]);
});

test('A check reads a plan in JSON from standard input, and a token from the variable of existing clients', async () => {
  await using consumer = await openConsumer();
  const { source, home, world } = consumer;
  const calls = { vpc: { source, version_constraint: '~> 1.0.0' }, other: { source: './x' } };
  const plan = JSON.stringify({ format_version: '1.2', configuration: { root_module: { module_calls: calls } } });
  const environment = { TIPSTAFF_URL: world.url, TF_TOKEN_127_0_0_1: home.owner.token };

  const json = await tipstaff(['module', 'check', '-', '--fail', '--json'], environment, { input: plan });
  const named = await tipstaff(['module', 'check', '-', '--organization', 'other', '--fail'], environment, {
    input: plan,
  });

  assert.equal(json.code, 1);
  const { warnings, ...rest } = json.json();
  assert.deepEqual(rest, { message: heading, checked: 1, ignored: 1 });
  assert.deepEqual(warnings, [
    {
      source,
      module: consumer.module.address,
      version: '1.0.0',
      reason: 'Leaks keys',
      link: 'https://example.com/7',
      message: lineOf(consumer),
      places: [{ name: 'module.vpc', file: 'stdin', line: 1 }],
      'requested-version': '~> 1.0.0',
      'newest-version': '1.1.0',
    },
  ]);
  assert.equal(named.code, 0);
  assert.match(named.stdout, /^No deprecated modules found\. 0 modules of /);
});

test('A long list is checked in several requests, whatever the length of its entries', async () => {
  await using consumer = await openConsumer();
  const { source, environment, world } = consumer;
  const terms = Array.from({ length: 25 }, () => '>= 111111111.111111111.111111111').join(', ');
  const list = [
    ...Array.from({ length: 1_500 }, (_, index) => ({ source, version: `${terms}, < ${index}` })),
    { source, version: '1.0.0' },
    ...Array.from({ length: 2_000 }, (_, index) => ({ source, version: `9.9.${index}` })),
  ];

  const { code, stdout } = await tipstaff(['module', 'check', '-'], environment, { input: JSON.stringify(list) });

  assert.equal(code, 0);
  assert.deepEqual(stdout.split('\n'), [
    heading,
    lineOf(consumer),
    '  stdin:1',
    `3501 modules of ${world.url} checked, 0 other modules ignored.`,
    '',
  ]);
});

/** Subset of the SARIF 2.1.0 schema for the elements that this command's reports contain. */
const text = { type: 'object', required: ['text'], properties: { text: { type: 'string', minLength: 1 } } };
const location = {
  type: 'object',
  required: ['physicalLocation'],
  properties: {
    physicalLocation: {
      type: 'object',
      required: ['artifactLocation', 'region'],
      properties: {
        artifactLocation: {
          type: 'object',
          required: ['uri'],
          properties: { uri: { type: 'string', pattern: "^[A-Za-z0-9._~:/?#\\[\\]@!$&'()*+,;=%-]+$" } },
          additionalProperties: false,
        },
        region: {
          type: 'object',
          required: ['startLine'],
          properties: { startLine: { type: 'integer', minimum: 1 } },
          additionalProperties: false,
        },
      },
      additionalProperties: false,
    },
    logicalLocations: {
      type: 'array',
      items: {
        type: 'object',
        properties: { fullyQualifiedName: { type: 'string' }, kind: { type: 'string' } },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
};
const result = {
  type: 'object',
  required: ['ruleId', 'ruleIndex', 'level', 'message', 'locations'],
  properties: {
    ruleId: { const: 'deprecated-module-version' },
    ruleIndex: { const: 0 },
    level: { enum: ['none', 'note', 'warning', 'error'] },
    message: text,
    locations: { type: 'array', items: location, minItems: 1 },
    partialFingerprints: { type: 'object', additionalProperties: { type: 'string' } },
  },
  additionalProperties: false,
};
const rule = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'string' },
    name: { type: 'string' },
    shortDescription: text,
    fullDescription: text,
    help: text,
    defaultConfiguration: { type: 'object', properties: { level: { const: 'warning' } }, additionalProperties: false },
  },
  additionalProperties: false,
};
const sarif = {
  type: 'object',
  required: ['version', 'runs'],
  properties: {
    $schema: { type: 'string', format: 'uri' },
    version: { const: '2.1.0' },
    runs: {
      type: 'array',
      items: {
        type: 'object',
        required: ['tool', 'results'],
        properties: {
          tool: {
            type: 'object',
            required: ['driver'],
            properties: {
              driver: {
                type: 'object',
                required: ['name'],
                properties: {
                  name: { type: 'string' },
                  version: { type: 'string' },
                  rules: { type: 'array', uniqueItems: true, items: rule },
                },
                additionalProperties: false,
              },
            },
          },
          results: { type: 'array', items: result },
        },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
};

test('SARIF reports contain each location with its file and line', async () => {
  await using consumer = await openConsumer();
  const { folder, environment } = consumer;
  await initialised(consumer);
  const ajv = new Ajv2020({ strict: false });
  ajv.addFormat('uri', URL.canParse);

  const { code, json } = await tipstaff(['module', 'check', folder, '--format', 'sarif', '--fail'], environment);

  assert.equal(code, 1);
  assert.ok(ajv.validate(sarif, json()), ajv.errorsText());
  const [{ results }] = json().runs;
  assert.deepEqual(
    results.map((each: { locations: { physicalLocation: { region: { startLine: number } } }[] }) =>
      each.locations.map(({ physicalLocation }) => physicalLocation.region.startLine),
    ),
    [[1], [3], [3]],
  );
  assert.equal(new Set(results.map((each: object) => JSON.stringify(each))).size, 3);
});

test('GitHub output has one annotation for each location, and publishers cannot inject commands', async () => {
  await using consumer = await openConsumer({ reason: '100 %\r\n::error file=a,line=1::boo\n::set-output name=x::y' });
  const { folder, environment, write, source } = consumer;
  await initialised(consumer);
  await write('a,name:%.tf', `module "vpc" {\n  source = "${source}"\n}\n`);

  const { stdout } = await tipstaff(['module', 'check', folder, '--format', 'github'], environment);

  const lines = stdout.trimEnd().split('\n');
  assert.equal(lines.length, 4);
  assert.deepEqual(
    lines.filter((line) => line.startsWith('::')).map((line) => line.split(' ')[0]),
    ['::warning', '::warning', '::warning'],
  );
  assert.ok(lines.slice(0, 3).every((line) => line.includes('deprecated: 100 %25 ::error file=a,line=1::boo ::set-')));
  assert.ok(
    lines[1]?.startsWith(`::warning file=${shown(folder, 'a%2Cname%3A%25.tf')},line=1,title=Deprecated module::`),
  );
});

test('A check that cannot run ends with status 2 and a one-sentence message', async () => {
  await using consumer = await openConsumer();
  const { folder, environment, write, world, source } = consumer;
  const list = await write('list.json', [{ source, version: '1.0.0' }]);
  const other = await write('other.json', { hello: 'world' });
  const wrong = await write('wrong.json', [{ source, version: 'latest' }]);
  const elsewhere = await write('elsewhere.json', [{ source: '127.0.0.1:9/acme/vpc/aws', version: '1.0.0' }]);
  const stranger = await world.person();
  const check = (path: string, changes: Environment = {}, ...more: readonly string[]) =>
    tipstaff(['module', 'check', path, ...more], { ...environment, ...changes });

  const outcomes = await Promise.all([
    check(folder),
    check(join(folder, 'missing.json')),
    check(other),
    check(wrong),
    check(list, { TIPSTAFF_TOKEN: 'unknown' }),
    check(list, { TIPSTAFF_TOKEN: stranger.token }),
    check(list, { TIPSTAFF_TOKEN: '' }),
    check(list, { TIPSTAFF_URL: '' }),
    check(list, {}, '--format', 'xml'),
    check(elsewhere, {}, '--url', 'http://127.0.0.1:9'),
  ]);

  const host = new URL(world.url).host;
  assert.deepEqual(
    outcomes.slice(0, 9).map(({ code, stderr }) => [code, stderr.trimEnd()]),
    [
      [
        2,
        `There is no ${join(folder, '.terraform/modules/modules.json')}: run "init" in the folder first, so that the modules in use are recorded.`,
      ],
      [2, `${join(folder, 'missing.json')} cannot be read: there is no such file or folder.`],
      [2, `${other} is not a plan in JSON ("show -json" writes one), a list of modules or modules.json.`],
      [2, 'Version must be a version, such as 1.4.0, or a constraint, such as "~> 1.4".'],
      [2, `http://${host} does not know the token, or the token has expired.`],
      [
        2,
        `There is no organization ${consumer.home.name.toLowerCase()} at http://${host}, or this token has no permission to read the organization, or the plan of the organization does not include module deprecation.`,
      ],
      [2, 'Set TIPSTAFF_TOKEN to a token of the organization, of one of its teams, or of one of its members.'],
      [2, 'Set TIPSTAFF_URL, or --url, to the address of the service.'],
      [2, '--format must be one of text, json, github, sarif.'],
    ],
  );
  assert.deepEqual([outcomes[9]?.code, outcomes[9]?.stdout], [2, '']);
  assert.match(outcomes[9]?.stderr ?? '', /^http:\/\/127\.0\.0\.1:9 does not answer \(.+\)\.\n$/);
});

/** Starts a service behind a proxy. Clients use the proxy's host name instead of the service's host name. */
const openProxied = async () => {
  const hosts = {
    TIPSTAFF_BASE_URL: 'https://tipstaff.example.com',
    TIPSTAFF_HOST_ALIASES: 'Registry.example.com:443, tipstaff:8080',
  };
  const world = await openWorld('sqlite', { environment: hosts });
  const home = await world.home();
  const module = await seedModule(world, home, { versions: ['1.0.0'] });
  await home.client.patch(`${module.path}/1.0.0`, deprecating({ reason: 'Leaks keys' }));
  const check = (hosts: readonly string[], token = home.owner.token, ...more: readonly string[]) =>
    tipstaff(
      ['module', 'check', '-', ...more],
      { TIPSTAFF_URL: world.url, TIPSTAFF_TOKEN: token },
      {
        input: JSON.stringify(hosts.map((host) => ({ source: `${host}/${module.address}`, version: '1.0.0' }))),
      },
    );
  return { world, check, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
};

test('The hosts of a service are the host of its address and its aliases', async () => {
  await using proxied = await openProxied();

  const { code, stdout, stderr } = await proxied.check(
    ['tipstaff.example.com', 'registry.example.com', 'tipstaff:8080', 'registry.terraform.io'],
    undefined,
    '--fail',
  );

  assert.deepEqual([code, stderr], [1, '']);
  assert.match(stdout, /\n3 modules of http:\/\/\S+ checked, 1 other module ignored\.\n$/);
});

test('If no module of the service is used, the compared hosts are listed and the token is still verified', async () => {
  await using proxied = await openProxied();
  const { world, check } = proxied;
  const sources = [new URL(world.url).host, 'registry.terraform.io'];

  const passing = await check(sources);
  const strict = await check(sources, undefined, '--require-modules');
  const unknown = await check(sources, 'unknown');
  const none = await check([], 'unknown');
  const empty = await check([]);

  assert.deepEqual([empty.code, empty.stderr], [0, 'No module from a registry is used: there is nothing to check.\n']);
  const sentence = `No module at ${world.url} is used: the hosts of the service are tipstaff.example.com, registry.example.com, tipstaff:8080, and the hosts in the module sources are ${sources.join(', ')}. If the service has another host, set TIPSTAFF_HOST_ALIASES on the service.\n`;
  assert.deepEqual([passing.code, passing.stderr], [0, sentence]);
  assert.deepEqual([strict.code, strict.stderr, strict.stdout], [2, sentence, '']);
  const refusal = `${world.url} does not know the token, or the token has expired.\n`;
  assert.deepEqual([unknown.code, unknown.stderr, none.code, none.stderr], [2, refusal, 2, refusal]);
});
