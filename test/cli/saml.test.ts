import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '../../src/config.ts';
import { openContext } from '../../src/context.ts';
import { saml } from '../../src/domains/accounts/saml/settings.ts';
import { portsFor } from '../../src/domains/index.ts';
import { updateSettings } from '../../src/domains/instance/settings/settings.ts';
import { commandsOnEachEngine, type Environment, tipstaff } from '../support/command.ts';
import { type AssertionSpec, assertionXml, honestResponse, responseXml } from '../support/saml/provider.ts';
import { complete, keys, specFor } from '../support/saml/sso.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { system } from '../support/world.ts';

/** Stores settings as an administrator would, and answers what a provider says of Alice. */
const prepared = async (environment: Environment): Promise<AssertionSpec> => {
  await using context = await openContext(readConfig(environment), portsFor);
  const change = { stored: { ...complete, enabled: false }, transient: {} };
  await updateSettings(context, system, saml, { values: change, problems: [], ifMatch: () => true });
  return specFor({ context }, { id: '_any' }, { attributes: { Username: ['alice'] } });
};

commandsOnEachEngine('A dry run shows what a sign-in with a response in a file would do', async (environment) => {
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
  assert.match(missing.stderr, /nowhere cannot be read: it is not there\.\n$/);
});
