import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Busy } from '../errors/unavailable.ts';
import { newSemaphore } from './semaphore.ts';

const options = { count: 1, maxWaiting: 2, maxWait: 1_000, refusal: 'Too many wait.' };

test('A place that is given back goes to the task that has waited longest', async () => {
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

test('A place that is given back twice counts once', async () => {
  const places = newSemaphore(options);
  const first = places.takeFree();

  first?.[Symbol.dispose]();
  first?.[Symbol.dispose]();

  assert.ok(places.takeFree());
  assert.equal(places.takeFree(), undefined);
});

test('A task behind too many others is refused at once, with the reason', async () => {
  const places = newSemaphore({ ...options, maxWaiting: 0 });
  places.takeFree();

  const refused = places.take();

  await assert.rejects(refused, (error) => error instanceof Busy && error.detail === 'Too many wait.');
});

test('A task that waited too long is refused, and its turn goes to the next', async () => {
  const places = newSemaphore({ ...options, maxWait: 10 });
  const first = await places.take();

  await assert.rejects(places.take(), Busy);
  first[Symbol.dispose]();

  assert.ok(places.takeFree());
});
