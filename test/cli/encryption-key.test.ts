// Replaces the encryption key while the service runs, with encrypted values of every type.
import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { Context } from '../../src/context.ts';
import { query } from '../../src/db/query.ts';
import {
  createProvider,
  findProviders,
  openIdProviderOf,
} from '../../src/domains/accounts/identity-providers/providers.ts';
import { requestSecretsPlace } from '../../src/domains/accounts/single-sign-on/places.ts';
import { openRequest } from '../../src/domains/accounts/single-sign-on/requests.ts';
import { chainKey } from '../../src/domains/audit/key.ts';
import { settingsGroups } from '../../src/domains/index.ts';
import { queueMail } from '../../src/domains/instance/mail/store.ts';
import { updateSettings } from '../../src/domains/instance/settings/settings.ts';
import { ensureKey } from '../../src/domains/instance/workload-identity/oidc.ts';
import { readEncryptionKeys } from '../../src/kernel/secrets.ts';
import { newSignal } from '../../src/lib/concurrency/signal.ts';
import { clientOf } from '../support/client.ts';
import { commandsOnEachEngine, type Environment, startService, tipstaff, tipstaffProcess } from '../support/command.ts';
import { beginning } from '../support/one-time-codes.ts';
import { withDatabaseOf } from '../support/process.ts';
import { password } from '../support/session.ts';
import { settingsOver } from '../support/settings.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { system } from '../support/world.ts';

const formerKey = Buffer.alloc(32, 7).toString('base64');
const currentKey = Buffer.alloc(32, 8).toString('base64');
const idOf = (key: string): string => readEncryptionKeys(key)?.[0]?.id ?? '';

const columnsOf = {
  sqlite: `select m.name as "table", p.name as "column" from sqlite_master m, pragma_table_info(m.name) p
    where m.type = 'table' and m.name not like '%\\_words%' escape '\\'`,
  postgres: `select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = current_schema()`,
};

/** Returns all database columns that contain values encrypted with the given key. */
const columnsSealedWith = async ({ database }: Context, keyId: string): Promise<readonly string[]> => {
  const requested = (text: string) =>
    database.rows(
      query()((db) => ({ compile: () => sql.raw<{ table: string; column: string }>(text).compile(db) })),
      {},
    );
  const columns: string[] = [];
  for (const { table, column } of await requested(columnsOf[database.engine])) {
    const where = `cast("${column}" as text) like '%v1.${keyId}.%'`;
    const rows = await requested(`select '' as "table", '' as "column" from "${table}" where ${where} limit 1`);
    if (rows.length > 0) columns.push(`${table}.${column}`);
  }
  return columns.toSorted();
};

const secretsOf = ({ attributes }: (typeof settingsGroups)[number]): readonly string[] =>
  Object.entries(attributes).flatMap(([name, each]) =>
    each.kind === 'stored' && each.isSecret === true ? [name] : [],
  );

const provider = {
  key: 'corp',
  name: 'Corp',
  issuer: 'https://idp.example.com',
  'client-id': 'tipstaff',
  'client-secret': 'the secret of the client',
};

/** Creates an identity provider with a secret, and a pending sign-in through this provider. */
const fillSignIn = async (context: Context): Promise<void> => {
  const { id: providerId } = await createProvider(context, system, provider);
  const id = 'the-state';
  const secrets = context.vault.seal(requestSecretsPlace(id), 'the verifier');
  await openRequest(context, { id, purpose: 'sign-in', actor: system, cookie: undefined, providerId, secrets });
};

/** Returns the secrets of the identity provider and of the pending sign-in, decrypted with the current key. */
const signInSecrets = async (context: Context): Promise<readonly string[]> => {
  const [row] = await findProviders(context);
  const [request] = await context.database.rows(
    query()((db) => db.selectFrom('saml_requests').select('secrets')),
    {},
  );
  const credential = row && openIdProviderOf(context, row).credential;
  const secret = credential !== undefined && 'secret' in credential ? credential.secret : '';
  return [secret, context.vault.open(requestSecretsPlace('the-state'), request?.secrets ?? '')];
};

const mail = { kind: 'test', to: 'ann@example.com', subject: 'Test', text: 'Test', html: '<p>Test</p>' };

/** Writes the encrypted values that no API request creates. */
const fill = async (context: Context): Promise<void> => {
  await chainKey(context);
  await ensureKey(context);
  await fillSignIn(context);
  await context.database.transaction((tx) => queueMail(tx, { ...context, mailSignal: newSignal() }, mail));
  for (const group of settingsGroups) {
    const kept = Object.fromEntries(secretsOf(group).map((name) => [name, `secret ${name}`]));
    await updateSettings(context, system, group, {
      values: { stored: kept, transient: {} },
      problems: [],
      ifMatch: () => true,
    });
  }
};

const newAdministrator = async (environment: Environment): Promise<string> => {
  const words = ['admin', 'create', '--username', 'ann', '--email', 'ann@example.com', '--json'];
  return (await tipstaff(words, environment)).json().meta.token;
};

const allColumns = [
  'instance.value',
  'oidc_keys.private_key',
  'oidc_providers.sealed_credential',
  'outbox.message',
  'saml_requests.secrets',
  'settings.document',
  'users.two_factor_secret',
];

/** Returns the secrets in the cost estimation settings as the running service returns them. */
const shown = async (url: string, token: string) => {
  const { show } = settingsOver(clientOf(url, token), 'cost-estimation-settings');
  const { 'cloud-a-secret-key': first, 'cloud-c-client-secret': other } = await show();
  return [first, other];
};

commandsOnEachEngine('Every secret is encrypted with the new key while the service runs', async (installation) => {
  const former = { ...installation, TIPSTAFF_ENCRYPTION_KEY: formerKey };
  const both = { ...installation, TIPSTAFF_ENCRYPTION_KEY: `${currentKey},${formerKey}` };
  const current = { ...installation, TIPSTAFF_ENCRYPTION_KEY: currentKey };
  const token = await newAdministrator(former);
  await tipstaff(['admin', 'reset-password', 'ann', '--password-stdin'], former, { input: `${password}\n` });
  await withDatabaseOf(former, fill);
  await using service = await startService(both);
  await clientOf(service.url, token).post('/account/two-factor', beginning());
  const before = await withDatabaseOf(both, (context) => columnsSealedWith(context, idOf(formerKey)));

  const rotated = await tipstaff(['encryption-key', 'rotate', '--json'], both);
  const read = await shown(service.url, token);
  await settingsOver(clientOf(service.url, token), 'cost-estimation-settings').patch({ 'cloud-a-secret-key': 'later' });
  await clientOf(service.url, token).post('/account/two-factor', beginning());
  await service.stop();
  const old = await withDatabaseOf(both, (context) => columnsSealedWith(context, idOf(formerKey)));
  const resealed = await withDatabaseOf(both, (context) => columnsSealedWith(context, idOf(currentKey)));
  const refused = await tipstaff(['settings', 'get', 'general'], former);
  const after = await tipstaff(['settings', 'get', 'cost-estimation', '--json'], current);

  assert.equal(rotated.code, 0, rotated.stderr);
  assert.deepEqual([rotated.json().former, rotated.json().current], [idOf(formerKey), idOf(currentKey)]);
  assert.deepEqual([before, old, resealed], [allColumns, [], allColumns]);
  assert.deepEqual(read, ['secret cloud-a-secret-key', 'secret cloud-c-client-secret']);
  assert.match(refused.stderr, /^The database's secrets are encrypted with key/);
  assert.equal(after.json().data.attributes['cloud-a-secret-key'], 'later');
  assert.deepEqual(await withDatabaseOf(current, signInSecrets), ['the secret of the client', 'the verifier']);
});

commandsOnEachEngine('A configured key is not rotated without a new key', async (environment) => {
  const configured = { ...environment, TIPSTAFF_ENCRYPTION_KEY: formerKey };

  const outcome = await tipstaff(['encryption-key', 'rotate'], configured);

  assert.equal(outcome.code, 1);
  assert.match(
    outcome.stderr,
    /^All secrets are already encrypted with the first key in TIPSTAFF_ENCRYPTION_KEY\. Put a new key/,
  );
});

const keysIn = async (file: string): Promise<readonly string[]> => (await readFile(file, 'utf8')).trim().split('\n');

test("The data folder's key is replaced, and the old key is kept for backups until the next rotation", async () => {
  await using folder = await temporaryFolder();
  const environment = { TIPSTAFF_DATA_DIR: folder.path, TIPSTAFF_LOG_LEVEL: 'error' };
  const file = join(folder.path, 'encryption-key');
  const token = await newAdministrator(environment);
  await withDatabaseOf(environment, fill);
  await using service = await startService(environment);
  const [first = ''] = await keysIn(file);

  const rotated = await tipstaff(['encryption-key', 'rotate'], environment);
  const read = await shown(service.url, token);
  const [second = '', ...rest] = await keysIn(file);
  await tipstaff(['encryption-key', 'rotate'], environment);
  const third = await keysIn(file);

  const [ours, theirs] = [idOf(second), idOf(first)];
  assert.match(
    rotated.stdout,
    new RegExp(
      `^Key ${ours} encrypts secrets from now on\\. \\d+ secrets? (?:was|were) encrypted again\\. .* need ${theirs}\\.\n$`,
    ),
  );
  assert.deepEqual(read, ['secret cloud-a-secret-key', 'secret cloud-c-client-secret']);
  assert.deepEqual(rest, [first]);
  assert.deepEqual(third.slice(1), [second]);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  assert.deepEqual(await shown(service.url, token), read);
});

test('An interrupted rotation causes no damage, and the next rotation completes it', async () => {
  await using folder = await temporaryFolder();
  const environment = { TIPSTAFF_DATA_DIR: folder.path, TIPSTAFF_LOG_LEVEL: 'error' };
  const file = join(folder.path, 'encryption-key');
  const token = await newAdministrator(environment);
  await withDatabaseOf(environment, fill);
  const [former = ''] = await keysIn(file);
  await writeFile(file, `${currentKey}\n${former}\n`);
  await using service = await startService(environment);

  const between = await shown(service.url, token);
  const rotated = await tipstaff(['encryption-key', 'rotate', '--json'], environment);

  assert.deepEqual(between, ['secret cloud-a-secret-key', 'secret cloud-c-client-secret']);
  assert.deepEqual([rotated.json().former, rotated.json().current], [idOf(former), idOf(currentKey)]);
  assert.deepEqual(await keysIn(file), [currentKey, former]);
  assert.deepEqual(await shown(service.url, token), between);
});

test('Rotations at the same time lose no key', async () => {
  await using folder = await temporaryFolder();
  const environment = { TIPSTAFF_DATA_DIR: folder.path, TIPSTAFF_LOG_LEVEL: 'error' };
  await withDatabaseOf(environment, fill);

  const outcomes = await Promise.all(
    [1, 2, 3].map(() => tipstaffProcess(['encryption-key', 'rotate', '--json'], environment)),
  );

  const after = await tipstaff(['settings', 'get', 'cost-estimation', '--json'], environment);
  assert.deepEqual(
    outcomes.map(({ code }) => code),
    [0, 0, 0],
  );
  assert.equal(after.json().data.attributes['cloud-a-secret-key'], 'secret cloud-a-secret-key');
  const [key = ''] = await keysIn(join(folder.path, 'encryption-key'));
  assert.ok(outcomes.some((outcome) => outcome.json().current === idOf(key)));
});
