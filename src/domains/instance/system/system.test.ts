import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pass } from 'node:timers/promises';
import { neglect } from '../../../../test/support/neglect.ts';
import { onEachEngine, type World } from '../../../../test/support/world.ts';
import { startHeartbeat } from '../../../runtime/jobs/heartbeat.ts';
import type { JobStatus } from '../../../runtime/jobs/job-status.ts';
import { startJobs } from '../../../runtime/jobs/jobs.ts';
import { jobParts, jobStatuses } from '../index.ts';
import { jobsTogether } from './jobs.ts';

const path = '/admin/system-status';

/** Reads the status repeatedly until `isSo` accepts it. */
const until = async <Status>(read: () => Promise<Status>, isSo: (status: Status) => boolean): Promise<Status> => {
  for (;;) {
    const status = await read();
    if (isSo(status)) return status;
    await pass(5);
  }
};

const statusOf = async ({ person }: World) => {
  const { client } = await person({ isAdmin: true });
  return async () => (await client.get(path)).body.data.attributes;
};

onEachEngine('An administrator sees the environment of the service, and that it is healthy', async (world) => {
  const { database, config } = world.context;

  const status = await (await statusOf(world))();

  const checks = status.findings.map(({ check }: { check: string }) => check);
  assert.equal(status.healthy, true, JSON.stringify(status.findings));
  assert.deepEqual(checks, ['node', 'clock', 'policy engine', 'disk', 'data folder', 'database']);
  assert.equal(status.database, database.engine);
  assert.match(status['database-version'], /^\d+\.\d+/);
  assert.ok(status['database-bytes'] > 100_000, status['database-bytes']);
  assert.ok(status['disk-free-bytes'] > 0 && status['disk-free-bytes'] <= status['disk-bytes']);
  assert.equal(status['base-url'], world.url);
  assert.equal(status.edition, config.edition);
  assert.equal(status['policy-engine'], 'webassembly');
  assert.match(status.findings[2].detail, /^Policies are evaluated by WebAssembly\. /);
  assert.deepEqual([status.instances, status.jobs], [[], []]);
});

onEachEngine('Work that waits too long makes the service unhealthy, and the status says what to do', async (world) => {
  await world.context.database.transaction(neglect);

  const { healthy, findings } = await (await statusOf(world))();

  const problems = findings.filter(({ status }: { status: string }) => status === 'problem');
  assert.equal(healthy, false);
  assert.deepEqual(
    problems.map(({ check }: { check: string }) => check),
    ['audit record', 'jobs', 'mail'],
  );
  assert.match(problems[1].detail, /^A clock was wrong when these jobs ran: audit-sealing\. Set the clocks/);
});

onEachEngine(
  'A process is listed while it runs, and a failed job has an error code but never its message',
  async (world) => {
    const read = await statusOf(world);
    const failing = async () => {
      throw Object.assign(new Error('a secret'), { code: 'ECONNREFUSED' });
    };
    const job = { name: 'failing', intervalMilliseconds: 1, run: failing };
    const { context } = world;

    const jobs = startJobs({ ...jobParts(context), log: { info: () => undefined, error: () => undefined } }, [job]);
    const presence = startHeartbeat({ ...context, jobStatuses: jobStatuses(context) });
    const status = await until(read, ({ jobs: [first], instances }) => first?.failures > 1 && instances.length === 1);
    await jobs[Symbol.asyncDispose]();
    await presence[Symbol.asyncDispose]();
    const after = await read();

    const { 'last-failure-at': failedAt, ...shown } = status.jobs[0];
    assert.equal(shown.failure, 'ECONNREFUSED');
    assert.deepEqual([shown.name, shown['last-run-at'], shown['interval-seconds']], ['failing', null, 0.001]);
    assert.ok(Date.parse(failedAt) > 0);
    assert.ok(!JSON.stringify(status).includes('a secret'));
    assert.deepEqual(after.instances, []);
  },
);

test('The status of a job comes from the process that ran it last', () => {
  const at = (second: number) => `2026-01-01T00:00:0${second}.000Z`;
  const note = { name: 'purge', interval: 1_000, failure: null };
  const failed: JobStatus = { ...note, ranAt: at(1), failedAt: at(2), failures: 3, failure: 'EIO', nextAt: at(9) };
  const ran: JobStatus = { ...note, ranAt: at(3), failedAt: null, failures: 0, nextAt: at(8) };
  const other: JobStatus = { ...ran, name: 'mail' };

  const both = [jobsTogether([failed, ran, other], at(4)), jobsTogether([other, ran, failed], at(4))];

  const expected = { ...ran, failedAt: at(2) };
  assert.deepEqual(both, [
    [other, expected],
    [other, expected],
  ]);
});

test('The next run of a job is in the future, even if a process stored an earlier one', () => {
  const at = (second: number) => `2026-01-01T00:00:0${second}.000Z`;
  const noted = (nextAt: string | null): JobStatus => ({
    ...{ name: 'mail', interval: 1_000, ranAt: null, failedAt: null, failures: 0, failure: null },
    nextAt,
  });
  const nextOf = (...times: readonly (string | null)[]) => jobsTogether(times.map(noted), at(5))[0]?.nextAt;

  const next = [nextOf(at(1), at(6), at(7)), nextOf(at(7), at(1), at(6)), nextOf(at(2), at(4)), nextOf(null, at(4))];

  assert.deepEqual(next, [at(6), at(6), at(4), at(4)]);
  assert.equal(nextOf(null), null);
});
