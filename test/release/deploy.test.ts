// The Helm chart and the Compose files refer only to existing variables, values and files.
import assert from 'node:assert/strict';
import { access, glob, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { unknownVariables } from '../../src/config.ts';
import { version } from '../../src/kernel/version.ts';

const pathOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const textOf = (path: string) => readFile(pathOf(path), 'utf8');
const chart = 'deploy/helm/tipstaff';

const valuesOf = async (path: string): Promise<Record<string, unknown>> => parse(await textOf(path));

/** Merges an installation's values into the chart's default values as Helm does. Null removes a value. */
const merged = (base: unknown, over: unknown): unknown => {
  if (typeof over !== 'object' || over === null || Array.isArray(over)) return over;
  const known: Readonly<Record<string, unknown>> = Object(base);
  const entries = Object.entries(over).map(([name, value]) => [name, merged(known[name], value)] as const);
  return Object.fromEntries(
    Object.entries({ ...known, ...Object.fromEntries(entries) }).filter(([, value]) => value !== null),
  );
};

test('Every variable in the chart and in the Compose files is read by the service or by these files', async () => {
  const texts = [];
  for await (const path of glob('deploy/**/*.{yaml,tpl,txt}', { cwd: pathOf('.') })) texts.push(await textOf(path));
  const names = new Set(texts.join('\n').match(/\bTIPSTAFF_\w+/g));
  const own = ['TIPSTAFF_IMAGE', 'TIPSTAFF_DOMAIN', 'TIPSTAFF_INSTANCES'];

  const sentences = unknownVariables(Object.fromEntries([...names].map((name) => [name, 'x'])));

  assert.ok(names.has('TIPSTAFF_ENCRYPTION_KEY_FILE') && names.has('TIPSTAFF_DATABASE_URL_FILE'));
  assert.deepEqual(sentences.map((sentence) => sentence.split(' ')[0]).toSorted(), own.toSorted());
});

test('The chart has the same version as the program', async () => {
  const { version: own, appVersion } = parse(await textOf(`${chart}/Chart.yaml`));

  assert.deepEqual([own, appVersion], [version, version]);
});

test('The schema of the chart accepts the values of each example, and refuses missing required values', async () => {
  const schema = JSON.parse(await textOf(`${chart}/values.schema.json`));
  const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(schema);
  const defaults = await valuesOf(`${chart}/values.yaml`);
  const small = await valuesOf('deploy/helm/values/small.yaml');

  for await (const path of glob('deploy/helm/values/*.yaml', { cwd: pathOf('.') })) {
    assert.ok(validate(merged(defaults, await valuesOf(path))), `${path}: ${JSON.stringify(validate.errors)}`);
  }
  assert.equal(validate(defaults), false);
  assert.deepEqual([...new Set(validate.errors?.map(({ instancePath }) => instancePath))].toSorted(), [
    '/baseUrl',
    '/database/secretName',
    '/encryptionKey/secretName',
    '/image/repository',
  ]);
  assert.equal(validate(merged(merged(defaults, small), { replicaCount: 2 })), false);
  assert.equal(validate(merged(merged(defaults, small), { metrics: { serviceMonitor: { enabled: true } } })), false);
  const described = Object.keys(schema.properties).filter(
    (name) => !['global', 'nameOverride', 'fullnameOverride'].includes(name),
  );
  assert.deepEqual(Object.keys(defaults).toSorted(), described.toSorted());
});

test('Services in the Compose files run without privileges, and their files exist', async () => {
  for await (const path of glob('deploy/compose/*.yaml', { cwd: pathOf('.') })) {
    const { services } = parse(await textOf(path), { customTags: [{ tag: '!override', collection: 'seq' }] });
    const { tipstaff } = services;
    if (tipstaff.extends !== undefined) {
      await access(pathOf(`deploy/compose/${tipstaff.extends.file}`));
      continue;
    }
    assert.deepEqual([tipstaff.read_only, tipstaff.cap_drop], [true, ['ALL']], path);
    await access(pathOf(`deploy/compose/${tipstaff.build}/Dockerfile`));
  }
  await access(pathOf('deploy/compose/Caddyfile'));
});
