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

test('An empty environment is a complete configuration', () => {
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
    TIPSTAFF_PORT: '65536',
    TIPSTAFF_EDITION: 'both',
    TIPSTAFF_VOCABULARY: 'both',
    TIPSTAFF_BASE_URL: 'ftp://x',
    TIPSTAFF_DATABASE_URL: 'mysql://x',
    TIPSTAFF_ENCRYPTION_KEY: 'short',
    TIPSTAFF_TRUSTED_PROXIES: '10.0.0.0/8/9',
    TIPSTAFF_LOG_LEVEL: 'loud',
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
      problems.some((problem) => problem.startsWith(`TIPSTAFF_${name} must be `)),
      name,
    );
  }
});

test('PostgreSQL requires a key, and a shared rate limit requires PostgreSQL', () => {
  const databaseUrl = 'postgres://user:secret@localhost/tipstaff';

  assert.deepEqual(problemsOf({ TIPSTAFF_DATABASE_URL: databaseUrl }), [
    'TIPSTAFF_ENCRYPTION_KEY is required with TIPSTAFF_DATABASE_URL.',
  ]);
  assert.deepEqual(problemsOf({ TIPSTAFF_DATABASE_URL: databaseUrl, TIPSTAFF_ENCRYPTION_KEY: key }), []);
  assert.deepEqual(problemsOf({ TIPSTAFF_RATE_LIMIT_STORE: 'database' }), [
    'TIPSTAFF_RATE_LIMIT_STORE can only be database if TIPSTAFF_DATABASE_URL is set.',
  ]);
});

test('No problem shows the value of a secret', () => {
  const problems = problemsOf({
    TIPSTAFF_ENCRYPTION_KEY: 'hunter2',
    TIPSTAFF_METRICS_TOKEN: 'tiny',
    TIPSTAFF_PORT: 'x',
  });

  assert.equal(problems.length, 3);
  assert.doesNotMatch(problems.join(), /hunter2|tiny/);
});

test('Proxies are addresses or blocks of both families', () => {
  const { trustedProxies } = readConfig({ TIPSTAFF_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,2001:db8::/32' });

  assert.deepEqual(trustedProxies, ['127.0.0.1', '10.0.0.0/8', '2001:db8::/32']);
  for (const wrong of ['proxy.example.com', '10.0.0.0/', '10.0.0.0/x', '10.0.0.0/-1', '2001:db8::/129']) {
    assert.equal(problemsOf({ TIPSTAFF_TRUSTED_PROXIES: wrong }).length, 1, wrong);
  }
});

test('The proxy for outgoing requests is an http or https URL, and no message shows its password', () => {
  const { httpsProxy } = readConfig({ TIPSTAFF_HTTPS_PROXY: ' HTTP://squid:p%40ss@Proxy.internal:3128' });

  assert.equal(httpsProxy, 'http://squid:p%40ss@proxy.internal:3128/');
  for (const wrong of [
    'squid:hunter2@proxy.internal:3128',
    'socks5://squid:hunter2@proxy.internal:1080',
    'http://squid:hunter2%zz@proxy.internal:3128',
    'http://squid:hunter2%ff@proxy.internal:3128',
    'http://squid:hunter2@proxy.internal:3128/path',
    'http://squid:hunter2@proxy.internal:99999',
  ]) {
    assert.deepEqual(problemsOf({ TIPSTAFF_HTTPS_PROXY: wrong }), [
      'TIPSTAFF_HTTPS_PROXY must be an http or https address without a path, with a username and a password in percent-encoding if it has any.',
    ]);
  }
});

test('A wrong exception from the proxy is refused, because requests would silently go another way', () => {
  const { noProxy } = readConfig({ TIPSTAFF_NO_PROXY: '.Internal, 10.0.0.5,::1' });

  assert.deepEqual(noProxy, ['.internal', '10.0.0.5', '[::1]']);
  assert.equal(problemsOf({ TIPSTAFF_NO_PROXY: '.internal, 10.0.0.0/8' }).length, 1);
});

test('Certificate and key are set together', () => {
  const files = { TIPSTAFF_TLS_CERTIFICATE: '/a.pem', TIPSTAFF_TLS_KEY: '/b.pem' };

  assert.deepEqual(problemsOf({ TIPSTAFF_TLS_KEY: '/b.pem' }), [
    'TIPSTAFF_TLS_KEY is set, and TIPSTAFF_TLS_CERTIFICATE is not: set both, or none.',
  ]);
  assert.deepEqual(problemsOf(files), []);
});

test('A misspelt variable is reported', () => {
  const sentences = unknownVariables({ TIPSTAFF_PORTS: '1', TIPSTAFF_PORT: '1', TIPSTAFF_TOKEN_FILE: 'a', PATH: '/' });

  assert.deepEqual(sentences, ['TIPSTAFF_PORTS is not a Tipstaff variable: did you mean TIPSTAFF_PORT?']);
});

test('The address in the listening URL is one that a client can use', () => {
  const ofPlainServer = (host: string, port: number) => listeningUrl({ host }, port);

  assert.equal(ofPlainServer('127.0.0.1', 80), 'http://127.0.0.1:80');
  assert.equal(ofPlainServer('::1', 8080), 'http://[::1]:8080');
  assert.doesNotMatch(ofPlainServer('0.0.0.0', 8080), /0\.0\.0\.0/);
  assert.equal(listeningUrl({ host: '127.0.0.1', tlsCertificate: '/a.pem' }, 443), 'https://127.0.0.1:443');
});

test('A base URL must permit appending paths', () => {
  for (const address of ['https://x?y', 'https://x#y', 'x', 'https://u:secret@x', 'https://@x', 'https:\\\\u:p@x']) {
    assert.deepEqual(problemsOf({ TIPSTAFF_BASE_URL: address }), [
      'TIPSTAFF_BASE_URL must be an http or https address without credentials and without a query.',
    ]);
  }
  assert.equal(
    readConfig({ TIPSTAFF_BASE_URL: 'https://tipstaff.example.com/' }).baseUrl,
    'https://tipstaff.example.com',
  );
});

test('A client reads the token for a host from its own variable or from that of stock clients', () => {
  const stock = { TF_TOKEN_my__tipstaff_example_com: 'stock' };

  const [none, own, other] = [{}, { ...stock, TIPSTAFF_TOKEN: 'own' }, stock].map((environment) =>
    readClientConfig(environment).tokenFor('my-tipstaff.example.com:8443'),
  );

  assert.deepEqual([none, own, other], [undefined, 'own', 'stock']);
  assert.equal(readClientConfig({ TIPSTAFF_URL: 'https://tipstaff.example.com/' }).url, 'https://tipstaff.example.com');
  assert.throws(() => readClientConfig({ TIPSTAFF_URL: 'tipstaff' }), { name: 'ConfigError' });
});

test('The policy engine requires no other variables and validates its own', () => {
  const engine = readPolicyEngineConfig({ TIPSTAFF_POLICY_ENGINE: '/opt/engine', TIPSTAFF_DATABASE_URL: 'mysql://x' });

  assert.deepEqual(engine, { policyEngine: '/opt/engine', policyEngineMemory: 512 });
  assert.equal(readConfig({ TIPSTAFF_POLICY_ENGINE_MEMORY: '1024' }).policyEngineMemory, 1024);
  assert.match(problemsOf({ TIPSTAFF_POLICY_ENGINE_MEMORY: '64' }).join(), /^TIPSTAFF_POLICY_ENGINE_MEMORY must be /);
});

test('The address to listen on has no port, which is a separate setting', () => {
  for (const host of ['127.0.0.1:8080', 'localhost:8080', '[::1]']) {
    assert.deepEqual(problemsOf({ TIPSTAFF_HOST: host }), [
      'TIPSTAFF_HOST must be a host name or an IP address, without a port.',
    ]);
  }
  for (const host of ['127.0.0.1', '::1', 'tipstaff.internal'])
    assert.equal(readConfig({ TIPSTAFF_HOST: host }).host, host);
});
