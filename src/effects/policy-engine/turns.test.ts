import { deepEqual, equal, rejects } from 'node:assert/strict';
import { test } from 'node:test';
import { budget, newTurns, type Waiting } from './turns.ts';
import { newUsage } from './usage.ts';

/** Creates a scheduler for tasks that declare their own working time. Records the order in which the tasks start. */
const observed = () => {
  const usage = newUsage(() => 0);
  let worked = 0;
  const turns = newTurns(usage, () => worked);
  const began: string[] = [];
  const task = (account: string, milliseconds: number, waiting: Partial<Waiting> & { organization?: string } = {}) => {
    const { organization = account, ...others } = waiting;
    return turns({ tenant: { account, organization }, ...others }, async () => {
      began.push(organization);
      await new Promise((resolve) => setImmediate(resolve));
      worked += milliseconds;
    });
  };
  /** Runs tasks one after another, in the same way as an evaluation runs its policies. */
  const tasks = async (account: string, count: number, milliseconds: number, waiting = {}) => {
    for (let each = 0; each < count; each += 1) await task(account, milliseconds, waiting);
  };
  return { usage, began, task, tasks };
};

const countBefore = (began: readonly string[], name: string, others: string): number =>
  began.slice(0, began.lastIndexOf(name)).filter((each) => each.startsWith(others)).length;

test('An evaluation of few policies waits for one of many policies no more often than it has policies', async () => {
  const { began, tasks } = observed();

  await Promise.all([tasks('many', 2_000, 5), tasks('few', 3, 5)]);

  equal(countBefore(began, 'few', 'many') <= 4, true, began.slice(0, 20).join(' '));
});

test('An account waits for at most one long turn of another, and then goes first until it has used as much', async () => {
  const { began, tasks } = observed();

  await Promise.all([tasks('long', 6, 5_000), tasks('short', 20, 100)]);

  equal(countBefore(began, 'short', 'long'), 1);
});

test('An account does not get more turns by having eight organizations', async () => {
  const { began, tasks } = observed();
  const organizations = Array.from({ length: 8 }, (_, index) => `busy-${index}`);

  await Promise.all([
    ...organizations.map((organization) => tasks('busy', 10, 20, { organization })),
    tasks('quiet', 5, 20),
  ]);

  equal(countBefore(began, 'quiet', 'busy') <= 6, true, began.join(' '));
  deepEqual(new Set(began.slice(0, 16).filter((each) => each !== 'quiet')), new Set(organizations));
});

test('Accounts that have used up their budget take turns equally, however much they have used', async () => {
  const { usage, began, tasks } = observed();
  usage.add('old', 20 * budget);
  usage.add('new', 2 * budget);

  await Promise.all([tasks('new', 4, 100), tasks('old', 4, 100)]);

  deepEqual(began, ['new', 'old', 'new', 'old', 'new', 'old', 'new', 'old']);
});

test('An aborted wait ends, and the running work is not affected', async () => {
  const { began, task } = observed();
  const leaving = new AbortController();

  const running = task('first', 1);
  const gone = task('gone', 1, { signal: leaving.signal });
  const last = task('last', 1);
  leaving.abort(new Error('the client went away'));

  await rejects(gone, /the client went away/);
  await rejects(task('late', 1, { signal: leaving.signal }), /the client went away/);
  await Promise.all([running, last]);
  deepEqual(began, ['first', 'last']);
});

test('After work has failed, the next work gets its turn', async () => {
  const { usage, task, began } = observed();
  const turns = newTurns(usage, () => 0);
  const tenant = { account: 'a', organization: 'a' };

  const failing = turns({ tenant }, () => Promise.reject(new Error('broken')));
  const next = turns({ tenant }, async () => 'done');

  await rejects(failing, /broken/);
  equal(await next, 'done');
  await task('a', 1);
  deepEqual(began, ['a']);
});
