// The notices and the bill of materials say all that is in the program.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { zstdDecompressSync } from 'node:zlib';
import type { Component } from '../../scripts/release/component.ts';
import { componentsOf } from '../../scripts/release/components.ts';
import { goModulesIn, parserBuild, parserComponents } from '../../scripts/release/go-components.ts';
import { licenseProblem } from '../../scripts/release/licenses.ts';
import { noticesOf } from '../../scripts/release/notices.ts';
import { sbomOf } from '../../scripts/release/sbom.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const parsed = async (...path: readonly string[]) => JSON.parse(await readFile(join(root, ...path), 'utf8'));

test('Each package in the bundles of the server and the console is in the notices, with its license', async () => {
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

test('Each Go module in the engine and in the parser of HCL is in their notices', async () => {
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

test('A component without the text of its license, or with another license than the listed ones, stops a release', () => {
  assert.equal(licenseProblem(component), undefined);
  assert.equal(licenseProblem({ ...component, license: '(MIT OR CC0-1.0)' }), undefined);
  assert.equal(licenseProblem({ ...component, license: 'MPL-2.0', source: 'https://example.com/left' }), undefined);
  assert.equal(licenseProblem({ ...component, texts: [] }), 'left 1.0.0 has no text of its license.');
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
      /^left 1\.0\.0 has the license .*, which is not among/,
    );
  }
  assert.match(licenseProblem({ ...component, license: 'MPL-2.0' }) ?? '', /names no source\.$/);
});

test('The bill of materials has each component once, with its address and its sum', async () => {
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
  // The library of Go comes with Go.
  assert.ok(
    unknown.every(({ purl }) => purl.startsWith('pkg:golang/std@')),
    JSON.stringify(unknown),
  );
});
