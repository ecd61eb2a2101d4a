// Every operator condition has consistent codes, alerts and metrics.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conditions } from '../src/domains/index.ts';

const repeated = (names: readonly string[]): readonly string[] =>
  names.filter((name, index) => names.indexOf(name) !== index);

test('Codes, metrics and alerts of conditions have unique names', () => {
  assert.deepEqual(repeated(conditions.map(({ code }) => code)), []);
  assert.deepEqual(repeated(conditions.flatMap(({ metrics = {} }) => Object.keys(metrics))), []);
  assert.deepEqual(repeated(conditions.flatMap(({ alert }) => alert?.name ?? [])), []);
});

test('An alert uses a metric of its condition, and its sentence has a value for each placeholder', () => {
  const wrong = conditions.filter(({ alert, metrics = {}, sentence }) => {
    if (alert === undefined) return false;
    const names = [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    return (
      !Object.keys(metrics).some((name) => alert.expr.includes(name)) ||
      names.some((name) => !(name in (alert.fill ?? {})))
    );
  });

  assert.deepEqual(wrong, []);
});

test('A condition that needs attention is shown somewhere, and says what to do', () => {
  const wrong = conditions
    .filter(({ severity }) => severity !== 'ok')
    .filter(({ places, alert, advice, page, sentence }) => {
      const isAdvised = advice !== undefined || page !== undefined || sentence.endsWith('}');
      return (places.length === 0 && alert === undefined) || !isAdvised;
    });

  assert.deepEqual(wrong, []);
});
