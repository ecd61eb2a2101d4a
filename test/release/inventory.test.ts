// The notices and the bill of materials list everything that the program contains.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { zstdDecompressSync } from 'node:zlib';
import { type Component, merged } from '../../scripts/release/component.ts';
import { componentsOf } from '../../scripts/release/components.ts';
import { goModulesIn, parserBuild, parserComponents } from '../../scripts/release/go-components.ts';
import { packageIn } from '../../scripts/release/image-packages.ts';
import { licenseProblem } from '../../scripts/release/licenses.ts';
import { nodeComponents, nodeComponentsIn } from '../../scripts/release/node-components.ts';
import { nodeProgram } from '../../scripts/release/node-program.ts';
import { noticesOf } from '../../scripts/release/notices.ts';
import { sbomOf } from '../../scripts/release/sbom.ts';
import { thisPlatform } from '../../src/effects/policy-engine/native-program.ts';
import { temporaryFolder } from '../support/temporary.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const parsed = async (...path: readonly string[]) => JSON.parse(await readFile(join(root, ...path), 'utf8'));

test('The notices contain each package in the bundles of the server and the console, with its license', async () => {
  const server = join('dist', await readFile(join(root, 'dist/current'), 'utf8'));
  const folders = [
    ...(await parsed(server, 'packages.json')),
    ...(await parsed('console/dist/packages.json')).map((folder: string) => join('console', folder)),
  ];
  const packages = await Promise.all(folders.map((folder) => parsed(folder, 'package.json')));

  const notices = noticesOf(await componentsOf(root));

  const missing = packages.filter(({ name, version }) => !notices.includes(`\n${name} ${version} (`));
  assert.deepEqual(missing, []);
  const names = packages.map(({ name }) => name);
  const some = [
    'pino',
    'xml-crypto',
    '@cdktn/hcl2json',
    'react',
    '@mantine/core',
    '@fontsource-variable/inter',
    'rolldown',
  ];
  for (const name of some) assert.ok(names.includes(name), name);
});

test('The notices contain each Go module in the engine and in the HCL parser', async () => {
  const engine = zstdDecompressSync(await readFile(join(root, 'policy-engine/dist/engine.wasm.zst')));
  const notices = await readFile(join(root, 'policy-engine/dist/third-party-notices.txt'), 'utf8');
  const { go, modules } = await parserBuild(root);

  const missing = goModulesIn(engine).filter(({ name, version }) => !notices.includes(`\n${name} ${version}\n`));
  const parser = await parserComponents(root);

  assert.deepEqual(missing, []);
  assert.deepEqual(
    parser.map(({ name, version }) => `${name} ${version}`).sort(),
    [`std ${go}`, ...modules.map(({ name, version }) => `${name} ${version}`)].sort(),
  );
});

const component: Component = {
  ecosystem: 'npm',
  name: 'left',
  version: '1.0.0',
  parts: ['server'],
  license: 'MIT',
  texts: ['MIT License'],
};

test('A component without a license text, or with a license that is not listed, stops a release', () => {
  assert.equal(licenseProblem(component), undefined);
  assert.equal(licenseProblem({ ...component, license: '(MIT OR CC0-1.0)' }), undefined);
  assert.equal(licenseProblem({ ...component, license: 'MPL-2.0', source: 'https://example.com/left' }), undefined);
  assert.equal(licenseProblem({ ...component, texts: [] }), 'left 1.0.0 has no license text.');
  for (const license of [
    'GPL-3.0',
    'MIT AND GPL-3.0',
    '(MIT OR ISC) AND GPL-3.0',
    'none',
    'SEE LICENSE IN file',
    'MIT+',
  ]) {
    assert.match(
      licenseProblem({ ...component, license }) ?? '',
      /^left 1\.0\.0 has the license .*, which scripts\/release\/licenses\.ts does not allow\.$/,
    );
  }
  assert.match(licenseProblem({ ...component, license: 'MPL-2.0' }) ?? '', /does not name its source code\.$/);
});

test('The bill of materials contains each component once, with its address and its checksum', async () => {
  const components = await componentsOf(root);

  const bill = JSON.parse(
    JSON.stringify(sbomOf({ version: '0.2.0', commit: 'c0ffee', time: new Date(0) }, components)),
  );

  assert.deepEqual([bill.bomFormat, bill.specVersion], ['CycloneDX', '1.6']);
  const entries: readonly { purl: string; hashes?: readonly { content: string }[] }[] = bill.components;
  assert.equal(new Set(entries.map(({ purl }) => purl)).size, components.length);
  for (const purl of ['pkg:npm/%40mantine/core@', 'pkg:golang/github.com/open-policy-agent/opa@v', 'pkg:golang/std@1.'])
    assert.ok(
      entries.some((entry) => entry.purl.startsWith(purl)),
      purl,
    );
  const unknown = entries.filter(({ hashes }) => !/^[0-9a-f]{64}([0-9a-f]{64})?$/.test(hashes?.[0]?.content ?? ''));
  // The Go standard library is part of the Go distribution.
  assert.ok(
    unknown.every(({ purl }) => purl.startsWith('pkg:golang/std@')),
    JSON.stringify(unknown),
  );
});

const facts = { version: '0.2.0', commit: 'c0ffee', time: new Date(0) };

test('The bill of materials contains the shipped Node.js, with every library that Node.js names', async () => {
  await using scratch = await temporaryFolder();
  const context = { root, scratch: scratch.path };
  const words = ['--print', 'JSON.stringify(process.versions)'];
  const { stdout } = await promisify(execFile)(await nodeProgram(thisPlatform, context), words);
  const { modules, napi, ...versions }: Record<string, string> = JSON.parse(stdout);

  const { components }: { components: readonly { name: string; version: string; cpe?: string }[] } = JSON.parse(
    JSON.stringify(sbomOf(facts, await nodeComponents(context))),
  );

  assert.deepEqual(
    components.map(({ version }) => version).sort(),
    Object.values(versions)
      .filter((version) => version !== '')
      .sort(),
  );
  for (const [name, key] of [['node'], ['openssl'], ['v8'], ['libuv', 'uv'], ['zlib']]) {
    const component = components.find((each) => each.name === name);
    assert.equal(component?.version, versions[key ?? name ?? '']);
    assert.match(component?.cpe ?? '', /^cpe:2\.3:a:[\w-]+:[\w.-]+:[\d.]+(:\*){7}$/);
  }
});

test('A library in Node.js without a known name and license stops a release', () => {
  assert.throws(
    () => nodeComponentsIn({ node: '24.99.0', foo: '1.0.0', bar: '' }),
    /^Error: Node\.js 24\.99\.0 contains foo: add their names and licenses to scripts\/release\/node-components\.ts\.$/,
  );
});

test('A package in the image has the address that vulnerability databases use', () => {
  const control =
    'Package: libstdc++6\nSource: gcc-12\nVersion: 12.2.0-14+deb12u1\nArchitecture: amd64\nDepends: libc6\n';

  const bill = JSON.stringify(sbomOf(facts, [packageIn(control, '12')]));

  assert.ok(bill.includes('"pkg:deb/debian/libstdc%2B%2B6@12.2.0-14%2Bdeb12u1?arch=amd64&distro=debian-12"'), bill);
});

test('A component that is in both the program and Node.js is listed once', () => {
  const [one, ...others] = merged([component, { ...component, parts: ['executable'] }]);

  assert.deepEqual([one?.parts, others], [['server', 'executable'], []]);
});
