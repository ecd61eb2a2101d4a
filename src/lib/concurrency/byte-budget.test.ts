import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Busy } from '../errors/unavailable.ts';
import { newByteBudget } from './byte-budget.ts';

const limits = { all: 100, anonymous: 50, perAddress: 20, perClient: 100 };
const somebody = { key: 'somebody' };
const stranger = (key: string) => ({ key, isAnonymous: true });

test('Bytes beyond the whole budget are refused until others are released', () => {
  const budget = newByteBudget(limits);
  const first = budget.open(somebody);
  first.add(60);
  first.add(40);

  assert.throws(() => budget.open(somebody).add(1), Busy);
  first[Symbol.dispose]();
  budget.open(somebody).add(99);
});

test('Refused bytes count until their request ends', () => {
  const budget = newByteBudget(limits);
  const refused = budget.open(somebody);
  assert.throws(() => refused.add(101), Busy);

  refused[Symbol.dispose]();
  refused[Symbol.dispose]();

  budget.open(somebody).add(100);
});

test('Anonymous clients leave half of the budget to others, and one address leaves most of that half to other addresses', () => {
  const budget = newByteBudget(limits);
  budget.open(stranger('a')).add(20);
  budget.open(stranger('b')).add(20);

  assert.throws(() => budget.open(stranger('a')).add(1), Busy);
  assert.throws(() => budget.open(stranger('c')).add(20), Busy);
  budget.open(somebody).add(39);
});

test('One client leaves the rest of the budget to the others', () => {
  const budget = newByteBudget({ ...limits, perClient: 30 });
  const own = budget.open(somebody);
  own.add(30);

  assert.throws(() => budget.open(somebody).add(1), Busy);
  // An address without credentials and an account with the same name are different owners.
  budget.open(stranger('somebody')).add(20);
  budget.open({ key: 'another' }).add(30);
  own[Symbol.dispose]();
});
