import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newByteBudget } from './byte-budget.ts';
import { Busy } from './unavailable.ts';

const limits = { all: 100, anonymous: 50, perAddress: 20 };

test('Bytes are refused over the whole budget, until others are given back', () => {
  const budget = newByteBudget(limits);
  const first = budget.open();
  first.add(60);
  first.add(40);

  assert.throws(() => budget.open().add(1), Busy);
  first[Symbol.dispose]();
  budget.open().add(99);
});

test('What was refused counts until its request ends', () => {
  const budget = newByteBudget(limits);
  const refused = budget.open();
  assert.throws(() => refused.add(101), Busy);

  refused[Symbol.dispose]();
  refused[Symbol.dispose]();

  budget.open().add(100);
});

test('Strangers leave half of the budget to the others, and one address leaves most of theirs', () => {
  const budget = newByteBudget(limits);
  budget.open('a').add(20);
  budget.open('b').add(20);

  assert.throws(() => budget.open('a').add(1), Busy);
  assert.throws(() => budget.open('c').add(20), Busy);
  budget.open().add(39);
});
