// Database commands. Tests on a real cluster run manually: `npm run test:conformance -- citus`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clusterFindings } from '../../src/cli/doctor/data.ts';
import type { Engine } from '../../src/db/engine.ts';
import { clusterUrl } from '../support/citus.ts';
import { commandsOn, type Environment, tipstaff } from '../support/command.ts';
import { engines } from '../support/world.ts';

const withoutCluster: readonly Engine[] = clusterUrl === undefined ? engines : ['sqlite'];

const refusesToDistribute = async (environment: Environment): Promise<void> => {
  const onSqlite = environment.TIPSTAFF_DATABASE_URL === undefined;

  const planned = await tipstaff(['database', 'distribute'], environment);
  const applied = await tipstaff(['database', 'distribute', '--apply', '--json'], environment);

  const sentence = onSqlite
    ? 'The embedded database cannot be distributed, because it is a single file: set TIPSTAFF_DATABASE_URL to the coordinator of a Citus cluster.\n'
    : 'The database does not have the extension citus, so its tables stay on one server: docs/operate/postgresql.md describes how to set up a cluster.\n';
  assert.deepEqual([planned.code, planned.stdout, planned.stderr], [1, '', sentence]);
  assert.equal(applied.code, 1);
  assert.ok(applied.stderr.includes(sentence.trim()), applied.stderr);
};

for (const engine of withoutCluster)
  commandsOn(engine, 'Without a cluster nothing is distributed, and a sentence says why', refusesToDistribute);

test('The doctor command lists the nodes of a cluster, unreachable nodes, and tables that are not distributed', () => {
  const coordinator = { address: 'one:5432', isCoordinator: true, answers: true, shards: 0 };
  const worker = { address: 'two:5432', isCoordinator: false, answers: true, shards: 288 };
  const cluster = { version: '13.2-1', isCoordinator: true, nodes: [coordinator, worker], missingSteps: 0 };

  const healthy = clusterFindings(cluster);
  const due = clusterFindings({ ...cluster, missingSteps: 2 });
  const silent = clusterFindings({ ...cluster, nodes: [coordinator, { ...worker, answers: false }] });
  const misdirected = clusterFindings({ ...cluster, isCoordinator: false });

  const summary = 'Citus 13.2-1 on 2 nodes: one:5432 coordinator, two:5432 288 shards.';
  assert.deepEqual(healthy, [{ check: 'cluster', status: 'ok', detail: summary }]);
  assert.deepEqual(
    due.map(({ status, detail }) => [status, detail]),
    [['warning', `${summary} Some tables are not distributed yet: run "tipstaff database distribute".`]],
  );
  assert.deepEqual(
    silent.map(({ status }) => status),
    ['ok', 'problem'],
  );
  assert.match(silent[1]?.detail ?? '', /^The node two:5432 does not answer, .*: start the node/);
  assert.deepEqual(
    misdirected.map(({ status }) => status),
    ['warning'],
  );
  assert.deepEqual(clusterFindings(undefined), []);
});
