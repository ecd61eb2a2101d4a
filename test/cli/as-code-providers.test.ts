// Exports identity providers to files and applies the files.
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { tipstaff } from '../support/command.ts';
import { ada, variablesOf } from '../support/rich-instance.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { engines, openWorld } from '../support/world.ts';

const secrets = { FIRST: 's3cr3t-first', SECOND: 's3cr3t-second' };

const entry = (key: string, position: number, more = '') =>
  `  - key: ${key}
    name: ${key.toUpperCase()}
    position: ${position}
    issuer: https://${key}.example.com
    client-id: tipstaff
    client-secret: \${env:FIRST}
${more}`;

const siteOf = (settings: string, ...entries: readonly string[]) =>
  `settings:\n  oidc-sign-in: {${settings}}\noidc-providers:${entries.length === 0 ? ' []' : `\n${entries.join('')}`}\n`;

for (const engine of engines) {
  test(`Providers have the positions that the files declare, in any order of changes (${engine})`, async () => {
    await using world = await openWorld(engine);
    await using folder = await temporaryFolder();
    const person = await ada(world);
    const apply = async (...words: readonly string[]) =>
      tipstaff(['apply', folder.path, ...words], { ...variablesOf(world, person), ...secrets });
    const write = (...keys: readonly string[]) => {
      const entries = keys.map((key, index) => entry(key, index + 1));
      return writeFile(join(folder.path, 'site.yaml'), siteOf('enabled: true', ...entries.toReversed()));
    };
    const keys = async () =>
      (await person.client.get('/admin/oidc-providers')).body.data.map(
        ({ attributes }: { attributes: { key: string } }) => attributes.key,
      );

    await write('a', 'u', 'b', 'c');
    const created = await apply();
    const first = await keys();
    await write('b', 'u', 'c', 'a');
    const moved = await apply();
    const second = await keys();
    const again = await apply('--dry-run', '--json');

    assert.deepEqual([created.code, moved.code], [0, 0], created.stderr + moved.stderr);
    assert.deepEqual(
      [first, second],
      [
        ['a', 'u', 'b', 'c'],
        ['b', 'u', 'c', 'a'],
      ],
    );
    assert.deepEqual([again.code, again.json().changes], [0, []]);
  });
}

test('A credential is a reference in files, is sent with a change of its provider, and is never shown', async () => {
  await using world = await openWorld('sqlite');
  await using folder = await temporaryFolder();
  const person = await ada(world);
  const site = join(folder.path, 'site.yaml');
  const command = (...words: readonly string[]) => tipstaff(words, { ...variablesOf(world, person), ...secrets });

  await writeFile(site, siteOf('enabled: true', entry('a', 1)).replace(/\$\{.*\}/, 'plain'));
  const plain = await command('apply', folder.path);
  await writeFile(site, siteOf('enabled: true', entry('a', 1)));
  const created = await command('apply', folder.path);
  await writeFile(site, siteOf('enabled: true', entry('a', 1).replace('a.example.com', 'b.example.com')));
  const elsewhere = await command('apply', folder.path);
  const resent = await command('apply', folder.path, '--send-secrets', '--json');
  const exported = await command('export', folder.path, '--force');
  const text = await readFile(site, 'utf8');

  assert.equal(plain.code, 2);
  assert.match(plain.stderr, /site\.yaml:9: client-secret is a secret: write a reference/);
  assert.deepEqual(
    [created.code, elsewhere.code, exported.code],
    [0, 0, 0],
    created.stderr + elsewhere.stderr + exported.stderr,
  );
  assert.match(elsewhere.stderr, /issuer: "https:\/\/a\.example\.com" → "https:\/\/b\.example\.com"\n/);
  assert.equal(resent.code, 0, resent.stderr);
  assert.match(text, /client-secret: \$\{env:SECRET_A_CLIENT_SECRET\}/);
  assert.ok(!JSON.stringify([plain, created, elsewhere, resent, exported, text]).includes('s3cr3t'));
});

test('The last enabled provider is kept while sign-in through a provider is required', async () => {
  await using world = await openWorld('sqlite');
  await using folder = await temporaryFolder();
  const person = await ada(world);
  const site = join(folder.path, 'site.yaml');
  const apply = async (text: string) => {
    await writeFile(site, text);
    return tipstaff(['apply', folder.path, '--prune', '--yes'], { ...variablesOf(world, person), ...secrets });
  };
  const required = 'enabled: true, sso-required: true';
  assert.equal((await apply(siteOf(required, entry('a', 1), entry('b', 2)))).code, 0);

  const pruned = await apply(siteOf(required));
  const disabled = await apply(siteOf(required, entry('a', 1, '    enabled: false\n')));
  const one = await apply(siteOf(required, entry('b', 1)));
  const none = await apply(siteOf('enabled: true, sso-required: false'));

  for (const refused of [pruned, disabled]) {
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /^Only site administrators could still sign in, because sso-required is on/m);
  }
  assert.deepEqual([one.code, none.code], [0, 0], one.stderr + none.stderr);
  assert.deepEqual((await person.client.get('/admin/oidc-providers')).body.data, []);
});

test('Providers can list organizations that the same files create, each in one list', async () => {
  await using world = await openWorld('sqlite');
  await using folder = await temporaryFolder();
  const person = await ada(world);
  const apply = async (saml: string, corp: string) => {
    const lists = entry('corp', 1, `    organizations: [${corp}]\n    team-names-count: false\n`);
    const site = siteOf(`enabled: true}\n  saml: {organizations: [${saml}]`, lists);
    await writeFile(join(folder.path, 'site.yaml'), site);
    return tipstaff(['apply', folder.path], { ...variablesOf(world, person), ...secrets });
  };
  for (const name of ['acme', 'octo']) {
    await mkdir(join(folder.path, 'organizations', name), { recursive: true });
    await writeFile(join(folder.path, 'organizations', name, 'organization.yaml'), 'email: o@example.com\n');
  }

  const applied = await apply('octo', 'acme');
  const exported = await tipstaff(['export', folder.path, '--force'], variablesOf(world, person));
  const text = await readFile(join(folder.path, 'site.yaml'), 'utf8');
  const twice = await apply('octo, acme', 'acme');

  assert.deepEqual([applied.code, exported.code], [0, 0], applied.stderr + exported.stderr);
  assert.match(text, /organizations:\n\s+- octo\n/);
  assert.match(text, /organizations:\n\s+- acme\n/);
  assert.match(text, /team-names-count: false\n/);
  assert.equal(twice.code, 1);
  assert.match(
    twice.stderr,
    /Organizations cannot include acme, because this organization is in the list of CORP: remove the organization from that list first/,
  );
});
