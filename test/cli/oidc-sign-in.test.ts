// Command that tests a sign-in, run against a certified OpenID Connect provider.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after } from 'node:test';
import { readConfig } from '../../src/config.ts';
import { type Context, openContext } from '../../src/context.ts';
import { query } from '../../src/db/query.ts';
import { oidcSignIn } from '../../src/domains/accounts/identity-providers/openid-settings.ts';
import { createProvider } from '../../src/domains/accounts/identity-providers/providers.ts';
import { wiring } from '../../src/domains/index.ts';
import { updateSettings } from '../../src/domains/instance/settings/settings.ts';
import { openLoopback } from '../../src/http/loopback.ts';
import {
  type CommandOptions,
  commandsOn,
  commandsOnEachEngine,
  type Environment,
  startProcess,
  tipstaff,
} from '../support/command.ts';
import { declaredTables } from '../support/declared-tables.ts';
import { openConformingProvider } from '../support/openid/conforming-provider.ts';
import { system } from '../support/world.ts';

const provider = await openConformingProvider();
after(() => provider[Symbol.asyncDispose]());

const opened = async <Result>(environment: Environment, work: (context: Context) => Promise<Result>) => {
  await using context = await openContext(readConfig(environment), wiring);
  return await work(context);
};

/**
 * Adds an identity provider with the key `corp`. Returns environment variables that allow the instance to connect to
 * it.
 */
const prepared = async (variables: Environment, changes: object = {}): Promise<Environment> => {
  const environment = { ...variables, TIPSTAFF_SIGN_IN_PROVIDERS: provider.issuer };
  const { issuer, clientId, scopes } = provider.loopback;
  const own = { issuer, scopes, 'client-id': clientId, 'client-secret': 'the secret of the client' };
  await opened(environment, async (context) => {
    await createProvider(context, system, { key: 'corp', name: 'Corp', ...own, ...changes });
    const change = { stored: { enabled: true }, transient: {} };
    await updateSettings(context, system, oidcSignIn, { values: change, problems: [], ifMatch: () => true });
  });
  return environment;
};

const ofOneEngine = ['user_numbers', 'policy_numbers'];

/** Returns every row of every table. */
const everything = (environment: Environment) =>
  opened(environment, async ({ database }) => {
    const tables = (await declaredTables()).filter(({ table }) => !ofOneEngine.includes(table));
    const rowsOf = (table: string) =>
      database.rows(
        query()((db) => db.selectFrom(table as 'users').selectAll()),
        {},
      );
    return Promise.all(tables.map(async ({ table }) => [table, await rowsOf(table)]));
  });

/** Runs the sign-in test command. A user opens the printed address in the given browser while the command runs. */
const checked = (environment: Environment, browse: (address: string) => unknown, words: readonly string[] = []) => {
  let isOpen = false;
  const watch: CommandOptions['watch'] = (text) => {
    const [address] = isOpen ? [] : (/^http\S+\/auth\?\S+$/m.exec(text) ?? []);
    if (address === undefined) return;
    isOpen = true;
    void browse(address);
  };
  return tipstaff(['oidc-sign-in', 'check', ...words], environment, { watch });
};

/** Signs Alice in and follows the provider's redirect. */
const signIn = async (address: string) => fetch(await provider.browse(address));

commandsOnEachEngine('A sign-in test shows the effect of each claim, and changes nothing', async (variables) => {
  const environment = await prepared(variables, { 'site-admin-value': 'operators' });
  provider.describe({ preferred_username: 'alice\u001b[31m' });
  const before = await everything(environment);

  const shown = await checked(environment, signIn);
  const json = await checked(environment, signIn, ['corp', '--json']);

  assert.equal(shown.code, 0, shown.stderr);
  assert.match(shown.stdout, /^The provider corp identifies this person as alice\.\n\nUSE +CLAIM +VALUE\n/);
  assert.match(shown.stdout, /\nUsername of a new account +preferred_username +alice\\u001b\[31m\n/);
  assert.match(shown.stdout, /\nE-mail address +email +Alice@example\.com\n/);
  assert.match(shown.stdout, /\nGroups +groups +developers, operators\n/);
  assert.match(shown.stdout, /\nAccount: +alice--31m \(would be created\)\n/);
  assert.match(shown.stdout, /\nSite administrator: +yes\n/);
  assert.match(shown.stdout, /\n\nThe sign-in would succeed\. Nothing was changed\.\n$/);
  assert.match(shown.stderr, /^Redirect URI: http:\/\/127\.0\.0\.1:\d+\/users\/oidc\/callback\/corp\n/);
  const { attributes } = json.json().data;
  assert.deepEqual([attributes['would-sign-in'], attributes.account, attributes.claims.length], [true, 'created', 6]);
  assert.doesNotMatch(shown.stdout + shown.stderr + json.stdout, /the secret of the client|eyJ/);
  assert.deepEqual(await everything(environment), before);
});

commandsOnEachEngine('A sign-in test names the reason why a sign-in is refused', async (variables) => {
  const environment = await prepared(variables);
  provider.describe({ email_verified: false, groups: { of: 'Alice' } });

  const unproved = await checked(environment, signIn);
  provider.describe({ email_verified: false });
  const addressless = await checked(environment, signIn, ['--json']);
  const denied = await checked(environment, async (address) => {
    const { searchParams } = new URL(address);
    const answer = new URLSearchParams({ error: 'access_denied', iss: provider.issuer });
    answer.set('state', searchParams.get('state') ?? '');
    await fetch(`${searchParams.get('redirect_uri')}?${answer}`);
  });

  assert.equal(unproved.code, 1);
  assert.match(unproved.stdout, /\nAddress confirmation +email_verified +false\n/);
  assert.match(unproved.stdout, /\nGroups +groups +\{"of":"Alice"\}\n/);
  assert.match(unproved.stdout, /\nAddress confirmation: The provider does not confirm that the address is verified/);
  assert.match(unproved.stdout, /\nRefused \(unreadable-claim\): .*\nDetail: groups\nNothing was changed\.\n/);
  assert.deepEqual([addressless.code, addressless.json().data.attributes.reason], [1, 'no-email']);
  assert.match(denied.stdout, /^Refused \(denied\): .*\nDetail: access_denied\n/);
});

commandsOn(
  'sqlite',
  'The redirect URI takes the one response with the right state and nothing else',
  async (variables) => {
    const environment = await prepared(variables);
    provider.describe({});
    const statuses: number[] = [];
    const headers: (string | null)[] = [];

    const { code } = await checked(environment, async (address) => {
      const response = await provider.browse(address);
      const get = async (url: string, method = 'GET') => statuses.push((await fetch(url, { method })).status);
      await get(`${response.origin}/`);
      await get(response.href.replace(/state=[^&]+/, 'state=guessed'));
      await get(response.href, 'POST');
      const right = await fetch(response);
      headers.push(right.headers.get('content-security-policy'), right.headers.get('cache-control'));
      statuses.push(right.status);
      assert.doesNotMatch(await right.text(), /<script/);
    });

    assert.equal(code, 0);
    assert.deepEqual(statuses, [404, 404, 404, 200]);
    assert.deepEqual(headers, ["default-src 'none'; frame-ancestors 'none'; base-uri 'none'", 'no-store']);
  },
);

commandsOn('sqlite', 'A check that nobody answers ends, and says what to register', async (variables) => {
  const environment = await prepared(variables);
  const words = ['oidc-sign-in', 'check'];

  const late = await tipstaff([...words, '--timeout', '1ms'], environment);
  const child = startProcess(words, environment);
  const closed = once(child, 'close');
  const ended: string[] = [];
  for await (const chunk of child.stderr ?? []) {
    ended.push(String(chunk));
    if (String(chunk).includes('Ctrl+C')) child.kill('SIGINT');
  }
  await closed;

  assert.equal(late.code, 1);
  assert.match(
    late.stderr,
    /\nNo response came within 1ms\. .* register (http:\/\/127\.0\.0\.1:\d+\/\S+) there, and start again with --redirect-uri \1\.\n$/,
  );
  assert.equal(child.exitCode, 1);
  assert.match(ended.join(''), /\nThe check was interrupted before the provider answered\. Nothing was changed\.\n$/);
});

commandsOn('sqlite', 'A check names the providers, and takes addresses of this machine alone', async (variables) => {
  const environment = await prepared(variables);
  await prepared(variables, { key: 'other' });
  const failures = [
    [[], 2, 'There are several identity providers; name one of corp, other.'],
    [['none'], 1, 'There is no provider none. The providers are corp, other.'],
    [['corp', '--timeout', '2h'], 2, '--timeout must be a duration up to 1h, such as 90s or 10m.'],
    ...['https://127.0.0.1/a', 'http://example.com/a', 'http://127.0.0.1/a?b', 'nothing'].map(
      (uri) => [['corp', '--redirect-uri', uri], 2, '--redirect-uri must be an'] as const,
    ),
  ] as const;

  await using busy = await openLoopback(new URL('http://127.0.0.1:0/'));

  const taken = await tipstaff(['oidc-sign-in', 'check', 'corp', '--redirect-uri', busy.redirectUri], environment);

  assert.match(taken.stderr, /^The command cannot listen on 127\.0\.0\.1:\d+ \(EADDRINUSE\): use/);
  for (const [words, code, sentence] of failures) {
    const failed = await tipstaff(['oidc-sign-in', 'check', ...words], environment);
    assert.equal(failed.code, code, failed.stderr);
    assert.ok(failed.stderr.startsWith(sentence), failed.stderr);
  }
});
