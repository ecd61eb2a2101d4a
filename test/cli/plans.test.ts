// Pricing plan commands in every edition: the catalogue and the organizations' subscriptions.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { query } from '../../src/db/query.ts';
import { clientOf } from '../support/client.ts';
import { commandsOnEachEngine, type Environment, startService, tipstaff } from '../support/command.ts';
import { prepare, withDatabaseOf } from '../support/process.ts';

const recorded = query()((db) =>
  db
    .selectFrom('audit_records')
    .select(['action', 'actor', 'organization_id'])
    .where('resource_type', 'in', ['feature-sets', 'subscriptions'])
    .orderBy('id'),
);

const auditRecords = (environment: Environment) =>
  withDatabaseOf(environment, async ({ database }) =>
    (await database.rows(recorded, {})).map(({ action, actor, organization_id }) => ({
      action,
      name: JSON.parse(actor).name,
      organization: organization_id,
    })),
  );

commandsOnEachEngine(
  'Organizations are subscribed to plans, and the subscription history is shown, in the hosted edition',
  async (installation) => {
    const environment = { ...installation, TIPSTAFF_EDITION: 'hosted' };
    const { name, organizationId } = await prepare(environment);
    const organization = (...words: readonly string[]) => tipstaff(['organization', ...words], environment);

    const trial = await organization('set-plan', name, 'trial', '--json');
    const plus = await organization('set-plan', name, 'plus');
    const again = await organization('set-plan', name, 'trial');
    const none = await organization('set-plan', name);
    const unknown = await organization('set-plan', name, 'gold');
    const nobody = await organization('set-plan', 'nobody', 'plus');
    const history = await organization('subscriptions', name, '--json');
    const shown = await organization('subscriptions', name);

    assert.equal(trial.json().data.attributes['is-self-serve-trial'], true);
    assert.match(plus.stdout, /^FEATURE SET +START AT +END AT +ID\nplus +20\S+Z +- +sub-\w{16}\n$/);
    assert.deepEqual(
      [again.code, again.stderr],
      [1, 'Feature set is a trial, and this organization has already had a trial.\n'],
    );
    const known = 'Name one feature set after the organization: free_standard, standard, plus, trial.\n';
    assert.deepEqual([none.code, none.stderr, unknown.stderr], [2, known, known]);
    assert.deepEqual([nobody.code, nobody.stderr], [1, 'There is no organization nobody.\n']);
    const active = history.json().data.map(({ attributes }: { attributes: object }) => ({ ...attributes }));
    assert.deepEqual(
      active.map((each: Readonly<Record<string, unknown>>) => [each['is-active'], each['end-at'] === null]),
      [
        [true, true],
        [false, false],
        [false, false],
      ],
    );
    assert.deepEqual(
      [...shown.stdout.matchAll(/^[a-z_]+/gm)].map(([plan]) => plan),
      ['plus', 'trial', 'free_standard'],
    );
    const record = { action: 'subscription.create', name: 'command line', organization: organizationId };
    assert.deepEqual(await auditRecords(environment), [record, record]);
  },
);

commandsOnEachEngine('The catalogue is exported, edited as a file, and imported', async (environment) => {
  const featureSets = (...words: readonly string[]) => tipstaff(['feature-sets', ...words], environment);
  const path = join(String(environment.TIPSTAFF_DATA_DIR), 'catalogue.json');

  const exported = await featureSets('export');
  const catalogue = exported.json();
  const [free] = catalogue['feature-sets'];
  free['policy-limit'] = 20;
  await writeFile(path, JSON.stringify(catalogue));
  const imported = await featureSets('import', path, '--json');
  const listed = await featureSets('list');

  assert.equal(exported.code, 0);
  assert.deepEqual(imported.json(), catalogue);
  assert.match(
    listed.stdout,
    /^IDENTIFIER +NAME +STATUS .*\nfree_standard +Free +offered +20 +1 +1 +0 +- +fs-\w{16}\n/,
  );
  assert.deepEqual(
    (await auditRecords(environment)).map(({ action }) => action),
    ['feature-set.update'],
  );
});

commandsOnEachEngine(
  'Errors in a file are reported with their locations, and nothing is changed',
  async (environment) => {
    const fails = async (words: readonly string[], input = '') => {
      const { code, stderr } = await tipstaff(['feature-sets', ...words], environment, { input });
      return [code, stderr.trimEnd()];
    };
    const catalogue = (await tipstaff(['feature-sets', 'export', '--json'], environment)).json();
    catalogue['feature-sets'][1].cost = -1;
    catalogue['feature-sets'][2]['is-trial'] = true;

    const outcomes = [
      await fails(['import', '-'], JSON.stringify(catalogue)),
      await fails(['import', '-'], 'no JSON'),
      await fails(['import', '/nowhere.json']),
      await fails(['set', 'gold', 'cost=1']),
      await fails(['set', 'plus', 'price=1']),
      await fails(['set', 'plus', 'cost=x', 'policy-limit=-1']),
      await fails(['set', 'plus']),
      await fails(['withdraw', 'plus']),
    ];

    assert.deepEqual(outcomes, [
      [
        1,
        [
          '/feature-sets/1/cost: Cost must be greater than or equal to 0.',
          '/feature-sets/2/is-trial: The feature set that new organizations get must have is-trial set to false.',
        ].join('\n'),
      ],
      [1, 'Standard input is not JSON.'],
      [2, '/nowhere.json cannot be read: there is no such file or folder.'],
      [2, 'There is no feature set gold. The feature sets are free_standard, standard, plus, trial.'],
      [2, 'price=1 sets no known attribute: "tipstaff feature-sets export" lists the attributes.'],
      [2, 'Cost must be a whole number.\nPolicy limit must be greater than or equal to 0.'],
      [2, 'Name an attribute to set, such as policy-limit=20.'],
      [1, 'The feature set that new organizations get must have is-withdrawn set to false.'],
    ]);
    assert.deepEqual(await auditRecords(environment), []);
  },
);

commandsOnEachEngine('Changes by a command take effect in a running service', async (environment) => {
  const { token } = await prepare(environment);
  await using service = await startService(environment);
  const client = clientOf(service.url, token);
  const names = async (): Promise<readonly string[]> =>
    (await client.get('/feature-sets')).body.data.map(
      ({ attributes }: { attributes: { name: string } }) => attributes.name,
    );

  const before = await names();
  await tipstaff(['feature-sets', 'withdraw', 'standard'], environment);
  while ((await names()).length === 4) await wait(50);
  await tipstaff(['feature-sets', 'set', 'standard', 'is-withdrawn=false', 'name=Normal'], environment);
  while ((await names()).length === 3) await wait(50);

  assert.deepEqual(
    [before, await names()],
    [
      ['Free', 'Standard', 'Plus', 'Trial'],
      ['Free', 'Normal', 'Plus', 'Trial'],
    ],
  );
});
