// Tests that every gauge in the metrics changes when the measured value changes.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openReceiver, streamOnce, streamTo } from '../../../../test/support/audit-receiver.ts';
import { created, creating, pathOf } from '../../../../test/support/evaluations.ts';
import { failMail, longAgo } from '../../../../test/support/neglect.ts';
import { newServerKeyPair } from '../../../../test/support/saml/certificate.ts';
import { samplesIn } from '../../../../test/support/scrape.ts';
import { temporaryFolder } from '../../../../test/support/temporary.ts';
import { onEachEngine, openWorld, type World } from '../../../../test/support/world.ts';
import { schemaVersion } from '../../../db/schema/migrations/index.ts';
import { newMetrics } from '../../../runtime/observability/metrics.ts';
import { storeState } from '../../../runtime/state/instance-state.ts';
import { conditions } from '../../index.ts';
import { gaugesOf } from './metrics.ts';

/** Gauges whose values come from this process instead of the database or the disk. */
const gaugesOfProcess = [
  'tipstaff_database_connections{state="open"}',
  'tipstaff_job_consecutive_failures{job="tidying"}',
  'tipstaff_job_last_success_timestamp_seconds{job="tidying"}',
  'tipstaff_policy_engine_processes',
  'tipstaff_policy_engine_resident_memory_bytes',
];
const constant = 'tipstaff_info';
const gaugeOfCertificate = 'tipstaff_tls_certificate_expiry_timestamp_seconds';
const nameOf = (series: string): string => series.replace(/\{.*/, '');

const scraped = async ({ anonymous }: World) => (await anonymous.get('//metrics')).bytes.toString();

const ownGaugesIn = (text: string): readonly string[] =>
  [...text.matchAll(/^# TYPE (tipstaff_\w+) gauge$/gm)].map(([, name = '']) => name).sort();

/** Sets the schema to the version of a later program, so that this program is not ready. */
const leaveBehind = ({ context: { database } }: World) => {
  const version = schemaVersion() + 2;
  return database.transaction((tx) =>
    tx.run((db) => ({
      compile: () =>
        sql`insert into migrations (name, digest, version, oldest) values ('ahead', '', ${version}, ${version})`.compile(
          db,
        ),
    })),
  );
};

/** Creates an evaluation that has a plan but is never evaluated, because no job runs. */
const leaveWaiting = async (world: World): Promise<void> => {
  const home = await world.home();
  const { links } = await created({ by: home, path: `/organizations/${home.name}/evaluations` });
  assert.equal((await home.client.put(pathOf(links.upload), creating)).status, 202);
};

onEachEngine(
  'Each gauge that is read from the database or the disk changes its value after a change',
  async (world) => {
    const { database, config } = world.context;
    await using receiver = await openReceiver();
    receiver.behave((_, response) => response.writeHead(503).end());
    const before = await scraped(world);
    await streamTo(world, receiver);
    await streamOnce(world);
    await leaveWaiting(world);
    await database.transaction(failMail);
    const held = { at: longAgo, madeAt: longAgo };
    await database.transaction((tx) => storeState(tx, 'held', JSON.stringify(held)));
    await writeFile(join(config.dataDir, 'ballast'), Buffer.alloc(8_388_608, 1), { flush: true });

    const after = await scraped(world);
    await leaveBehind(world);
    const behind = await scraped(world);

    const [then, now] = [samplesIn(before), samplesIn(after)];
    const changed = [...now.keys()].filter((name) => now.get(name) !== then.get(name)).map(nameOf);
    const others = [...gaugesOfProcess.map(nameOf), constant, 'tipstaff_ready', gaugeOfCertificate];
    assert.deepEqual(
      ownGaugesIn(after).filter((name) => !others.includes(name)),
      ownGaugesIn(after).filter((name) => !others.includes(name) && changed.includes(name)),
    );
    assert.deepEqual([then.get('tipstaff_ready'), samplesIn(behind).get('tipstaff_ready')], ['1', '0']);
    assert.deepEqual([then.get('tipstaff_evaluations_waiting'), now.get('tipstaff_evaluations_waiting')], ['0', '1']);
    assert.equal(then.get('tipstaff_audit_stream_records_behind'), undefined);
    assert.equal(now.get('tipstaff_audit_stream_failed_attempts'), '1');
    assert.equal(now.get('tipstaff_mail_failed_attempts'), '5');
  },
);

test('Each gauge of the process changes its value after a change', async () => {
  await using world = await openWorld('sqlite');
  let [open, pids] = [1, [] as readonly number[]];
  let job = { name: 'tidying', interval: 1, failedAt: null, failure: null, nextAt: null, failures: 0, ranAt: longAgo };
  const { database } = world.context;
  const metrics = newMetrics({
    edition: 'all',
    database: { ...database, connections: () => ({ open, maximum: 9, waiting: 0 }) },
    jobStatuses: { ran: () => undefined, failed: () => undefined, rests: () => undefined, list: () => [job] },
  });
  metrics.watchEngine(() => ({ pids, starts: 0, ends: {}, worked: 0 }));
  const then = samplesIn(await metrics.text([]));
  [open, pids] = [2, [process.pid]];
  job = { ...job, failures: 1, ranAt: '2021-01-01T00:00:00.000Z' };

  const text = await metrics.text([]);

  const now = samplesIn(text);
  const changed = gaugesOfProcess.filter((name) => now.get(name) !== undefined && now.get(name) !== then.get(name));
  assert.deepEqual(changed, gaugesOfProcess);
  assert.deepEqual(ownGaugesIn(text), [...gaugesOfProcess.map(nameOf), constant].sort());
});

test('The gauge of the certificate follows its files', async () => {
  await using folder = await temporaryFolder();
  await using world = await openWorld('sqlite');
  const [tlsCertificate, tlsKey] = [join(folder.path, 'tls.crt'), join(folder.path, 'tls.key')];
  const context = { ...world.context, config: { ...world.context.config, tlsCertificate, tlsKey } };
  const endWith = async (days: number) => {
    const { certificate, privateKey } = newServerKeyPair({ days });
    await writeFile(tlsCertificate, certificate);
    await writeFile(tlsKey, privateKey, { mode: 0o600 });
    return (await gaugesOf(context, conditions)).find(({ name }) => name === gaugeOfCertificate)?.value ?? 0;
  };

  const [first, second] = [await endWith(30), await endWith(365)];

  assert.ok(second - first > 300 * 86_400, `${first} ${second}`);
});
