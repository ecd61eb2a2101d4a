import assert from 'node:assert/strict';
import { withOwnServices } from '../../../test/support/own-services.ts';
import { onEachEngine, type World } from '../../../test/support/world.ts';
import { query } from '../../db/query.ts';
import { attemptParts } from '../../domains/instance/index.ts';
import { maxExhaustedAge } from './exhausted-keys.ts';
import { type Attempt, attemptSucceeded, beginAttempt, type FailureLimit } from './failure-limit.ts';

const minute = 60_000;
const account: FailureLimit = { key: 'account:Ada', max: 5 };
const address: FailureLimit = { key: 'address:192.0.2.1', max: 20 };

const allFailures = query()((db) => db.selectFrom('failed_attempts').selectAll());

const begin = ({ context }: World, ...limits: readonly FailureLimit[]): Promise<Attempt> =>
  beginAttempt(attemptParts(context), limits);

/** Counts an attempt. Calling the returned function reports the attempt as successful. */
const beginRight = async (world: World, ...limits: readonly FailureLimit[]): Promise<() => Promise<void>> => {
  const begun = await begin(world, ...limits);
  assert.ok(begun.isAllowed);
  return () => attemptSucceeded(attemptParts(world.context), limits, begun.at);
};

/** Makes several attempts one after another. Returns for each of them whether it was allowed. */
const beginTimes = async (world: World, times: number, ...limits: readonly FailureLimit[]): Promise<boolean[]> => {
  const allowed: boolean[] = [];
  for (let time = 0; time < times; time += 1) allowed.push((await begin(world, ...limits)).isAllowed);
  return allowed;
};

onEachEngine('After five failed attempts, the sixth is refused until a minute after the first', async (world) => {
  const wrong = await beginTimes(world, 5, account);
  world.advance(30_000);

  const sixth = await begin(world, account);
  world.advance(30_000);
  const afterAMinute = await beginTimes(world, 6, account);

  assert.deepEqual(wrong, [true, true, true, true, true]);
  assert.ok(!sixth.isAllowed && sixth.retryAfter > 20 && sixth.retryAfter <= 30, JSON.stringify(sixth));
  assert.deepEqual(afterAMinute, [true, true, true, true, true, false]);
});

onEachEngine('Of fifty concurrent attempts, five are allowed', async (world) => {
  const guesses = Array.from({ length: 50 }, () => begin(world, account, address));

  const attempts = await Promise.all(guesses);

  assert.equal(attempts.filter(({ isAllowed }) => isAllowed).length, 5);
});

onEachEngine('Attempts with the same keys in different orders do not deadlock', async (world) => {
  const roomy = { ...account, max: 100 };
  const limits = (index: number) => (index % 2 === 0 ? [roomy, address] : [address, roomy]);
  const guesses = Array.from({ length: 40 }, (_, index) => begin(world, ...limits(index)));

  const attempts = await Promise.all(guesses);

  assert.equal(attempts.filter(({ isAllowed }) => isAllowed).length, 20);
});

onEachEngine('Successful attempts do not count', async (world) => {
  for (let time = 0; time < 10; time += 1) {
    const succeed = await beginRight(world, account, address);
    await succeed();
  }

  const wrong = await beginTimes(world, 6, account);

  assert.deepEqual(wrong, [true, true, true, true, true, false]);
});

onEachEngine('The minute begins with the first failed attempt, not with a successful one', async (world) => {
  const succeed = await beginRight(world, account);
  await succeed();
  world.advance(minute - 1_000);

  await beginTimes(world, 5, account);
  world.advance(2_000);
  const attempt = await begin(world, account);

  assert.equal(attempt.isAllowed, false);
});

onEachEngine('An attempt that is refused for one key is not counted for the other', async (world) => {
  await beginTimes(world, 5, account);
  await beginTimes(world, 50, account, address);

  const others = await beginTimes(world, 21, address);

  assert.equal(others.filter((isAllowed) => isAllowed).length, 20);
});

onEachEngine(
  'An attempt that succeeds after its minute has ended is not subtracted from the next minute',
  async (world) => {
    const succeed = await beginRight(world, account);
    world.advance(minute);
    await beginTimes(world, 5, account);

    await succeed();
    const attempt = await begin(world, account);

    assert.equal(attempt.isAllowed, false);
  },
);

const statementsIn = (world: World): { readonly written: string[]; readonly world: World } => {
  const { context } = world;
  const written: string[] = [];
  const transaction: typeof context.database.transaction = (work) => {
    written.push('transaction');
    return context.database.transaction(work);
  };
  const database = Object.assign(Object.create(context.database), { transaction });
  return { written, world: { ...world, context: { ...context, database } } };
};

onEachEngine('A refused attempt writes nothing, neither a count nor a row of a new key', async (world) => {
  await beginTimes(world, 20, address);
  const { written, world: watched } = statementsIn(world);

  const refused = await Promise.all(
    Array.from({ length: 10 }, (_, index) => begin(watched, { key: `account:new-${index}`, max: 5 }, address)),
  );

  assert.ok(refused.every(({ isAllowed }) => !isAllowed));
  assert.deepEqual(written, []);
  assert.equal((await world.context.database.rows(allFailures, {})).length, 1);
});

onEachEngine('Refused parallel attempts leave no rows for other keys', async (world) => {
  const attempts = await Promise.all(
    Array.from({ length: 30 }, (_, index) => begin(world, { key: `account:new-${index}`, max: 5 }, address)),
  );

  assert.equal(attempts.filter(({ isAllowed }) => isAllowed).length, 20);
  assert.equal((await world.context.database.rows(allFailures, {})).length, 21);
});

onEachEngine('A cached limit needs no query until an attempt is subtracted', async (world) => {
  const succeed = await beginRight(world, account);
  await beginTimes(world, 4, account);
  await begin(world, account);
  const away = { ...world, context: { ...world.context, database: Object.create(null) } };

  const refused = await begin(away, account);
  await succeed();
  const allowed = await begin(world, account);

  assert.deepEqual([refused.isAllowed, allowed.isAllowed], [false, true]);
});

onEachEngine('Attempts that another instance has subtracted are noticed after five seconds', async (world) => {
  const other = { ...world, context: withOwnServices(world.context) };
  const succeed = await beginRight(other, account);
  await beginTimes(other, 4, account);
  await begin(world, account);

  await succeed();
  const early = await begin(world, account);
  world.advance(maxExhaustedAge);
  const later = await begin(world, account);

  assert.deepEqual([early.isAllowed, later.isAllowed], [false, true]);
});

onEachEngine('Neither a name nor an address is stored as it is', async (world) => {
  await begin(world, account, address);

  const rows = await world.context.database.rows(allFailures, {});

  assert.equal(rows.length, 2);
  assert.doesNotMatch(JSON.stringify(rows), /Ada|192\.0\.2\.1/);
});
