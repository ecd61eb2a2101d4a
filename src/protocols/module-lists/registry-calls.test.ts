import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { maxCalls, registryCalls } from './registry-calls.ts';

const call = (source: string, version?: string, nested = {}) => ({
  source,
  version_constraint: version,
  module: { module_calls: nested },
});

const planOf = (calls: object) => ({ configuration: { root_module: { module_calls: calls } } });

test('the calls of modules on given hosts are read once each, including those in called modules', () => {
  const vpc = 'tipstaff.example.com/acme/vpc/aws';
  const plan = planOf({
    one: call(vpc, ' ~>  1.4\n', { inner: call('Registry.Example.com/acme/Inner/aws//modules/a') }),
    two: call(vpc, '~> 1.4'),
    other: call(vpc, '2.0.0'),
    folder: call('./modules/vpc'),
    git: call('git::https://tipstaff.example.com/vpc.git'),
    elsewhere: call('registry.terraform.io/acme/vpc/aws'),
    long: call(vpc, '1'.repeat(256)),
  });

  const calls = registryCalls(plan, ['tipstaff.example.com', 'registry.example.com']);

  const named = { host: 'tipstaff.example.com', organization: 'acme', module: 'vpc', provider: 'aws' };
  deepEqual(calls, [
    { ...named, version: '~> 1.4' },
    { ...named, version: '2.0.0' },
    { ...named, host: 'registry.example.com', module: 'Inner', version: '' },
  ]);
});

test('the number of calls is limited, and documents that are not plans have no calls', () => {
  const many = Array.from({ length: 1_000 }, (_, index) => [`call-${index}`, call(`a.example.com/b/c-${index}/d`)]);

  equal(registryCalls(planOf(Object.fromEntries(many)), ['a.example.com']).length, maxCalls + 1);
  for (const value of [null, [], 'plan', { configuration: [] }, planOf([null])])
    deepEqual(registryCalls(value, ['a.example.com']), []);
});
