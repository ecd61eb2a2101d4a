// Invalid configuration files, and invalid files to which a configuration file refers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultsOf } from '../support/config-file.ts';

const nested = 'nested keys are not supported; write keys such as "log-level: info".';
const noValue = 'the key has no value; add a value, or remove the key.';
const noReferences = 'anchors, aliases and tags are not supported; put a value that begins with &, * or ! into quotes.';
const noMapping = 'the file must have keys with values, such as "port: 8080".';
const noList = 'the value cannot be a list; write a single value.';
const unknown = 'correct its spelling or remove it (docs/configuration.md lists all names).';

/** File contents, each with the expected errors. */
const broken: readonly (readonly [content: string | Uint8Array, ...faults: string[]])[] = [
  ['prot: 8080', 'FILE:1: prot is not a known key: did you mean port?'],
  ['# all\n\nlog_level: debug', 'FILE:3: log_level is not a known key: did you mean log-level?'],
  ['TIPSTAFF_PORT: 8080', 'FILE:1: TIPSTAFF_PORT is not a known key: did you mean port?'],
  ['favourite-colour: red', `FILE:1: favourite-colour is not a known key: ${unknown}`],
  ['config: other.yaml', `FILE:1: config is not a known key: ${unknown}`],
  ['port-file: a', `FILE:1: port-file is not a known key: ${unknown}`],
  ['port: 1\nhost: a\nport: 2', 'FILE:3: port is set already, in line 1.'],
  ['port: 1\n'.repeat(60_000), 'FILE:2: port is set already, in line 1.'],
  ['host: 127.0.0.1:8080', 'FILE:1: host must be a host name or an IP address, without a port.'],
  ['port:', `FILE:1: port: ${noValue}`],
  [
    'port: ""\nhost: ~\nsupport-email: null',
    `FILE:1: port: ${noValue}`,
    `FILE:2: host: ${noValue}`,
    `FILE:3: support-email: ${noValue}`,
  ],
  ['log:\n  level: debug', `FILE:1: log: ${nested}`],
  ['host: a\nport: { number: 1 }', `FILE:2: port: ${nested}`],
  ['- port: 1', `FILE:1: ${noMapping}`],
  ['\njust words', `FILE:2: ${noMapping}`],
  ['port: 1\n---\nport: 2', 'FILE:2:1: a second document begins here; keep only one document.'],
  ['host: "a', 'FILE:1:9: a quote, a bracket, a colon or a space is missing.'],
  [
    'trusted-proxies: [10.0.0.1',
    'FILE:1:27: a bracket is not closed, or the indentation is wrong; begin each key at the start of its line.',
  ],
  ['run-platforms:\n\t- a', 'FILE:2:1: a tab cannot be used for indentation; use spaces.'],
  ['host: &a localhost', `FILE:1:10: ${noReferences}`],
  ['host: *a', `FILE:1:7: ${noReferences}`],
  ['host: !!str a', `FILE:1:13: ${noReferences}`],
  ['port: [1, 2]', `FILE:1: port: ${noList}`],
  ['run-platforms: []', `FILE:1: run-platforms: ${noValue}`],
  ['run-platforms:\n  - a.example.com\n  -', 'FILE:3: run-platforms: an item of the list has no value.'],
  ['run-platforms:\n  - a, b', 'FILE:2: run-platforms: an item of the list has a comma; split the item in two.'],
  ['run-platforms:\n  - [a, b]', 'FILE:2: run-platforms: an item of the list has no value.'],
  [Buffer.from('port: 1\nhost: \xe4', 'latin1'), 'FILE:2: the file is not UTF-8; save the file as UTF-8.'],
  [Buffer.from('\ufeffport: 1', 'utf16le'), 'FILE:1: the file is not UTF-8; save the file as UTF-8.'],
  ['port: 1\n\nhost: "a\0"', 'FILE:3: the file is not UTF-8; save the file as UTF-8.'],
  ['['.repeat(100_000), 'FILE:1: the file is nested too deeply.'],
  ['#'.repeat(1_024 ** 2 + 1), '--config names FILE: the file is larger than 1024 KiB.'],
  ['port: eighty', 'FILE:1: port must be a port number from 0 to 65535.'],
  ['port: 0x50', 'FILE:1: port must be a port number from 0 to 65535.'],
  ['metrics-token: tiny', 'FILE:1: metrics-token must be at least 16 visible characters.'],
  [
    'database-url: mysql://x',
    'FILE:1: database-url must be an address that begins with postgres://.',
    'TIPSTAFF_ENCRYPTION_KEY is required with database-url (FILE:1).',
  ],
  ['\nrate-limit-store: database', 'FILE:2: rate-limit-store can only be database if TIPSTAFF_DATABASE_URL is set.'],
  ['token: one\ntoken-file: two', 'FILE:2: token-file and token are both set: remove one of the two.'],
  ['token-file: two', 'FILE:1: token-file names FOLDER/two: the file does not exist.'],
  ['token-file: .', 'FILE:1: token-file names FOLDER: the path belongs to a folder, not to a file.'],
  [
    'encryption-key-file: nowhere\nrate-limit-store: database\ntls-key: a',
    'FILE:1: encryption-key-file names FOLDER/nowhere: the file does not exist.',
    'FILE:2: rate-limit-store can only be database if TIPSTAFF_DATABASE_URL is set.',
    'FILE:3: tls-key is set, and TIPSTAFF_TLS_CERTIFICATE is not: set both, or none.',
  ],
  [
    'database-url-file: nowhere\nencryption-key-file: nowhere',
    'FILE:1: database-url-file names FOLDER/nowhere: the file does not exist.',
    'FILE:2: encryption-key-file names FOLDER/nowhere: the file does not exist.',
  ],
  ['url: somewhere', 'FILE:1: url must be an http or https address without credentials and without a query.'],
];

test('Each error in a file is reported with its location and advice', async () => {
  for (const [content, ...faults] of broken)
    assert.deepEqual(await faultsOf(content), faults, String(content).slice(0, 80));
});

test('Errors in the file, in variables and in files with secrets are reported together', async () => {
  const environment = {
    TIPSTAFF_HOST: 'no host',
    TIPSTAFF_PROT: '1',
    TIPSTAFF_METRICS_TOKEN_FILE: '/nonexistent',
    TIPSTAFF_HTTPS_PROXY: 'http://squid:hunter2%zz@proxy.internal:3128',
    TIPSTAFF_NO_PROXY: '10.0.0.0/8',
  };

  const faults = await faultsOf('prot: 1\nedition: home\ntoken-file: nowhere\nurl: x', environment);

  assert.deepEqual(faults, [
    'FILE:1: prot is not a known key: did you mean port?',
    'TIPSTAFF_METRICS_TOKEN_FILE names /nonexistent: the file does not exist.',
    'TIPSTAFF_HOST must be a host name or an IP address, without a port.',
    'FILE:2: edition must be hosted, self-hosted or all.',
    'TIPSTAFF_HTTPS_PROXY must be an http or https address without a path, with a username and a password in percent-encoding if it has any.',
    'TIPSTAFF_NO_PROXY must be names, IP addresses, ranges such as 10.0.0.1-10.0.0.99, domains such as .internal, or *, separated by commas.',
    'FILE:3: token-file names FOLDER/nowhere: the file does not exist.',
    'FILE:4: url must be an http or https address without credentials and without a query.',
    'TIPSTAFF_PROT is not a Tipstaff variable: did you mean TIPSTAFF_PORT?',
  ]);
});

test('No message contains the invalid text, which may be a secret', async () => {
  const secret = 'hunter2-hunter2';
  const contents = [
    `metrics-token: "${secret}`,
    `metrics-token: ${secret} short`,
    `metrics-token: [${secret}]`,
    `metrics-token: {${secret}: 1}`,
    `metrics-token: !${secret}`,
    `metrics-token: *${secret}`,
    `metrics-token: &${secret}`,
    `metrics-token: %${secret}`,
    `metrics-token: @${secret}`,
    `metrics-token: "\\${secret}"`,
    `metrics-token: |${secret}`,
    `metrics-token: a: ${secret}`,
    `encryption-key: ${secret}`,
    `database-url: ${secret}://x`,
    `- ${secret}`,
    secret,
    `port: 1\n${secret}`,
    `port: 1]${secret}`,
  ];

  for (const content of contents) {
    const faults = await faultsOf(content);
    assert.notDeepEqual(faults, [''], content);
    assert.doesNotMatch(faults.join('\n'), /hunter2/, content);
  }
});
