import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longTimeouts } from '../../../test/support/postgres-databases.ts';
import { rawStatement } from '../../../test/support/raw-statement.ts';
import { onEachEngine, openWorld, system, type World } from '../../../test/support/world.ts';
import type { Context } from '../../context.ts';
import { openDatabase } from '../../db/open.ts';
import { type QueryBuilder, query } from '../../db/query.ts';
import type { AuditEntry } from '../../kernel/audit-entry.ts';
import { runOnce } from '../../runtime/jobs/jobs.ts';
import { takeLease } from '../../runtime/jobs/leases.ts';
import { auditedTransaction } from './audit.ts';
import { headText, readHead } from './chain-head.ts';
import { sealingJob } from './sealing.ts';
import { sealedHead, verifyChain } from './verify.ts';

const entryOf = (action: string): AuditEntry => ({
  action,
  type: 'things',
  id: 'thing-1',
  organizationId: 'org-1',
  before: { size: 1 },
  after: { size: 2 },
});

/** A signed-in administrator who impersonates another user, so that every column of the record has a value. */
const actor = {
  ...system,
  address: '192.0.2.1',
  identity: { kind: 'user', id: 'user-target', username: 'target', isAdmin: false },
  session: {
    id: 'session',
    owner: { kind: 'user', id: 'user-admin', username: 'admin', isAdmin: true },
    impersonation: { reason: 'Ticket 7', isOver: false },
  },
} as const;

const record = (context: Context, ...actions: readonly string[]) =>
  auditedTransaction(context, actor, async () => ({ result: undefined, audit: actions.map(entryOf) }));

const seal = (context: Context) => runOnce(context, sealingJob(context));

const rows = query()((db) => db.selectFrom('audit_records').selectAll().orderBy('sequence'));
const recordsIn = ({ context }: World) => context.database.rows(rows, {});

const tamper = ({ context }: World, statement: QueryBuilder): Promise<number> =>
  context.database.transaction((tx) => tx.run(statement));

/** Writes and seals `count` records. */
const withSealed = async (world: World, count: number) => {
  await record(world.context, ...Array.from({ length: count }, (_, index) => `thing.${index + 1}`));
  await seal(world.context);
};

onEachEngine('Simultaneous changes while two instances seal form one chain without gaps', async (world) => {
  const { context } = world;
  await using second = await openDatabase(context.config, longTimeouts);
  const other = { ...context, database: second };
  const changes = Array.from({ length: 60 }, (_, index) => record(index % 2 === 0 ? context : other, `thing.${index}`));
  const sealers = Array.from({ length: 10 }, (_, index) => seal(index % 2 === 0 ? context : other));

  await Promise.all([...changes, ...sealers]);
  const verification = await verifyChain(context);

  const sequences = (await recordsIn(world)).map(({ sequence }) => sequence);
  assert.deepEqual(
    sequences,
    Array.from({ length: 60 }, (_, index) => index + 1),
  );
  assert.equal(verification.fault, undefined);
  assert.equal(verification.head.sequence, 60);
  assert.equal(verification.waiting, 0);
});

onEachEngine('Two instances that seal for the first time at the same time use the same key', async (world) => {
  await using second = await openDatabase(world.context.config, longTimeouts);
  const other = { ...world.context, database: second };
  await record(world.context, 'thing.one');

  const heads = await Promise.all([sealedHead(world.context), sealedHead(other)]);
  await record(world.context, 'thing.two');
  await seal(other);
  const verification = await verifyChain(world.context);

  assert.ok(heads.some(({ sequence }) => sequence === 1));
  assert.equal(verification.fault, undefined);
  assert.equal(verification.head.sequence, 2);
});

test('A record that commits late comes later in the chain than its identifier suggests', async () => {
  await using world = await openWorld('postgres');
  const [written, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const late = world.context.database.transaction(async (tx) => {
    // Inserts the record before the commit, so that the record already has its identifier while the commit is delayed.
    const transaction: Context['database']['transaction'] = async (work) => {
      const insertions: Promise<number>[] = [];
      const result = await work({ ...tx, runAtCommit: (statement) => void insertions.push(tx.run(statement)) });
      await Promise.all(insertions);
      return result;
    };
    await record({ ...world.context, database: { ...world.context.database, transaction } }, 'thing.late');
    written.resolve();
    await gate.promise;
  });

  await written.promise;
  await record(world.context, 'thing.early');
  await seal(world.context);
  gate.resolve();
  await late;
  await seal(world.context);
  const { fault } = await verifyChain(world.context);

  const [first, second] = await recordsIn(world);
  assert.deepEqual([first?.action, second?.action], ['thing.early', 'thing.late']);
  assert.ok(Number(first?.id) > Number(second?.id));
  assert.equal(fault, undefined);
});

onEachEngine('A change of any column of a sealed record is detected at its sequence number', async (world) => {
  await withSealed(world, 3);
  const [, original] = await recordsIn(world);
  assert.ok(original);
  const others = { id: 999, sequence: 999 };
  const freeIds = rawStatement('alter table audit_records alter column id drop identity');
  if (world.engine === 'postgres') await tamper(world, freeIds);

  for (const [column, value] of Object.entries(original)) {
    const changed = typeof value === 'number' ? Reflect.get(others, column) : `${value} `;
    await tamper(world, (db) =>
      db
        .updateTable('audit_records')
        .set({ [column]: changed })
        .where('action', '=', original.action),
    );
    if (column === 'action') {
      await tamper(world, (db) => db.updateTable('audit_records').set({ action: 'x' }).where('action', '=', changed));
    }
    const { fault, head } = await verifyChain(world.context);

    assert.equal(fault?.sequence, 2, column);
    assert.equal(head.sequence, 1, column);
    await tamper(world, (db) =>
      db
        .updateTable('audit_records')
        .set(original)
        .where('id', '=', column === 'id' ? others.id : original.id),
    );
  }
  assert.equal((await verifyChain(world.context)).fault, undefined);
});

const forged = {
  at: '2026-01-01T00:00:00.000Z',
  action: 'thing.forge',
  resource_type: 'things',
  resource_id: 'thing-1',
  actor: '{}',
  change: '{}',
  request_id: '',
  address: '',
  actor_id: null,
  impersonator_id: null,
};

/**
 * Ways to tamper with an audit chain of five records, each with the sequence number of the first fault that
 * verification must report.
 */
const falsifications: Readonly<Record<string, readonly [sequence: number | undefined, ...QueryBuilder[]]>> = {
  'a record in the middle is removed': [3, (db) => db.deleteFrom('audit_records').where('sequence', '=', 3)],
  'the last record is removed': [5, (db) => db.deleteFrom('audit_records').where('sequence', '=', 5)],
  'the end is cut off': [3, (db) => db.deleteFrom('audit_records').where('sequence', '>=', 3)],
  'everything is removed': [1, (db) => db.deleteFrom('audit_records')],
  'two records are swapped': [
    2,
    (db) => db.updateTable('audit_records').set({ sequence: 99 }).where('sequence', '=', 2),
    (db) => db.updateTable('audit_records').set({ sequence: 2 }).where('sequence', '=', 3),
    (db) => db.updateTable('audit_records').set({ sequence: 3 }).where('sequence', '=', 99),
  ],
  'a record in the middle is taken out of the chain': [
    2,
    (db) => db.updateTable('audit_records').set({ sequence: null, seal: null }).where('sequence', '=', 2),
  ],
  'the stored head is reset to an earlier record': [
    1,
    (db) => db.updateTable('instance').set({ value: '0:' }).where('name', '=', 'audit-head'),
  ],
  'the stored head is removed': [undefined, (db) => db.deleteFrom('instance').where('name', '=', 'audit-head')],
  'the stored head is replaced by another one': [
    5,
    (db) =>
      db
        .updateTable('instance')
        .set({ value: `5:${'0'.repeat(64)}` })
        .where('name', '=', 'audit-head'),
  ],
  'a sealed record without a sequence number is added': [
    undefined,
    (db) => db.insertInto('audit_records').values({ ...forged, sequence: null, seal: '0'.repeat(64) }),
  ],
  'a forged record is added to the end of the chain': [
    6,
    (db) => db.insertInto('audit_records').values({ ...forged, sequence: 6, seal: '0'.repeat(64) }),
  ],
};

for (const [what, [sequence, ...statements]] of Object.entries(falsifications)) {
  onEachEngine(`A tampered chain is detected: ${what}`, async (world) => {
    await withSealed(world, 5);

    for (const statement of statements) await tamper(world, statement);
    const { fault } = await verifyChain(world.context);
    await record(world.context, 'thing.later');
    const { fault: later } = await verifyChain(world.context);

    assert.ok(fault);
    assert.equal(fault.sequence, sequence);
    assert.ok(later, 'the fault was not found after another record was sealed');
  });
}

onEachEngine('A chain cut off together with its stored head is detected with a head kept elsewhere', async (world) => {
  await withSealed(world, 5);
  const outside = await sealedHead(world.context);
  const third = (await recordsIn(world))[2];
  await tamper(world, (db) => db.deleteFrom('audit_records').where('sequence', '>', 3));
  await tamper(world, (db) =>
    db
      .updateTable('instance')
      .set({ value: `3:${third?.seal}` })
      .where('name', '=', 'audit-head'),
  );

  const alone = await verifyChain(world.context);
  const against = await verifyChain(world.context, { outside });
  await record(world.context, 'thing.six', 'thing.seven', 'thing.eight');
  const grownOver = await verifyChain(world.context, { outside });

  assert.equal(alone.fault, undefined);
  assert.equal(against.fault?.sequence, 4);
  assert.equal(grownOver.fault?.sequence, 5);
});

onEachEngine('A chain that has grown still contains a head kept elsewhere', async (world) => {
  await withSealed(world, 3);
  const outside = readHead(headText(await sealedHead(world.context)));
  await withSealed(world, 3);

  const { fault, head } = await verifyChain(world.context, { outside });

  assert.equal(outside?.sequence, 3);
  assert.equal(fault, undefined);
  assert.equal(head.sequence, 6);
});

onEachEngine('A crash in the middle of sealing does no harm', async (world) => {
  const { context } = world;
  await record(context, ...Array.from({ length: 700 }, (_, index) => `thing.${index}`));
  const signal = AbortSignal.abort();
  const crashing = sealingJob(context).run({
    signal,
    transaction: (work) =>
      context.database.transaction(async (tx) => {
        await work(tx);
        throw new Error('crash');
      }),
  });

  await assert.rejects(crashing, /crash/);
  const untouched = (await recordsIn(world)).filter(({ seal: sealed }) => sealed !== null);
  await sealingJob(context).run({ signal, transaction: context.database.transaction });
  const half = (await recordsIn(world)).filter(({ seal: sealed }) => sealed !== null);
  const { fault, head } = await verifyChain(context);

  assert.equal(untouched.length, 0);
  assert.equal(half.length, 500);
  assert.equal(fault, undefined);
  assert.equal(head.sequence, 700);
});

onEachEngine(
  'While another instance runs the job, verification leaves sealing to it and reports the number of unsealed records',
  async (world) => {
    await withSealed(world, 2);
    const { database } = world.context;
    await takeLease({ database }, { name: 'audit-sealing', owner: 'another', milliseconds: 10_000 });
    await record(world.context, 'thing.three');

    const { fault, head, waiting } = await verifyChain(world.context);

    assert.deepEqual([fault, head.sequence, waiting], [undefined, 2, 1]);
  },
);

onEachEngine('A chain of many batches is verified completely', async (world) => {
  await withSealed(world, 2_500);
  const progress: number[] = [];

  const whole = await verifyChain(world.context, { progress: (sealed) => progress.push(sealed) });
  await tamper(world, (db) => db.updateTable('audit_records').set({ address: 'x' }).where('sequence', '=', 2_001));
  const { fault, head } = await verifyChain(world.context);

  assert.deepEqual([whole.fault, whole.head.sequence], [undefined, 2_500]);
  assert.deepEqual(progress, [1_000, 2_000]);
  assert.deepEqual([fault?.sequence, head.sequence], [2_001, 2_000]);
});

test('A head is parsed as it was written, and other texts are refused', () => {
  const head = { sequence: 12, seal: 'ab'.repeat(32) };
  const others = ['', ':', '1:', `0:${'ab'.repeat(32)}`, `01:${'ab'.repeat(32)}`, `1:${'AB'.repeat(32)}`, '1:ab'];

  assert.deepEqual(readHead(`${headText(head)}\n`), head);
  assert.deepEqual(readHead('0:'), { sequence: 0, seal: '' });
  for (const other of others) assert.equal(readHead(other), undefined, other);
});
