// Configuration file: errors, precedence of values, and the commands that show the configuration.
import assert from 'node:assert/strict';
import { chmod, chown, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse, parseDocument } from 'yaml';
import { documentedVariables } from '../../src/configuration/declarations.ts';
import { keyOf } from '../../src/configuration/variables.ts';
import { type Environment, startService, tipstaff } from '../support/command.ts';
import { faultsOf, fileWith } from '../support/config-file.ts';
import { makePipe } from '../support/pipe.ts';
import { temporaryFolder } from '../support/temporary.ts';

const key = Buffer.alloc(32, 7).toString('base64');

test('A file with Windows line breaks, an empty file and a file with only comments can be read', async () => {
  await using windows = await fileWith(
    '\ufeff# port\r\nport: 9\r\nrun-platforms:\r\n  - a.example.com\r\n  - b.example.com\r\n',
  );
  const { values } = (await tipstaff(['config', 'show', '--json', '--config', windows.path])).json();

  const named = Object.fromEntries(values.map((each: { key: string }) => [each.key, each]));
  assert.deepEqual([named.port.value, named.port.origin], ['9', `${windows.path}:2`]);
  assert.equal(named['run-platforms'].value, 'a.example.com,b.example.com');
  assert.deepEqual(await faultsOf(''), ['']);
  assert.deepEqual(await faultsOf('# nothing\n'), ['']);
  assert.deepEqual(await faultsOf('---\n# nothing\n'), ['']);
});

/** Returns the effective value of a configuration variable and the source of the value, as a command prints them. */
const shown = async (name: string, words: readonly string[], environment: Environment): Promise<string> => {
  const { stdout } = await tipstaff(['config', 'show', ...words], environment);
  return new RegExp(`^${name} +(.*)$`, 'm').exec(stdout)?.[1]?.replaceAll(/ {2,}/g, ', ') ?? '';
};

test('A variable takes precedence over the file, and a --config option over the variable that names the file', async () => {
  await using file = await fileWith('port: 1');
  await using other = await fileWith('port: 2');
  const named = { TIPSTAFF_CONFIG: file.path };

  assert.equal(await shown('port', [], {}), '8080, default');
  assert.equal(await shown('port', [], named), `1, ${file.path}:1`);
  assert.equal(await shown('port', ['--config', other.path], named), `2, ${other.path}:1`);
  assert.equal(await shown('port', ['--config', 'none'], named), '8080, default');
  assert.equal(await shown('port', [], { ...named, TIPSTAFF_PORT: '3' }), '3, TIPSTAFF_PORT');
  assert.equal(await shown('port', [], { ...named, TIPSTAFF_PORT: ' ' }), `1, ${file.path}:1`);
});

test('A command option takes precedence over the variable, and the variable over the file', async () => {
  await using file = await fileWith('url: http://127.0.0.1:1/file\ntoken: of-the-file');
  const list = ['policy-set', 'list', '--organization', 'acme', '--config', file.path];

  const ofFile = await tipstaff(list);
  const ofVariable = await tipstaff(list, { TIPSTAFF_URL: 'http://127.0.0.1:1/variable' });
  const ofOption = await tipstaff([...list, '--url', 'http://127.0.0.1:1/option'], {
    TIPSTAFF_URL: 'http://127.0.0.1:1/variable',
  });

  assert.match(ofFile.stderr, /127\.0\.0\.1:1\/file/);
  assert.match(ofVariable.stderr, /127\.0\.0\.1:1\/variable/);
  assert.match(ofOption.stderr, /127\.0\.0\.1:1\/option/);
});

test('A variable or a key can name a file with a secret, and a variable takes precedence over both keys', async () => {
  await using folder = await temporaryFolder();
  const secrets = join(folder.path, 'secrets');
  await mkdir(secrets);
  const token = 'a-token-that-is-long';
  await writeFile(join(secrets, 'metrics'), `${token}\r\n`);
  await writeFile(join(secrets, 'empty'), ' \n');
  await writeFile(join(secrets, 'short'), 'tiny');
  await writeFile(join(secrets, 'large'), 'x'.repeat(65_537));
  await writeFile(join(secrets, 'shared'), token);
  await chmod(join(secrets, 'shared'), 0o646);
  const path = join(folder.path, 'tipstaff.yaml');
  await writeFile(path, 'metrics-token-file: secrets/metrics\n', { mode: 0o600 });
  const check = (environment: Environment) => tipstaff(['config', 'check'], environment);
  const named = (name: string) => ({ TIPSTAFF_METRICS_TOKEN_FILE: join(secrets, name) });

  const ofKey = await shown('metrics-token', [], { TIPSTAFF_CONFIG: path });
  const ofVariable = await shown('metrics-token', [], { TIPSTAFF_CONFIG: path, ...named('metrics') });
  const faults = await Promise.all(
    ['empty', 'short', 'large', 'shared'].map(async (name) => (await check(named(name))).stderr),
  );
  const both = await check({ TIPSTAFF_METRICS_TOKEN: token, ...named('metrics') });
  const besideFile = await check({ TIPSTAFF_METRICS_TOKEN: token, TIPSTAFF_CONFIG: path });

  assert.equal(ofKey, `set, hidden, ${path}:1`);
  assert.equal(ofVariable, 'set, hidden, TIPSTAFF_METRICS_TOKEN_FILE');
  assert.deepEqual(faults, [
    `TIPSTAFF_METRICS_TOKEN_FILE names ${join(secrets, 'empty')}: the file is empty.\n`,
    'TIPSTAFF_METRICS_TOKEN_FILE must name a file with at least 16 visible characters.\n',
    `TIPSTAFF_METRICS_TOKEN_FILE names ${join(secrets, 'large')}: the file is larger than 64 KiB.\n`,
    `TIPSTAFF_METRICS_TOKEN_FILE names ${join(secrets, 'shared')}: other accounts can change the file (mode 0646). Run "chmod go-w ${join(secrets, 'shared')}".\n`,
  ]);
  assert.equal(
    both.stderr,
    'TIPSTAFF_METRICS_TOKEN_FILE and TIPSTAFF_METRICS_TOKEN are both set: remove one of the two.\n',
  );
  assert.equal(besideFile.code, 0);
});

test('The output as text and as JSON contains no secrets', async () => {
  await using file = await fileWith(`encryption-key: ${key}\ndatabase-url: postgres://me:hunter2@db/x\ntoken: hunter2`);
  const environment = { TIPSTAFF_CONFIG: file.path, TIPSTAFF_METRICS_TOKEN: 'hunter2-hunter2-hunter2' };

  const text = await tipstaff(['config', 'show'], environment);
  const json = await tipstaff(['config', 'show', '--json'], environment);

  assert.equal(text.code, 0);
  assert.equal(text.stdout.match(/ set, hidden /g)?.length, 4);
  for (const output of [text.stdout, json.stdout]) {
    assert.doesNotMatch(output, /hunter2/);
    assert.ok(!output.includes(key));
  }
});

test('Relative paths in the file start at its folder, and relative paths in variables at the working directory', async () => {
  await using file = await fileWith('data-dir: data\npolicy-engine: engine/tipstaff');
  const named = { TIPSTAFF_CONFIG: file.path, TIPSTAFF_POLICY_ENGINE: '' };

  assert.equal(await shown('data-dir', [], named), `${join(file.folder, 'data')}, ${file.path}:1`);
  assert.equal(await shown('policy-engine', [], named), `${join(file.folder, 'engine/tipstaff')}, ${file.path}:2`);
  assert.equal(
    await shown('data-dir', [], { TIPSTAFF_DATA_DIR: 'x' }),
    `${join(process.cwd(), 'x')}, TIPSTAFF_DATA_DIR`,
  );
});

const hasOwners = process.geteuid !== undefined;

test('A file that other accounts could have written is not read', { skip: !hasOwners }, async () => {
  await using file = await fileWith('prot: 1', 0o620);
  const check = async () => (await tipstaff(['config', 'check', '--config', file.path])).stderr;

  const ofGroup = await check();
  await chmod(file.path, 0o602);
  const ofAll = await check();

  assert.equal(
    ofGroup,
    `--config names ${file.path}: other accounts can change the file (mode 0620). Run "chmod go-w ${file.path}".\n`,
  );
  assert.match(ofAll, /other accounts can change the file \(mode 0602\)/);
});

test('A file with a secret is refused if every account can read it, but not if it only names a file with the secret', {
  skip: !hasOwners,
}, async () => {
  await using open = await fileWith('metrics-token: a-token-that-is-long\nport: x', 0o644);
  await using fine = await fileWith('metrics-token-file: token', 0o644);
  await writeFile(join(fine.folder, 'token'), 'a-token-that-is-long', { mode: 0o644 });
  await using ofGroup = await fileWith('metrics-token: a-token-that-is-long', 0o640);
  const check = async (path: string) => (await tipstaff(['config', 'check', '--config', path])).stderr;

  assert.deepEqual((await check(open.path)).trimEnd().split('\n'), [
    `--config names ${open.path}: the file contains secrets (metrics-token), and every account can read the file (mode 0644). Run "chmod o-r ${open.path}".`,
    `${open.path}:2: port must be a port number from 0 to 65535.`,
  ]);
  assert.equal(await check(fine.path), '');
  assert.equal(await check(ofGroup.path), '');
});

test('A file of another account is refused', {
  skip: process.geteuid?.() !== 0 && 'only root gives files away',
}, async () => {
  await using file = await fileWith('port: 1');
  await chown(file.path, 12_345, 0);

  const { stderr } = await tipstaff(['config', 'check', '--config', file.path]);

  assert.match(stderr, /the file belongs to another account \(user 12345\)\. Use chown to give the file to root/);
});

test('A pipe, a folder and a missing file are refused immediately, and a link is followed', async () => {
  await using file = await fileWith('port: 1');
  const [pipe, link] = [join(file.folder, 'pipe'), join(file.folder, 'link')];
  await makePipe(pipe);
  await symlink('tipstaff.yaml', link);
  const check = async (environment: Environment) => (await tipstaff(['config', 'check'], environment)).stderr;
  const faults = [
    await check({ TIPSTAFF_CONFIG: pipe }),
    await check({ TIPSTAFF_CONFIG: file.folder }),
    await check({ TIPSTAFF_CONFIG: join(file.folder, 'other') }),
    await check({ TIPSTAFF_TOKEN_FILE: pipe }),
  ];

  assert.deepEqual(faults, [
    `TIPSTAFF_CONFIG names ${pipe}: the path does not belong to a regular file.\n`,
    `TIPSTAFF_CONFIG names ${file.folder}: the path belongs to a folder, not to a file.\n`,
    `TIPSTAFF_CONFIG names ${join(file.folder, 'other')}: the file does not exist.\n`,
    `TIPSTAFF_TOKEN_FILE names ${pipe}: the path does not belong to a regular file.\n`,
  ]);
  assert.equal(await shown('port', [], { TIPSTAFF_CONFIG: link }), `1, ${link}:1`);
});

test('The default file is read if it exists; its errors affect only commands that need the service configuration', async () => {
  await using file = await fileWith('prot: 1\nurl: http://127.0.0.1:1/usual\ntoken: of-the-file');
  const absent = join(file.folder, 'absent.yaml');
  const none = { TIPSTAFF_CONFIG: '' };
  const list = ['policy-set', 'list', '--organization', 'acme'];

  const missing = await tipstaff(['config', 'check'], none, { usualFile: absent });
  const ofService = await tipstaff(['user', 'list'], none, { usualFile: file.path });
  const ofClient = await tipstaff(list, none, { usualFile: file.path });
  const named = await tipstaff(list, { TIPSTAFF_CONFIG: file.path });

  assert.equal(missing.code, 0);
  assert.deepEqual(
    [ofService.code, ofService.stderr],
    [2, `${file.path}:1: prot is not a known key: did you mean port?\n`],
  );
  assert.match(ofClient.stderr, /127\.0\.0\.1:1\/usual/);
  assert.equal(named.code, 2);
  assert.match(named.stderr, /prot is not a known key/);
});

test('A service can be configured with only its file', async () => {
  await using file = await fileWith(
    'port: 0\nhost: localhost\ndata-dir: data\nlog-level: debug\nmetrics-token-file: token\n',
  );
  await writeFile(join(file.folder, 'token'), 'a-token-that-is-long\n');

  await using service = await startService(
    { TIPSTAFF_PORT: '', TIPSTAFF_LOG_LEVEL: '', TIPSTAFF_CONFIG: file.path },
    { keepsLog: true },
  );
  const answer = await fetch(`${service.url}/healthz`);
  await service.stop();

  assert.equal(answer.status, 200);
  assert.equal(service.output.data, join(file.folder, 'data'));
  assert.equal(service.output.configurationFile, file.path);
  assert.match(service.log(), /"level":"debug"/);
  assert.doesNotMatch(service.log(), /a-token-that-is-long/);
});

test('The example is a valid file, and so is a file with every existing key', async () => {
  const { stdout } = await tipstaff(['config', 'example']);

  const keys = parse(stdout.replaceAll(/^#(?=[a-z-]+:)/gm, ''));
  assert.equal(parseDocument(stdout).contents, null);
  assert.deepEqual(
    documentedVariables.filter(({ name }) => !(keyOf(name) in keys)),
    [],
  );
  assert.ok('metrics-token-file' in keys);
  assert.equal(keys.port, 8080);
  assert.deepEqual(await faultsOf(stdout), ['']);
});

test('The schema accepts valid files, and refuses files that the service refuses', async () => {
  const { Ajv } = await import('ajv');
  const schema = (await tipstaff(['config', 'schema'])).json();
  const isValid = new Ajv({ allowUnionTypes: true }).compile(schema);
  const committed = await readFile(new URL('../../docs/tipstaff.schema.json', import.meta.url), 'utf8');

  const right = [
    '',
    'port: 8080',
    'port: "8080"',
    'trusted-proxies: [10.0.0.0/8]',
    'trusted-proxies: 10.0.0.1,10.0.0.2',
    'log-level: info',
  ];
  const wrong = [
    'prot: 1',
    'port: 65536',
    'log-level: loud',
    'token: a\ntoken-file: b',
    'host: ""',
    'run-platforms: ["a,b"]',
    'port:',
  ];

  assert.deepEqual(JSON.parse(committed), schema);
  assert.deepEqual(
    right.filter((text) => !isValid(parse(text))),
    [],
  );
  assert.deepEqual(
    wrong.filter((text) => isValid(parse(text))),
    [],
  );
});
