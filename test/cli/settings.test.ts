// Settings commands. They follow the same rules as the API, in every edition.
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { query } from '../../src/db/query.ts';
import { settingsGroups } from '../../src/domains/index.ts';
import { clientOf } from '../support/client.ts';
import { commandsOnEachEngine, type Environment, startService, tipstaff } from '../support/command.ts';
import { openMailbox } from '../support/mailbox.ts';
import { withDatabaseOf } from '../support/process.ts';

const recorded = query()((db) =>
  db
    .selectFrom('audit_records')
    .select(['action', 'actor', 'change'])
    .where('resource_type', '=', 'settings')
    .orderBy('id'),
);

const auditRecords = (environment: Environment) =>
  withDatabaseOf(environment, async ({ database }) =>
    (await database.rows(recorded, {})).map(({ action, actor, change }) => ({
      action,
      name: JSON.parse(actor).name,
      change: JSON.parse(change),
    })),
  );

commandsOnEachEngine(
  'Settings are shown and changed, as text and as JSON, also in the hosted edition',
  async (installation) => {
    const environment = { ...installation, TIPSTAFF_EDITION: 'hosted' };

    const all = await tipstaff(['settings', 'get'], environment);
    const groups = await tipstaff(['settings', 'get', '--json'], environment);
    const shown = await tipstaff(['settings', 'get', 'general'], environment);
    const words = ['plan-timeout=1h30m', 'api-rate-limit=100', 'default-remote-state-access=false', '--json'];
    const changed = await tipstaff(['settings', 'set', 'general', ...words], environment);

    assert.match(all.stdout, /^GROUP +ATTRIBUTE\ngeneral +limit-user-organization-creation\n/);
    assert.equal(groups.json().groups[0].id, 'general');
    assert.match(shown.stdout, /^ID: +general\nLimit user organization creation: +no\n/);
    const { id, type, attributes } = changed.json().data;
    assert.deepEqual([id, type], ['general', 'general-settings']);
    assert.equal(attributes['plan-timeout'], '1h30m');
    assert.equal(attributes['api-rate-limit'], 100);
    assert.equal(attributes['default-remote-state-access'], false);
    assert.deepEqual(await auditRecords(environment), [
      {
        action: 'settings.update',
        name: 'command line',
        change: {
          before: { 'api-rate-limit': 30, 'plan-timeout': '2h', 'default-remote-state-access': true },
          after: { 'api-rate-limit': 100, 'plan-timeout': '1h30m', 'default-remote-state-access': false },
        },
      },
    ]);
  },
);

commandsOnEachEngine('Secrets and longer texts are read from standard input', async (environment) => {
  const input = JSON.stringify({ 'cloud-a-secret-key': 'from outside', 'cloud-a-access-key-id': 'id' });

  const asArgument = await tipstaff(['settings', 'set', 'cost-estimation', 'cloud-a-secret-key=x'], environment);
  const set = await tipstaff(['settings', 'set', 'cost-estimation', 'enabled=true', '--stdin'], environment, { input });
  const shown = await tipstaff(['settings', 'get', 'cost-estimation', '--json'], environment);
  const cleared = await tipstaff(['settings', 'set', 'cost-estimation', '--stdin', '--json'], environment, {
    input: '{"enabled": false, "cloud-a-secret-key": null}',
  });

  assert.equal(asArgument.code, 2);
  assert.equal(
    asArgument.stderr,
    'cloud-a-secret-key is a secret, and arguments are visible to other users: use --stdin.\n',
  );
  assert.equal(set.code, 0);
  assert.equal(shown.json().data.attributes['cloud-a-secret-key'], 'from outside');
  assert.equal(cleared.json().data.attributes['cloud-a-secret-key'], null);
  const records = await auditRecords(environment);
  assert.deepEqual(
    records.map(({ action }) => action),
    ['settings.update', 'settings.read', 'settings.update'],
  );
  assert.doesNotMatch(JSON.stringify(records), /from outside/);
});

commandsOnEachEngine('An invalid value is refused, and changes nothing', async (environment) => {
  const fails = async (words: readonly string[], input = '') => {
    const { code, stderr } = await tipstaff(['settings', ...words], environment, { input });
    return [code, stderr.trimEnd()];
  };

  const outcomes = [
    await fails(['get', 'generals']),
    await fails(['set', 'general', 'plan-timeout=1d', 'api-rate-limit=many']),
    await fails(['set', 'general', 'plan_timeout=1h']),
    await fails(['set', 'general', 'plan-timeout']),
    await fails(['set', 'general', 'constructor=1']),
    await fails(['set', 'general', '--stdin'], '{"footer": "x", "constructor": 1}'),
    await fails(['set', 'general', '--stdin'], 'plan-timeout=1h'),
    await fails(['set', 'cost-estimation', 'enabled=true']),
  ];

  assert.deepEqual(outcomes, [
    [2, `There is no group of settings generals. The groups are ${settingsGroups.map(({ id }) => id).join(', ')}.`],
    [
      2,
      'API rate limit must be a whole number.\nPlan timeout must be a positive time of at most 24h, such as 90s, 1.5h or 1h30m.',
    ],
    [2, 'plan_timeout=1h sets no known attribute: "tipstaff settings get general" lists the attributes.'],
    [2, 'plan-timeout sets no known attribute: "tipstaff settings get general" lists the attributes.'],
    [2, 'constructor=1 sets no known attribute: "tipstaff settings get general" lists the attributes.'],
    [2, 'general has no attribute footer, constructor that can be set.'],
    [2, 'Standard input must be a JSON object.'],
    [2, 'Enabled requires the credentials for at least one price provider.'],
  ]);
  assert.deepEqual(await auditRecords(environment), []);
});

commandsOnEachEngine('Changes by a command take effect in a running service', async (environment) => {
  await using service = await startService(environment);
  const client = clientOf(service.url);
  const limit = async () => (await client.get('/nothing')).headers.get('x-ratelimit-limit');

  const before = await limit();
  await tipstaff(['settings', 'set', 'general', 'api-rate-limit=1234'], environment);
  while ((await limit()) === '30') await wait(50);

  assert.deepEqual([before, await limit()], ['30', '1234']);
});

commandsOnEachEngine(
  'A change of the mail server says whether a test message was sent, or how to send one',
  async (environment) => {
    await using mailbox = await openMailbox();
    const server = ['enabled=true', 'host=127.0.0.1', `port=${mailbox.port}`, 'sender=tipstaff@example.com'];
    const set = (...words: readonly string[]) => tipstaff(['settings', 'set', 'smtp', ...words], environment);

    const untried = await set(...server);
    const tried = await set('test-email-address=ann@example.com', '--json');
    const off = await set('enabled=false', 'test-email-address=ann@example.com', '--json');

    assert.match(untried.stdout, /^Test message: +not sent, because test-email-address is not set to an address$/m);
    assert.deepEqual(tried.json().meta, { 'test-message': 'sent to ann@example.com' });
    assert.equal(off.json().meta, undefined);
    assert.deepEqual(
      mailbox.mails.map(({ to }) => to),
      [['ann@example.com']],
    );
  },
);
