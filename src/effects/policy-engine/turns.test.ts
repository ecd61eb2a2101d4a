import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { newTurns } from './turns.ts';

/** Turns, with a clock that only work moves, and the order in which work began. */
const observed = () => {
  let time = 0;
  const turns = newTurns(() => time);
  const began: string[] = [];
  const work = (name: string, milliseconds: number) => async () => {
    began.push(name);
    await new Promise((resolve) => setImmediate(resolve));
    time += milliseconds;
  };
  /** An evaluation that does something else between two steps. */
  const evaluation = (name: string, steps: number, milliseconds: number) =>
    turns.evaluation(async () => {
      for (let each = 1; each <= steps; each += 1) {
        await turns.step(work(`${name} ${each}`, milliseconds));
        for (let pause = 0; pause < 5; pause += 1) await new Promise((resolve) => setImmediate(resolve));
      }
    });
  return { turns, began, work, evaluation };
};

test('An evaluation waits for one long call, and not again before it has had as much time', async () => {
  const { turns, began, work, evaluation } = observed();

  const calls = [1, 2, 3].map((each) => turns.other(work(`check ${each}`, 300)));
  await Promise.all([...calls, evaluation('policy', 5, 100)]);

  deepEqual(began, ['check 1', 'policy 1', 'policy 2', 'policy 3', 'check 2', 'policy 4', 'policy 5', 'check 3']);
});

test('A call waits for one step of an evaluation', async () => {
  const { turns, began, work, evaluation } = observed();

  const evaluated = evaluation('policy', 3, 100);
  await turns.other(work('check', 1));
  await evaluated;

  deepEqual(began, ['policy 1', 'check', 'policy 2', 'policy 3']);
});

test('Evaluations one after the other let a call in between', async () => {
  const { turns, began, work, evaluation } = observed();

  const calls = [1, 2].map((each) => turns.other(work(`check ${each}`, 300)));
  await Promise.all([...calls, evaluation('first', 2, 10), evaluation('second', 2, 10)]);

  deepEqual(began, ['check 1', 'first 1', 'first 2', 'check 2', 'second 1', 'second 2']);
});
