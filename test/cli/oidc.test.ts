import assert from 'node:assert/strict';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { commandsOnEachEngine, type Outcome, startService, tipstaff } from '../support/command.ts';

const issuer = 'https://tipstaff.example.com';
const workload = ['--organization', 'acme', '--project', 'Default Project', '--workspace', 'network'];

const kidsOf = (status: Outcome): readonly string[] => status.json().keys.map(({ kid }: { kid: string }) => kid);

commandsOnEachEngine(
  'A token that a command issues can be verified with the keys of the running service',
  async (plain) => {
    const environment = { ...plain, TIPSTAFF_BASE_URL: issuer };
    await tipstaff(['organization', 'create', '--name', 'acme', '--email', 'acme@example.com'], environment);
    await using service = await startService(environment);
    const audience = 'aws.workload.identity';
    const words = [
      'oidc',
      'sign',
      ...workload,
      '--audience',
      audience,
      '--workspace-id',
      'ws-1',
      '--expires-in',
      '90m',
    ];

    const signed = await tipstaff(words, environment);
    const keys = createRemoteJWKSet(new URL(`${service.url}/.well-known/jwks`));
    const { payload } = await jwtVerify(signed.stdout.trim(), keys, { issuer, audience });

    assert.equal(payload.sub, 'organization:acme:project:Default Project:workspace:network:run_phase:plan');
    assert.equal(Number(payload.exp) - Number(payload.iat), 5_400);
    assert.equal(payload.iac_workspace_id, 'ws-1');
    assert.ok(!('iac_project_id' in payload));
  },
);

commandsOnEachEngine('The keys are shown, rotated, trimmed and printed', async (environment) => {
  const first = await tipstaff(['oidc', 'status', '--json'], environment);

  const rotated = await tipstaff(['oidc', 'rotate', '--json'], environment);
  const shown = await tipstaff(['oidc', 'status'], environment);
  const trimmed = await tipstaff(['oidc', 'trim', '--json'], environment);
  const printed = await tipstaff(['oidc', 'jwks'], environment);

  const [kid, ...others] = kidsOf(rotated);
  assert.deepEqual(others, kidsOf(first));
  assert.equal(rotated.json().nextTrimAt, first.json().nextTrimAt);
  assert.match(shown.stdout, /^Issuer: +http.+\nNext rotation: +20.+\nNext trim: +20.+\nKEY +SIGNED SINCE +UNTIL\n/);
  assert.match(shown.stdout, new RegExp(`\n${kid} +20\\S+ +now\n${others[0]} +20\\S+ +20\\S+\n$`));
  assert.deepEqual(kidsOf(trimmed), [kid]);
  assert.equal(trimmed.json().nextRotationAt, rotated.json().nextRotationAt);
  assert.deepEqual(
    JSON.parse(printed.stdout).keys.map((key: { kid: string }) => key.kid),
    [kid],
  );
});

commandsOnEachEngine('Invalid claims of a token are refused with plain messages', async (environment) => {
  const nothing = await tipstaff(['oidc', 'sign'], environment);
  const odd = await tipstaff(
    [
      'oidc',
      'sign',
      '--organization',
      'acme',
      '--project',
      'a:workspace:b',
      '--workspace',
      'c d',
      '--phase',
      'destroy',
      '--audience',
      'x',
    ],
    environment,
  );
  const long = await tipstaff(['oidc', 'sign', ...workload, '--audience', 'x', '--expires-in', '25h'], environment);
  const nowhere = await tipstaff(['oidc', 'sign', ...workload, '--audience', 'x'], environment);

  assert.deepEqual([nothing.code, odd.code, long.code, nowhere.code], [2, 2, 2, 1]);
  assert.equal(nothing.stderr, 'Set --organization, --project, --workspace and --audience.\n');
  assert.match(odd.stderr, /^Project can only.*Workspace can only.*Phase is not/s);
  assert.match(long.stderr, /^--expires-in must be/);
  assert.equal(nowhere.stderr, 'There is no organization acme.\n');
});
