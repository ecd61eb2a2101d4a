import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Busy, Unavailable } from '../errors/unavailable.ts';
import { newSemaphore, semaphoreByKey } from './semaphore.ts';

const options = { count: 1, maxWaiting: 2, maxWait: 1_000, refusal: 'Too many wait.' };

test('A released permit goes to the task that has waited longest', async () => {
  const places = newSemaphore(options);
  const first = await places.take();
  const order: string[] = [];
  const waiting = ['second', 'third'].map(async (name) => {
    using _place = await places.take();
    order.push(name);
  });

  first[Symbol.dispose]();
  await Promise.all(waiting);

  assert.deepEqual(order, ['second', 'third']);
});

test('A permit that is released twice counts once', async () => {
  const places = newSemaphore(options);
  const first = places.takeFree();

  first?.[Symbol.dispose]();
  first?.[Symbol.dispose]();

  assert.ok(places.takeFree());
  assert.equal(places.takeFree(), undefined);
});

test('A task behind too many others is refused immediately, with the reason', async () => {
  const places = newSemaphore({ ...options, maxWaiting: 0 });
  places.takeFree();

  const refused = places.take();

  await assert.rejects(refused, (error) => error instanceof Busy && error.detail === 'Too many wait.');
});

test('A task that has waited too long is refused, and the next one gets its turn', async () => {
  const places = newSemaphore({ ...options, maxWait: 10 });
  const first = await places.take();

  await assert.rejects(places.take(), Busy);
  first[Symbol.dispose]();

  assert.ok(places.takeFree());
});

test('No more tasks than the limit run at the same time, in their order of arrival', async () => {
  const limited = newSemaphore({ count: 2 }).run;
  const started: number[] = [];
  let running = 0;
  let max = 0;
  const work = (index: number) => async () => {
    started.push(index);
    running += 1;
    max = Math.max(max, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return index;
  };

  const results = await Promise.all([0, 1, 2, 3, 4].map((index) => limited(work(index))));

  assert.deepEqual(results, [0, 1, 2, 3, 4]);
  assert.deepEqual(started, [0, 1, 2, 3, 4]);
  assert.equal(max, 2);
});

test('If the maximum number of tasks waits, only the next one is refused, immediately', async () => {
  const limited = newSemaphore({ count: 1, maxWaiting: 2 }).run;
  const { promise: end, resolve: finish } = Promise.withResolvers<void>();

  const taken = [0, 1, 2].map((index) => limited(() => end.then(() => index)));
  await assert.rejects(
    limited(async () => 3),
    Unavailable,
  );
  finish();

  assert.deepEqual(await Promise.all(taken), [0, 1, 2]);
  assert.equal(await limited(async () => 4), 4);
});

test('A long queue of short tasks does not delay other events', async () => {
  const limited = newSemaphore({ count: 1 }).run;
  const ended: number[] = [];

  const all = Promise.all(Array.from({ length: 50 }, (_, index) => limited(async () => ended.push(index))));
  await new Promise((resolve) => setImmediate(resolve));
  const early = ended.length;
  await all;

  assert.ok(early < 50, `${early} had ended`);
  assert.equal(ended.length, 50);
});

test('A failed task releases its permit for the next one', async () => {
  const limited = newSemaphore({ count: 1 }).run;

  const failing = limited(() => Promise.reject(new Error('broken')));
  const next = limited(async () => 'done');

  await assert.rejects(failing, /broken/);
  assert.equal(await next, 'done');
});

test('If the maximum number of tasks of a key runs, its next task is refused, and other keys are not affected', async () => {
  const limited = semaphoreByKey({ count: 2, maxWaiting: 0 });
  const { promise: end, resolve: finish } = Promise.withResolvers<string>();
  const running = [limited('one', () => end), limited('one', () => end)];

  await assert.rejects(
    limited('one', () => end),
    Unavailable,
  );
  const other = await limited('other', async () => 'done');
  finish('ended');
  const ended = await Promise.all(running);
  const again = await limited('one', () => end);

  assert.deepEqual([other, ended, again], ['done', ['ended', 'ended'], 'ended']);
});

test('Work waits for other work of the same key only', async () => {
  const limited = semaphoreByKey({ count: 1 });
  const { promise: end, resolve: finish } = Promise.withResolvers<void>();
  const seen: string[] = [];
  const first = limited('one', () => end.then(() => seen.push('first')));
  const second = limited('one', async () => seen.push('second'));

  await limited('other', async () => seen.push('other'));
  finish();
  await Promise.all([first, second]);

  assert.deepEqual(seen, ['other', 'first', 'second']);
});

test('Keys take turns, so that one with many tasks delays another by only one task', async () => {
  const limited = newSemaphore({ count: 1, maxWaitingOfKey: 5, maxWaiting: 20 }).runOfKey;
  const ended: string[] = [];
  const end = async (key: string) => void ended.push(key);

  const many = Array.from({ length: 5 }, () => limited('busy', () => end('busy')));
  await Promise.all([...many, limited('quiet', () => end('quiet')), limited('quiet', () => end('quiet'))]);

  assert.deepEqual(ended, ['busy', 'busy', 'quiet', 'busy', 'quiet', 'busy', 'busy']);
});

test('A key that has too many waiting is refused, and others are not', async () => {
  const limited = newSemaphore({ count: 1, maxWaitingOfKey: 2, maxWaiting: 3 }).runOfKey;
  const { promise: end, resolve: finish } = Promise.withResolvers<void>();

  const taken = ['busy', 'busy', 'busy', 'quiet'].map((key) => limited(key, () => end));
  await assert.rejects(
    limited('busy', () => end),
    Unavailable,
  );
  await assert.rejects(
    limited('third', () => end),
    Unavailable,
  );
  finish();
  await Promise.all(taken);

  assert.equal(await limited('busy', async () => 'done'), 'done');
});

test('The reserved permits go only to keys without a permit', async () => {
  const places = newSemaphore({ count: 4, reserved: 2 });

  const ofBusy = ['busy', 'busy', 'busy'].map((key) => places.takeFree(key));
  const others = ['other', 'third', 'fourth'].map((key) => places.takeFree(key));

  assert.deepEqual(
    [...ofBusy, ...others].map((place) => place !== undefined),
    [true, true, false, true, true, false],
  );
  assert.deepEqual([places.placesOf('busy'), places.placesOf('other'), places.placesOf('fourth')], [2, 1, 0]);
});

test('A free permit goes to a key without one, and otherwise to the key with the lowest usage', async () => {
  const used: Readonly<Record<string, number>> = { many: 9, few: 1, some: 5 };
  const places = newSemaphore({ count: 2, usedBy: (key) => used[key] ?? 0 });
  const [other, own] = [places.takeFree('other'), places.takeFree('few')];
  const order: string[] = [];
  const waiting = ['few', 'many', 'some'].map(async (key) => {
    using _place = await places.take(key);
    order.push(key);
    own?.[Symbol.dispose]();
  });

  other?.[Symbol.dispose]();
  await Promise.all(waiting);

  assert.deepEqual(order, ['some', 'few', 'many']);
});
