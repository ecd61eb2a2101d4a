import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '../../src/config.ts';
import { openContext } from '../../src/context.ts';
import { saml } from '../../src/domains/accounts/identity-providers/saml-settings.ts';
import { wiring } from '../../src/domains/index.ts';
import { updateSettings } from '../../src/domains/instance/settings/settings.ts';
import { commandsOnEachEngine, type Environment, tipstaff } from '../support/command.ts';
import { type AssertionSpec, assertionXml, honestResponse, responseXml } from '../support/saml/provider.ts';
import { complete, insertIdentityOf, keys, specFor } from '../support/saml/sso.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { system } from '../support/world.ts';

/** Stores settings as an administrator does. */
const storeSettings = async (environment: Environment, stored: object): Promise<void> => {
  await using context = await openContext(readConfig(environment), wiring);
  const change = { stored: { ...complete, ...stored }, transient: {} };
  await updateSettings(context, system, saml, { values: change, problems: [], ifMatch: () => true });
};

/** Stores settings as an administrator does. Returns the provider's assertion about Alice. */
const prepared = async (environment: Environment): Promise<AssertionSpec> => {
  await using context = await openContext(readConfig(environment), wiring);
  const change = { stored: { ...complete, enabled: false }, transient: {} };
  await updateSettings(context, system, saml, { values: change, problems: [], ifMatch: () => true });
  return specFor({ context }, { id: '_any' }, { attributes: { Username: ['alice'] } });
};

commandsOnEachEngine(
  'A dry run shows the result that a sign-in with the response in a file would have',
  async (environment) => {
    await using folder = await temporaryFolder();
    const spec = await prepared(environment);
    const honest = join(folder.path, 'honest.xml');
    const unsigned = join(folder.path, 'unsigned.xml');
    await writeFile(honest, honestResponse(spec, keys));
    await writeFile(unsigned, responseXml(spec, assertionXml(spec)));

    const result = await tipstaff(['saml', 'check', honest], environment);
    const json = await tipstaff(['saml', 'check', honest, '--json'], environment);
    const refused = await tipstaff(['saml', 'check', unsigned], environment);
    const missing = await tipstaff(['saml', 'check', join(folder.path, 'nowhere')], environment);

    assert.match(result.stdout, /^Account: +alice \(would be created\)\nE-mail address: +alice@example\.com\n/);
    assert.equal(json.json().data.attributes['would-sign-in'], true);
    assert.deepEqual(
      [result.code, refused.code, refused.stdout],
      [0, 1, 'Refused: The assertion, or the logout request, is not signed.\n'],
    );
    assert.notEqual(missing.code, 0);
    assert.match(missing.stderr, /nowhere cannot be read: there is no such file or folder\.\n$/);
  },
);

commandsOnEachEngine('The identities of an account are listed, confirmed and unlinked', async (environment) => {
  const json = async (...words: readonly string[]) => (await tipstaff([...words, '--json'], environment)).json();
  const { data: ann } = await json('user', 'create', '--username', 'ann', '--email', 'ann@example.com');
  await json('user', 'create', '--username', 'bob', '--email', 'bob@example.com');
  {
    await using context = await openContext(readConfig(environment), wiring);
    const changes = { to_confirm_since: '2026-01-01T00:00:00.000Z' };
    await context.database.transaction((tx) => insertIdentityOf(tx, ann.id, changes));
  }

  const listed = await tipstaff(['user', 'identities', 'ann'], environment);
  const unknown = await tipstaff(['user', 'confirm-identity', 'ann', '--identity', 'identity-1'], environment);
  const none = await tipstaff(['user', 'unlink-identity', 'bob'], environment);
  const confirmed = await json('user', 'confirm-identity', 'ann');
  const twice = await tipstaff(['user', 'confirm-identity', 'ann'], environment);
  const unlinked = await tipstaff(['user', 'unlink-identity', 'ann'], environment);
  const left = await json('user', 'identities', 'ann');

  assert.match(listed.stdout, /PROVIDER +NAME +PENDING SINCE +CONFIRMED +ID\n\S+ +name of \S+ +2026-01-01/);
  assert.deepEqual(
    [unknown, none, twice].map(({ code, stderr }) => [code, stderr]),
    [
      [1, 'ann has no such identity at the identity provider.\n'],
      [1, 'bob has no such identity at the identity provider.\n'],
      [1, 'Identity does not need to be confirmed.\n'],
    ],
  );
  assert.equal(confirmed.data.attributes['to-confirm-since'], null);
  assert.equal(unlinked.stdout, `Unlinked name of ${ann.id} from ann.\n`);
  assert.deepEqual(left.data, []);
});

commandsOnEachEngine('The doctor command names settings that make every sign-in fail', async (environment) => {
  const compatible = { ...environment, TIPSTAFF_VOCABULARY: 'terraform' };
  await storeSettings(compatible, { 'authn-requests-signed': true, 'private-key': 'a placeholder' });

  const broken = await tipstaff(['doctor'], compatible);
  await storeSettings(compatible, { 'authn-requests-signed': false });
  const sound = await tipstaff(['doctor'], compatible);

  assert.equal(broken.code, 1);
  assert.match(
    broken.stdout,
    /\nproblem +settings +Nobody can sign in through the identity provider: private-key must/,
  );
  assert.equal(sound.code, 0, sound.stdout);
});
