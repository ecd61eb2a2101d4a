// Tests of transactions that both engines must pass.
import assert from 'node:assert/strict';
import { onEachEngine, type World } from '../../test/support/world.ts';
import { ConstraintViolation } from '../lib/errors/constraint-violation.ts';
import { TransactionOver } from './database.ts';
import { type QueryBuilder, query } from './query.ts';
import { inSavepoint } from './savepoint.ts';

const insert =
  (name: string): QueryBuilder =>
  (db) =>
    db.insertInto('instance').values({ name, value: '' });
const named = query<{ name: string }>()((db, { name }) =>
  db.selectFrom('instance').select('name').where('name', '=', name),
);
const isThere = async ({ context }: World, name: string): Promise<boolean> =>
  (await context.database.first(named, { name })) !== undefined;

onEachEngine('Statements that are not awaited individually are executed in order', async (world) => {
  const { database } = world.context;

  const [, own, , other] = await database.transaction((tx) =>
    Promise.all([
      tx.run(insert('ordered')),
      tx.first(named, { name: 'ordered' }),
      tx.run((db) => db.deleteFrom('instance').where('name', '=', 'ordered')),
      tx.first(named, { name: 'ordered' }),
    ]),
  );

  assert.deepEqual([own?.name, other], ['ordered', undefined]);
});

onEachEngine(
  'Statements that run with the commit are applied together with the others or not at all',
  async (world) => {
    const { database } = world.context;
    const effects: string[] = [];
    const change = (name: string, last: string) =>
      database.transaction(async (tx) => {
        tx.runAtCommit(insert(last));
        tx.afterCommit(() => void effects.push(name));
        await tx.run(insert(name));
      });

    await change('made', 'last');
    const refused = change('refused', 'last');
    await assert.rejects(refused, ConstraintViolation);

    assert.deepEqual(await Promise.all(['made', 'last', 'refused'].map((name) => isThere(world, name))), [
      true,
      true,
      false,
    ]);
    assert.deepEqual(effects, ['made']);
  },
);

onEachEngine('A statement after the end of its transaction has no effect', async (world) => {
  const { database } = world.context;
  const over = Promise.withResolvers<void>();
  const late = Promise.withResolvers<unknown>();
  const failed = database.transaction(async (tx) => {
    over.promise.then(() => tx.run(insert('late'))).then(late.resolve, late.reject);
    await tx.first(named, { name: 'late' });
    throw new Error('given up');
  });

  await assert.rejects(failed, /given up/);
  over.resolve();
  await assert.rejects(late.promise, TransactionOver);

  assert.equal(await isThere(world, 'late'), false);
});

onEachEngine('If one of several changes in a shared commit fails, only that change is rolled back', async (world) => {
  const { database } = world.context;
  const effects: string[] = [];
  const change = (name: string, then?: string) =>
    database.transaction(async (tx) => {
      tx.afterCommit(() => void effects.push(name));
      await tx.run(insert(name));
      if (then !== undefined) await tx.run(insert(then));
      return name;
    });
  await change('taken');
  const names = ['one', 'two', 'three', 'four'];

  const results = await Promise.allSettled(names.map((name) => change(name, name === 'two' ? 'taken' : undefined)));

  assert.deepEqual(
    results.map((each) => (each.status === 'fulfilled' ? each.value : each.reason.constructor)),
    ['one', ConstraintViolation, 'three', 'four'],
  );
  assert.deepEqual(await Promise.all(names.map((name) => isThere(world, name))), [true, false, true, true]);
  assert.deepEqual(effects.toSorted(), ['four', 'one', 'taken', 'three']);
});

onEachEngine('If a savepoint fails, the changes of the savepoint around it can still be rolled back', async (world) => {
  const { database } = world.context;
  const names = ['taken', 'before', 'outer', 'inner', 'after'];
  await database.transaction((tx) => tx.run(insert('taken')));

  const result = await database.transaction(async (tx) => {
    await tx.run(insert('before'));
    const outer = await inSavepoint(
      tx,
      async (part) => {
        await part.run(insert('outer'));
        const inner = (work: string) =>
          inSavepoint(
            part,
            (own) => own.run(insert(work)),
            () => 0,
          );
        assert.equal(await inner('taken'), 0);
        assert.equal(await inner('inner'), 1);
        await part.run(insert('taken'));
        return undefined;
      },
      (error) => error,
    );
    await tx.run(insert('after'));
    return outer;
  });

  assert.ok(result instanceof ConstraintViolation);
  assert.deepEqual(await Promise.all(names.map((name) => isThere(world, name))), [true, true, false, false, true]);
});
