// Kills the service and its policy engine with SIGKILL during evaluations. Afterwards every accepted plan must have
// exactly one result. `CRASH_ROUNDS` is the number of kills.
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { query } from '../../src/db/query.ts';
import { type Client, clientOf } from '../support/client.ts';
import { environmentOf, type Running, startService } from '../support/command.ts';
import { freshDatabase } from '../support/database.ts';
import { creating, newOpaPolicy, opaSet, pathOf } from '../support/evaluations.ts';
import { killed, type Prepared, prepare, withDatabaseOf } from '../support/process.ts';
import { engines } from '../support/world.ts';
import { letLeasesEnd } from './leases.ts';

// biome-ignore lint/style/noProcessEnv: the number of rounds is an option of the run
const { CRASH_ROUNDS = '2' } = process.env;
const rounds = Number(CRASH_ROUNDS);
const plans = 10;
const maxTime = 30 * 60_000;

/** Policy that runs for some tenths of a second, so that the kill happens during an evaluation. */
const source = `package slow

deny contains "no" if {
  some a in numbers.range(1, 100)
  some b in numbers.range(1, 100)
  a * b == 10000
}
`;

const evaluations = query()((db) =>
  db.selectFrom('policy_evaluations').select(['id', 'status', 'attempts', 'input_digest', 'problem']),
);
const outcomes = query()((db) => db.selectFrom('policy_set_outcomes').select('evaluation_id'));
const chunks = query()((db) => db.selectFrom('policy_evaluation_chunks').select('id'));

/** Returns the child processes of a process. */
const childrenOf = async (pid: number): Promise<readonly number[]> => {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const parents = await Promise.all(
    processes.map(async (name) => {
      const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
      return { child: Number(name), parent: Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2]) };
    }),
  );
  return parents.filter(({ parent }) => parent === pid).map(({ child }) => child);
};

/** Creates evaluations and uploads their plans. Returns the ids of the evaluations whose plan was accepted. */
const send = async (client: Client, path: string): Promise<readonly string[]> => {
  const sent = Array.from({ length: plans }, async () => {
    const { body } = await client.post(path, {});
    const { status } = await client.put(pathOf(body.data.links.upload), creating);
    assert.equal(status, 202);
    return String(body.data.id);
  });
  return await Promise.all(sent);
};

/** Waits until all evaluations are finished. */
const allOver = async (client: Client, name: string): Promise<void> => {
  const deadline = Date.now() + maxTime;
  const waiting = async (status: string): Promise<number> => {
    const { body } = await client.get(`/organizations/${name}/evaluations?filter[status]=${status}`);
    return body.meta.pagination['total-count'];
  };
  while ((await waiting('pending')) + (await waiting('running')) > 0) {
    assert.ok(Date.now() < deadline, 'evaluations that were accepted do not end');
    await pause(100);
  }
};

/**
 * Uploads plans, and kills the service or its engine during the evaluations. Returns the ids of the accepted
 * evaluations.
 */
const crash = async (service: Running, { token }: Prepared, path: string, kills: boolean) => {
  const accepted = await send(clientOf(service.url, token), path);
  await pause(randomInt(3_000));
  if (kills) {
    for (const child of await childrenOf(service.child.pid ?? 0)) process.kill(child, 'SIGKILL');
    await pause(randomInt(1_000));
  }
  await killed(service);
  return accepted;
};

for (const engine of engines) {
  test(`Every accepted plan has exactly one result after kill -9 of service and engine, on ${engine}`, async (context) => {
    await using fresh = await freshDatabase(engine);
    const environment = environmentOf(fresh);
    const prepared = await prepare(environment);
    await using services = new AsyncDisposableStack();
    const first = services.use(await startService(environment));
    const path = await withPolicy(first, prepared);
    const accepted: string[] = [];

    for (let each = 0, service = first; each < rounds; each += 1) {
      accepted.push(...(await crash(service, prepared, path, each % 2 === 1)));
      await letLeasesEnd(environment);
      service = services.use(await startService(environment));
      await allOver(clientOf(service.url, prepared.token), prepared.name);
    }
    await services.disposeAsync();

    await withDatabaseOf(environment, async ({ database }) => {
      const rows = await database.rows(evaluations, {});
      const results = Map.groupBy(await database.rows(outcomes, {}), ({ evaluation_id }) => evaluation_id);
      const wrong = rows.filter(({ id, status }) => status !== 'failed' || results.get(id)?.length !== 1);
      context.diagnostic(
        `${accepted.length} plans accepted in ${rounds} rounds, ${rows.filter(({ attempts }) => attempts > 1).length} evaluated again, ${wrong.length} wrong`,
      );
      assert.deepEqual(wrong, []);
      assert.deepEqual(rows.map(({ id }) => id).toSorted(), accepted.toSorted());
      assert.deepEqual(await database.rows(chunks, {}), []);
    });
  });
}

/** Creates a policy set whose policy rejects every plan. Returns the path that creates evaluations with it. */
async function withPolicy({ url }: Running, { name, token }: Prepared): Promise<string> {
  const home = { client: clientOf(url, token), name };
  const policy = await newOpaPolicy(home, 'slow', { source, rule: 'data.slow.deny' });
  return `/policy-sets/${await opaSet(home, 'baseline', [policy])}/evaluations`;
}
