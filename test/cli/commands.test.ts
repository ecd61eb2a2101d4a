import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../../src/config.ts';
import { openDatabase } from '../../src/db/open.ts';
import { query } from '../../src/db/query.ts';
import { migrations } from '../../src/db/schema/migrations/index.ts';
import { clientOf } from '../support/client.ts';
import { commandsOnEachEngine, type Environment, startService, tipstaff, tipstaffProcess } from '../support/command.ts';
import { onePage } from '../support/documents.ts';
import { temporaryFolder } from '../support/temporary.ts';

const recorded = query()((db) => db.selectFrom('audit_records').select(['action', 'actor']).orderBy('id'));

const auditRecords = async (environment: Environment) => {
  await using database = await openDatabase(readConfig(environment));
  return await database.rows(recorded, {});
};

const ann = ['--username', 'ann', '--email', 'ann@example.com'];
const acme = ['--name', 'acme', '--email', 'acme@example.com'];

commandsOnEachEngine('An account is created, shown and found in the list, as text and as JSON', async (environment) => {
  const created = await tipstaffProcess(['user', 'create', ...ann, '--admin', '--json'], environment);
  const shown = await tipstaff(['user', 'show', 'ANN'], environment);
  const listed = await tipstaff(['user', 'list'], environment);
  const searched = await tipstaff(['user', 'list', '--search', 'nobody', '--json'], environment);

  const { id, attributes } = created.json().data;
  assert.equal(attributes['is-admin'], true);
  assert.match(shown.stdout, new RegExp(`^ID: +${id}\nUsername: +ann\nE-mail address: +ann@example.com\n`));
  assert.match(
    listed.stdout,
    /^USERNAME {2}EMAIL +ADMINISTRATOR +SUSPENDED +SERVICE ACCOUNT +ID\nann +ann@example.com {2}yes +no +no +user-\w+\n$/,
  );
  assert.deepEqual(searched.json(), {
    data: [],
    meta: {
      pagination: onePage(0),
    },
  });
});

commandsOnEachEngine('A list that has more pages says which page it shows', async (environment) => {
  await tipstaff(['user', 'create', ...ann], environment);
  await tipstaff(
    ['user', 'create', '--username', 'bob', '--email', 'bob@example.com', '--service-account'],
    environment,
  );

  const listed = await tipstaff(['user', 'list', '--page', '2', '--page-size', '1'], environment);

  assert.match(listed.stdout, /\nbob .*\nPage 2 of 2, 2 in all\.\n$/);
});

commandsOnEachEngine('An organization is created for its owner, listed, shown and deleted', async (environment) => {
  await tipstaff(['user', 'create', ...ann], environment);

  const created = await tipstaff(['organization', 'create', ...acme, '--owner', 'ann', '--json'], environment);
  const shown = await tipstaff(['organization', 'show', 'acme'], environment);
  const listed = await tipstaff(['organization', 'list', '--search', 'CM', '--json'], environment);
  const deleted = await tipstaff(['organization', 'delete', 'acme', '--yes'], environment);
  const gone = await tipstaff(['organization', 'show', 'acme', '--json'], environment);

  assert.equal(created.json().data.id, 'acme');
  assert.match(shown.stdout, /^Name: +acme\n/);
  assert.match(shown.stdout, /^Policy upload check: +enforce$/m);
  assert.deepEqual(listed.json().data, [created.json().data]);
  assert.equal(deleted.stdout, 'Deleted acme.\n');
  assert.equal(gone.code, 1);
  assert.deepEqual(gone.json(), { errors: [{ code: 'not-found', detail: 'There is no organization acme.' }] });
});

commandsOnEachEngine('An organization accepts code with errors if its creator chooses this', async (environment) => {
  const createWith = (mode: string) =>
    tipstaff(['organization', 'create', ...acme, '--policy-upload-check', mode], environment);

  const refused = await createWith('never');
  const created = await createWith('report');

  assert.match(refused.stderr, /--policy-upload-check must be one of enforce, enforce-tests, report\./);
  assert.match(created.stdout, /^Policy upload check: +report$/m);
});

commandsOnEachEngine(
  'Tokens for an account, a team and an organization give access to the API',
  async (environment) => {
    await tipstaff(['user', 'create', ...ann], environment);
    await tipstaff(['organization', 'create', ...acme, '--owner', 'ann'], environment);
    const mine = await tipstaff(
      ['token', 'create', '--user', 'ann', '--description', 'laptop', '--expires-in', '30d', '--json'],
      environment,
    );
    await using service = await startService(environment);
    const client = clientOf(service.url, mine.json().data.attributes.token);

    const account = await client.get('/account/details');
    const teams = await client.get('/organizations/acme/teams');
    const ofTeam = await tipstaff(['token', 'create', '--team', teams.body.data[0].id, '--json'], environment);
    const ofOrganization = await tipstaff(['token', 'create', '--organization', 'acme', '--json'], environment);
    const lists = await Promise.all(
      [ofTeam, ofOrganization].map((made) =>
        clientOf(service.url, made.json().data.attributes.token).get('/organizations/acme/policies'),
      ),
    );

    assert.equal(account.body.data.attributes.username, 'ann');
    assert.equal(mine.json().data.attributes.description, 'laptop');
    const days = (Date.parse(mine.json().data.attributes['expired-at']) - Date.now()) / 86_400_000;
    assert.equal(Math.round(days), 30);
    assert.deepEqual(
      lists.map(({ status }) => status),
      [200, 200],
    );
  },
);

commandsOnEachEngine('Operators list, find and delete the tokens of all owners', async (environment) => {
  await tipstaff(['user', 'create', ...ann], environment);
  await tipstaff(['organization', 'create', ...acme, '--owner', 'ann'], environment);
  const create = (...words: readonly string[]) => tipstaff(['token', 'create', ...words, '--json'], environment);
  const list = (...words: readonly string[]) => tipstaff(['token', 'list', ...words, '--json'], environment);
  const { id, attributes } = (await create('--user', 'ann', '--description', 'laptop')).json().data;
  const ofOrganization = (await create('--organization', 'acme', '--description', 'pipeline')).json().data;
  const input = `${attributes.token}\n`;

  const lists = [await list('--user', 'ann'), await list('--organization', 'acme'), await list()];
  const found = await tipstaff(['token', 'find'], environment, { input });
  const document = await tipstaff(['token', 'find', '--json'], environment, { input });
  const revoked = await tipstaff(['token', 'revoke', id], environment);
  const again = [
    await tipstaff(['token', 'find', '--json'], environment, { input }),
    await tipstaff(['token', 'revoke', id, '--json'], environment),
  ];

  const shown = lists.slice(0, 2).map((each) => each.json().data[0]);
  assert.deepEqual(
    shown.map((token) => [token.id, token.attributes.description]),
    [
      [id, null],
      [ofOrganization.id, 'pipeline'],
    ],
  );
  assert.equal(lists[2]?.code, 2);
  assert.match(found.stdout, new RegExp(`^Owner: .*name ann.*\\nToken: +${id}\\n`));
  assert.match(found.stdout, new RegExp(`run: tipstaff token revoke ${id}\\n$`));
  assert.ok(!`${found.stdout}${found.stderr}${document.stdout}`.includes(attributes.token));
  assert.equal(document.json().meta.owner.name, 'ann');
  assert.deepEqual([revoked.code, revoked.stdout], [0, `Deleted the token ${id}.\n`]);
  assert.deepEqual(
    again.map(({ code }) => code),
    [1, 1],
  );
});

commandsOnEachEngine(
  'Creating an administrator on the command line uses up the one-time token',
  async (environment) => {
    await using service = await startService(environment);
    const oneTimeToken: string = service.output.firstAdministrator.token;
    const words = [
      'admin',
      'create',
      '--username',
      'root',
      '--email',
      'root@example.com',
      '--password-stdin',
      '--json',
    ];

    const created = await tipstaff(words, environment, { input: 'correct horse battery\n' });
    const late = await clientOf(service.url).request('POST', `//admin/initial-admin-user?token=${oneTimeToken}`, {
      raw: JSON.stringify({ username: 'late', email: 'late@example.com', password: 'correct horse battery' }),
      headers: { 'content-type': 'application/json' },
    });

    const { data, meta } = created.json();
    const account = await clientOf(service.url, meta.token).get('/account/details');
    assert.equal(data.attributes['is-admin'], true);
    assert.equal(account.body.data.id, data.id);
    assert.equal(late.status, 401);
  },
);

commandsOnEachEngine('The audit log contains every change that a command makes', async (environment) => {
  await tipstaff(['user', 'create', ...ann], environment);
  await tipstaff(['organization', 'create', ...acme], environment);

  const records = await auditRecords(environment);

  assert.deepEqual(
    records.map(({ action }) => action),
    ['user.create', 'organization.create'],
  );
  assert.ok(records.every(({ actor }) => actor === '{"kind":"system","name":"command line"}'));
});

test('The migration command creates the database and updates its schema once', async () => {
  await using folder = await temporaryFolder();
  const environment = { TIPSTAFF_DATA_DIR: join(folder.path, 'data') };

  const first = await tipstaffProcess(['migrate', '--json'], environment);
  const second = await tipstaff(['migrate'], environment);

  assert.deepEqual(first.json(), { applied: migrations.map(({ name }) => name) });
  assert.equal(second.stdout, 'The database is up to date.\n');
});
