import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listeningUrl, readClientConfig, readConfig, readPolicyEngineConfig, unknownVariables } from './config.ts';
import { ConfigError } from './environment.ts';

const key = Buffer.alloc(32, 1).toString('base64');

const problemsOf = (environment: Record<string, string>): readonly string[] => {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.problems;
  }
};

test('An empty environment is a whole configuration', () => {
  const config = readConfig({});

  assert.equal(config.port, 8080);
  assert.equal(config.host, '127.0.0.1');
  assert.equal(config.databaseUrl, undefined);
  assert.equal(config.edition, 'all');
  assert.equal(config.vocabulary, 'neutral');
  assert.deepEqual(config.trustedProxies, []);
});

test('All problems are reported together, each with the name of its variable', () => {
  const problems = problemsOf({
    REEVE_PORT: '65536',
    REEVE_EDITION: 'both',
    REEVE_VOCABULARY: 'both',
    REEVE_BASE_URL: 'ftp://x',
    REEVE_DATABASE_URL: 'mysql://x',
    REEVE_ENCRYPTION_KEY: 'short',
    REEVE_TRUSTED_PROXIES: '10.0.0.0/8/9',
    REEVE_LOG_LEVEL: 'loud',
  });

  assert.equal(problems.length, 8);
  for (const name of [
    'PORT',
    'EDITION',
    'VOCABULARY',
    'BASE_URL',
    'DATABASE_URL',
    'ENCRYPTION_KEY',
    'TRUSTED_PROXIES',
    'LOG_LEVEL',
  ]) {
    assert.ok(
      problems.some((problem) => problem.startsWith(`REEVE_${name} must be `)),
      name,
    );
  }
});

test('PostgreSQL needs a key, and counting together needs PostgreSQL', () => {
  const databaseUrl = 'postgres://user:secret@localhost/reeve';

  assert.deepEqual(problemsOf({ REEVE_DATABASE_URL: databaseUrl }), [
    'REEVE_ENCRYPTION_KEY is required with REEVE_DATABASE_URL.',
  ]);
  assert.deepEqual(problemsOf({ REEVE_DATABASE_URL: databaseUrl, REEVE_ENCRYPTION_KEY: key }), []);
  assert.deepEqual(problemsOf({ REEVE_RATE_LIMIT_STORE: 'database' }), [
    'REEVE_RATE_LIMIT_STORE can be database only with REEVE_DATABASE_URL.',
  ]);
});

test('No problem shows the value of a secret', () => {
  const problems = problemsOf({ REEVE_ENCRYPTION_KEY: 'hunter2', REEVE_METRICS_TOKEN: 'tiny', REEVE_PORT: 'x' });

  assert.equal(problems.length, 3);
  assert.doesNotMatch(problems.join(), /hunter2|tiny/);
});

test('Proxies are addresses or blocks of both families', () => {
  const { trustedProxies } = readConfig({ REEVE_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,2001:db8::/32' });

  assert.deepEqual(trustedProxies, ['127.0.0.1', '10.0.0.0/8', '2001:db8::/32']);
  for (const wrong of ['proxy.example.com', '10.0.0.0/', '10.0.0.0/x', '10.0.0.0/-1', '2001:db8::/129']) {
    assert.equal(problemsOf({ REEVE_TRUSTED_PROXIES: wrong }).length, 1, wrong);
  }
});

test('A misspelt variable is noticed', () => {
  assert.deepEqual(unknownVariables({ REEVE_PORTS: '1', REEVE_PORT: '1', PATH: '/' }), ['REEVE_PORTS']);
});

test('The address listened on is one that a client can use', () => {
  assert.equal(listeningUrl('127.0.0.1', 80), 'http://127.0.0.1:80');
  assert.equal(listeningUrl('::1', 8080), 'http://[::1]:8080');
  assert.doesNotMatch(listeningUrl('0.0.0.0', 8080), /0\.0\.0\.0/);
});

test('A base address is one that paths can be put behind', () => {
  for (const address of ['https://x?y', 'https://x#y', 'x']) {
    assert.deepEqual(problemsOf({ REEVE_BASE_URL: address }), [
      'REEVE_BASE_URL must be an http or https address without a query.',
    ]);
  }
  assert.equal(readConfig({ REEVE_BASE_URL: 'https://reeve.example.com/' }).baseUrl, 'https://reeve.example.com');
});

test('A client finds the token for a host under its own name or under that of stock clients', () => {
  const stock = { TF_TOKEN_my__reeve_example_com: 'stock' };

  const [none, own, other] = [{}, { ...stock, REEVE_TOKEN: 'own' }, stock].map((environment) =>
    readClientConfig(environment).tokenFor('my-reeve.example.com:8443'),
  );

  assert.deepEqual([none, own, other], [undefined, 'own', 'stock']);
  assert.equal(readClientConfig({ REEVE_URL: 'https://reeve.example.com/' }).url, 'https://reeve.example.com');
  assert.throws(() => readClientConfig({ REEVE_URL: 'reeve' }), { name: 'ConfigError' });
});

test('The policy engine needs no other variable, and its own are checked', () => {
  const engine = readPolicyEngineConfig({ REEVE_POLICY_ENGINE: '/opt/engine', REEVE_DATABASE_URL: 'mysql://x' });

  assert.deepEqual(engine, { policyEngine: '/opt/engine', policyEngineMemory: 512 });
  assert.equal(readConfig({ REEVE_POLICY_ENGINE_MEMORY: '1024' }).policyEngineMemory, 1024);
  assert.match(problemsOf({ REEVE_POLICY_ENGINE_MEMORY: '64' }).join(), /^REEVE_POLICY_ENGINE_MEMORY must be /);
});
