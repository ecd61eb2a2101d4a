import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postgresServers } from './postgres-address.ts';

test('An address of one server stays as it is', () => {
  const servers = postgresServers('postgres://user:word@one:5433/tipstaff?sslmode=require');

  assert.deepEqual(servers, { urls: ['postgres://user:word@one:5433/tipstaff?sslmode=require'], needsWrites: false });
});

test('Several servers have everything else in common, and one that takes changes is wanted', () => {
  const servers = postgresServers(
    'postgresql://user:word@one:5433,two:5434/tipstaff?target_session_attrs=read-write&sslmode=require',
  );

  assert.deepEqual(servers, {
    urls: [
      'postgresql://user:word@one:5433/tipstaff?sslmode=require',
      'postgresql://user:word@two:5434/tipstaff?sslmode=require',
    ],
    needsWrites: true,
  });
});

for (const wrong of [
  'mysql://one/tipstaff',
  'postgres:///tipstaff',
  'postgres://one,/tipstaff',
  'postgres://one/tipstaff?target_session_attrs=standby',
  'postgres://one:port/tipstaff',
]) {
  test(`${wrong} is no address of servers`, () => {
    assert.equal(postgresServers(wrong), null);
  });
}
