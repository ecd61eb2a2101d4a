// Searches for every secret in the settings in all data that must not contain it: responses, logs, the audit log, and
// the database files.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { query } from '../../src/db/query.ts';
import { randomText } from '../../src/lib/text/random-text.ts';
import type { Answer } from '../support/answer.ts';
import { auditOf } from '../support/audit.ts';
import { clientOf } from '../support/client.ts';
import { commandsOnEachEngine, type Environment, startService, tipstaff } from '../support/command.ts';
import { withDatabaseOf } from '../support/process.ts';
import { settingsClient, settingsOver } from '../support/settings.ts';
import { onEachEngine, setRateLimit } from '../support/world.ts';
import { worded } from './cases.ts';
import { tables } from './tables.ts';

/** Secret attributes. Each has a unique value, and a flag that tells whether responses contain it. */
const secrets = tables
  .map((table) => worded(table, 'neutral'))
  .flatMap(({ type, attributes }) =>
    attributes.flatMap(([name, { isSecret, isHidden = false }]) =>
      isSecret === true ? [{ type, name, isHidden, value: `kept-${randomText(24)}` }] : [],
    ),
  );

const refusedValue = `sent-${randomText(24)}`;

const storedSettings = query()((db) => db.selectFrom('settings').select('document'));
const auditRecords = query()((db) => db.selectFrom('audit_records').select(['actor', 'change', 'action']));

const newAdministrator = async (environment: Environment): Promise<string> => {
  const words = ['admin', 'create', '--username', 'ann', '--email', 'ann@example.com', '--json'];
  return (await tipstaff(words, environment)).json().meta.token;
};

/** Returns the contents of all files in the data folder. */
const filesIn = async (folder: string): Promise<string> => {
  const names = await readdir(folder);
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')))).join('\n');
};

const tablesOf = (environment: Environment): Promise<string> =>
  withDatabaseOf(environment, async ({ database }) =>
    JSON.stringify([await database.rows(storedSettings, {}), await database.rows(auditRecords, {})]),
  );

/**
 * Sets every secret, sends other secrets that the service refuses, and reads all settings. Returns the data that must
 * not contain secrets.
 */
const exchange = async (url: string, token: string): Promise<string> => {
  const client = clientOf(url, token);
  const quiet: Answer[] = [];
  for (const { type, name, value, isHidden } of secrets) {
    const group = settingsOver(client, type);
    const answers = [await group.patch({ [name]: value }), await group.get()];
    for (const answer of answers) assert.equal(answer.status, 200);
    if (isHidden) quiet.push(...answers);
    else assert.equal(answers.at(-1)?.body.data.attributes[name], value);
    quiet.push(await group.patch({ [name]: refusedValue, enabled: 'yes' }));
    quiet.push(await group.patch({ [name]: `${refusedValue}\0` }), await group.patch({ [name]: [refusedValue] }));
    quiet.push(await clientOf(url).get(`/admin/${type}`));
  }
  quiet.push(await client.get('/admin/audit-trail?page[size]=100'));
  return quiet.map(({ bytes, headers }) => `${JSON.stringify([...headers])} ${bytes}`).join('\n');
};

commandsOnEachEngine('A secret appears only in responses that show it', async (environment) => {
  const token = await newAdministrator(environment);
  await withDatabaseOf(environment, (context) => setRateLimit(context, 1_000_000));
  await using service = await startService({ ...environment, TIPSTAFF_LOG_LEVEL: 'trace' });
  service.child.stderr?.unpipe(process.stderr);
  const logged = service.child.stderr === null ? '' : text(service.child.stderr);

  const answered = await exchange(service.url, token);
  await service.stop();

  const places = {
    answers: answered,
    log: await logged,
    tables: await tablesOf(environment),
    files: await filesIn(environment.TIPSTAFF_DATA_DIR ?? ''),
  };
  assert.ok(secrets.length > 0);
  assert.match(places.tables, /settings\.update/);
  assert.match(places.log, /answered/);
  for (const [place, content] of Object.entries(places)) {
    for (const { name, value } of secrets) assert.ok(!content.includes(value), `${name} is in the ${place}`);
    assert.ok(!content.includes(refusedValue), `what was refused is in the ${place}`);
  }
});

onEachEngine('Each response with credentials is audited, and no cache stores it', async (world) => {
  const { get, patch } = await settingsClient(world, 'cost-estimation-settings');
  await patch({ 'cloud-a-secret-key': 'first' });

  const read = await get();
  const unchanged = await patch({});
  await patch({ 'cloud-a-secret-key': 'second', 'cloud-a-access-key-id': 'id' });
  await patch({ 'cloud-a-secret-key': null });

  const records = await auditOf(world, 'cost-estimation');
  const changes = (before: object | null, after: object | null) => ({ before, after });
  const kept = { 'cloud-a-secret-key': '[secret]' };
  assert.equal(read.headers.get('cache-control'), 'no-store');
  assert.equal(unchanged.headers.get('cache-control'), 'no-store');
  assert.deepEqual(
    records.map(({ action, change }) => [action, change]),
    [
      ['settings.update', changes({ 'cloud-a-secret-key': null }, kept)],
      ['settings.read', changes(null, null)],
      ['settings.read', changes(null, null)],
      [
        'settings.update',
        changes({ ...kept, 'cloud-a-access-key-id': null }, { ...kept, 'cloud-a-access-key-id': '[secret]' }),
      ],
      ['settings.update', changes(kept, { 'cloud-a-secret-key': null })],
    ],
  );
});

onEachEngine('Texts are returned as they were sent, and pages escape them', async (world) => {
  const { get, patch } = await settingsClient(world, 'customization-settings');
  const footer = '<b>a & b</b> \\u003c "quoted" </script>';

  const changed = await patch({ footer });
  const shown = await get();

  for (const answer of [changed, shown]) {
    assert.equal(answer.body.data.attributes.footer, footer);
    assert.doesNotMatch(answer.bytes.toString('utf8'), /[<>&]/);
    assert.ok(answer.bytes.includes('\\u003cb\\u003ea \\u0026 b\\u003c/b\\u003e'));
  }
});
