import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postgresServers } from './postgres-address.ts';

test('A URL with one server is not changed', () => {
  const servers = postgresServers('postgres://user:word@one:5433/tipstaff?sslmode=require');

  assert.deepEqual(servers, { urls: ['postgres://user:word@one:5433/tipstaff?sslmode=require'], needsWrites: false });
});

test('The servers of a URL share everything else, and target_session_attrs requires one that accepts changes', () => {
  const servers = postgresServers(
    'postgresql://user:word@one:5433,two:5434/tipstaff?target_session_attrs=read-write&sslmode=require',
  );

  assert.deepEqual(servers, {
    urls: [
      'postgres://user:word@one:5433/tipstaff?sslmode=require',
      'postgres://user:word@two:5434/tipstaff?sslmode=require',
    ],
    needsWrites: true,
  });
});

const read: Readonly<Record<string, string>> = {
  'POSTGRES://user@one/tipstaff': 'postgres://user@one/tipstaff',
  'postgresql://one/tipstaff': 'postgres://one/tipstaff',
  'postgres://user:a#b@one/tipstaff': 'postgres://user:a%23b@one/tipstaff',
  'postgres://user@/tipstaff?host=/run/postgresql': 'postgres://user@%2Frun%2Fpostgresql/tipstaff',
  'postgresql:///tipstaff?host=/run/postgresql&sslmode=disable':
    'postgres://%2Frun%2Fpostgresql/tipstaff?sslmode=disable',
  'postgres://one/tipstaff?sslmode=verify-full&sslrootcert=system':
    'postgres://one/tipstaff?sslmode=verify-full&sslrootcert=system',
};

for (const [written, url] of Object.entries(read)) {
  test(`${written} is read as libpq does`, () => {
    assert.deepEqual(postgresServers(written), { urls: [url], needsWrites: false });
  });
}

const wrong: Readonly<Record<string, RegExp>> = {
  'mysql://one/tipstaff': /begins with postgres:/,
  'postgres:///tipstaff': /with hosts such as/,
  'postgres://one,/tipstaff': /with hosts such as/,
  'postgres://one:port/tipstaff': /with hosts such as/,
  'postgres://user:a/b@one/tipstaff': /%2F, %3F, %40 and %25/,
  'postgres://user:a?b@one/tipstaff': /%2F, %3F, %40 and %25/,
  'postgres://one/tipstaff?target_session_attrs=standby': /target_session_attrs=any, /,
  'postgres://one/tipstaff?sslmode=allow': /sslmode=disable, prefer, /,
  'postgres://one/tipstaff?sslmode=verify-ca': /sslrootcert, the file with the CA certificate/,
  'postgres://one/tipstaff?sslmode=require&sslrootcert=system': /sslmode=verify-full/,
};

for (const [written, wants] of Object.entries(wrong)) {
  test(`${written} is not a valid URL, and the reason is returned`, () => {
    const refused = postgresServers(written);

    assert.match('wants' in refused ? refused.wants : '', wants);
  });
}
