// Checks against a service whose queue of evaluations is full.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { query } from '../../src/db/query.ts';
import { type EvaluationRow, insertEvaluation } from '../../src/domains/policies/evaluations/store.ts';
import { planIntake } from '../../src/domains/policies/services.ts';
import { tipstaff } from '../support/command.ts';
import { creating, newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { startEveryJob } from '../support/jobs.ts';
import { listening } from '../support/listening.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { type Home, openWorld, type World } from '../support/world.ts';

const evaluationRows = query()<EvaluationRow>((db) => db.selectFrom('policy_evaluations').selectAll());

const rowsOf = ({ context }: World) => context.database.rows(evaluationRows, {});

/** Creates as many evaluations without a plan as the service allows. Returns a function that deletes them. */
const fill = async (world: World, { client, name }: Home) => {
  await client.post(`/organizations/${name}/evaluations`, { data: { type: 'policy-evaluations' } });
  const [row] = await rowsOf(world);
  assert.ok(row !== undefined);
  const copies = Array.from({ length: 99 }, (_, index) => ({ ...row, id: `poleval-${index}` }));
  await world.context.database.transaction((tx) => insertEvaluation(tx, copies));
  return () =>
    world.context.database.transaction((tx) =>
      tx.run((db) => db.deleteFrom('policy_evaluations').where('input_digest', 'is', null)),
    );
};

const planIn = async (folder: string) => {
  const plan = join(folder, 'plan.json');
  await writeFile(plan, creating);
  return plan;
};

test('Checks wait while the queue is full, and each check ends with a verdict', async () => {
  await using folder = await temporaryFolder();
  await using world = await openWorld('sqlite');
  await using _jobs = startEveryJob(world);
  const home = await world.home();
  await opaSet(home, 'baseline', [await newOpaPolicy(home, 'buckets')], { global: true });
  const plan = await planIn(folder.path);
  const empty = await fill(world, home);
  const environment = { TIPSTAFF_URL: world.url, TIPSTAFF_TOKEN: home.owner.token };
  const waits: string[] = [];
  const allWait = Promise.withResolvers<void>();
  const watch = (line: string) => {
    if (waits.push(line) === 4) allWait.resolve();
  };

  const checking = Array.from({ length: 4 }, () =>
    tipstaff(['check', plan, '--organization', home.name], environment, { watch }),
  );
  await Promise.race([allWait.promise, Promise.all(checking)]);
  await empty();
  const checks = await Promise.all(checking);

  assert.deepEqual(
    checks.map(({ code, stdout }) => [code, /^failed +baseline\/buckets/.test(stdout)]),
    checks.map(() => [1, true]),
  );
  assert.ok(waits.length >= 4);
  for (const line of waits) assert.match(line, /^http:\S+ is busy\. The next try is in [2-8] seconds\.\n$/);
  assert.deepEqual(
    (await rowsOf(world)).map(({ status }) => status),
    checks.map(() => 'failed'),
  );
});

test('A check gives up after it has waited ten minutes for the service, and cancels its waiting evaluation', async () => {
  await using folder = await temporaryFolder();
  await using world = await openWorld('sqlite');
  const home = await world.home();
  await using proxy = await listening(
    createServer(async (incoming, outgoing) => {
      const { method = 'GET', url = '', headers } = incoming;
      const sent = Buffer.concat(await incoming.toArray());
      const answer = await fetch(world.url + url, {
        method,
        headers: { authorization: headers.authorization ?? '', 'content-type': headers['content-type'] ?? '' },
        ...(sent.length > 0 && { body: sent }),
      });
      const wait = answer.status === 429 ? { 'retry-after': '601' } : {};
      outgoing.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '', ...wait });
      outgoing.end(await answer.text());
    }),
  );
  const busy = Promise.withResolvers<void>();
  const uploader = { organization: home.organization.id, owner: home.owner.user.id };
  const others = Array.from({ length: 16 }, () => planIntake(world.context).uploading(uploader, () => busy.promise));

  const refused = await tipstaff(['check', await planIn(folder.path), '--organization', home.name], {
    TIPSTAFF_URL: proxy.url,
    TIPSTAFF_TOKEN: home.owner.token,
  });
  busy.resolve();
  await Promise.all(others);

  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /^You already have 16 plan uploads to this organization in progress, .*\n$/);
  const rows = await rowsOf(world);
  assert.deepEqual(
    rows.map(({ status, input_digest }) => [status, input_digest]),
    [['canceled', null]],
  );
});
