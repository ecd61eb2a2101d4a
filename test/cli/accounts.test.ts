// Operator commands for accounts. They follow the same rules as the administration API, and always allow an operator to
// regain access.
import assert from 'node:assert/strict';
import { clientOf } from '../support/client.ts';
import { commandsOnEachEngine, type Environment, type Outcome, startService, tipstaff } from '../support/command.ts';
import { documentOf } from '../support/documents.ts';
import { beginning } from '../support/one-time-codes.ts';
import { password, sessionClientOf } from '../support/session.ts';

const account = (name: string, ...more: readonly string[]) => [
  ...['user', 'create', '--username', name, '--email', `${name}@example.com`],
  ...more,
];

const attributesOf = (outcome: Outcome) => outcome.json().data.attributes;

const detailsOf = (outcome: Outcome): readonly string[] =>
  outcome.json().errors.map(({ detail }: { detail: string }) => detail);

const run = (environment: Environment, ...words: readonly string[]) => tipstaff([...words, '--json'], environment);

const capabilityIn = (url: string): string => url.split('/').at(-1) ?? '';

commandsOnEachEngine('An account is suspended, re-activated, promoted and demoted', async (environment) => {
  await tipstaff(account('root', '--admin'), environment);
  await tipstaff(account('ann'), environment);

  const outcomes = [
    await run(environment, 'user', 'suspend', 'ANN'),
    await run(environment, 'user', 'unsuspend', 'ann'),
    await run(environment, 'user', 'grant-admin', 'ann'),
    await run(environment, 'user', 'revoke-admin', 'ann'),
  ];
  const refused = [
    await run(environment, 'user', 'unsuspend', 'ann'),
    await run(environment, 'user', 'revoke-admin', 'ann'),
    await run(environment, 'user', 'disable-two-factor', 'ann'),
    await run(environment, 'user', 'suspend', 'nobody'),
  ];

  assert.deepEqual(
    outcomes.map((outcome) => [attributesOf(outcome)['is-suspended'], attributesOf(outcome)['is-admin']]),
    [
      [true, false],
      [false, false],
      [false, true],
      [false, false],
    ],
  );
  assert.deepEqual(
    refused.map(({ code }) => code),
    [1, 1, 1, 1],
  );
  assert.deepEqual(refused.flatMap(detailsOf), [
    'User is not suspended.',
    'User is not an administrator.',
    'Two-factor authentication is not enabled.',
    'There is no account nobody.',
  ]);
});

commandsOnEachEngine(
  'A command that creates an account shows what was mailed, or the link while mail is off',
  async (environment) => {
    const unmailed = await run(environment, ...account('ann'));
    const smtp = ['enabled=true', 'host=127.0.0.1', 'port=2525', 'sender=tipstaff@example.com'];
    await tipstaff(['settings', 'set', 'smtp', ...smtp], environment);

    const mailed = await run(environment, ...account('bob'));
    const text = await tipstaff(account('cid'), environment);
    const program = await run(environment, ...account('dan', '--service-account'));

    assert.match(unmailed.json().meta['set-password-url'], /\/set-password\//);
    assert.deepEqual(mailed.json().meta, { invitation: 'mailed to bob@example.com' });
    assert.match(text.stdout, /^Invitation: +mailed to cid@example\.com$/m);
    assert.equal(program.json().meta, undefined);
  },
);

commandsOnEachEngine('The last active administrator cannot be demoted on the command line', async (environment) => {
  await tipstaff(account('root', '--admin'), environment);
  const refused = [
    await run(environment, 'user', 'suspend', 'root'),
    await run(environment, 'user', 'revoke-admin', 'root'),
    await run(environment, 'user', 'delete', 'root', '--yes'),
  ];
  await tipstaff(account('other', '--admin'), environment);

  const allowed = await run(environment, 'user', 'suspend', 'root');

  assert.deepEqual(refused.flatMap(detailsOf), [
    'The last active administrator cannot be suspended.',
    'The last active administrator cannot be demoted.',
    'The last active administrator cannot be deleted.',
  ]);
  assert.equal(allowed.code, 0);
});

commandsOnEachEngine('An account is deleted after confirmation, but not a sole owner', async (environment) => {
  await tipstaff(account('ann'), environment);
  await tipstaff(account('bob'), environment);
  const acme = ['--name', 'acme', '--email', 'acme@example.com'];
  await tipstaff(['organization', 'create', ...acme, '--owner', 'ann'], environment);

  const once = await tipstaff(['user', 'delete', 'bob'], environment);
  const twice = await tipstaff(['user', 'delete', 'bob', '--yes'], environment);
  const owner = await run(environment, 'user', 'delete', 'ann', '--yes');
  const left = await run(environment, 'user', 'list');

  assert.deepEqual([once.code, once.stderr], [2, 'This deletes the account bob; add --yes to confirm.\n']);
  assert.deepEqual([twice.code, twice.stdout], [0, 'Deleted bob.\n']);
  assert.deepEqual(detailsOf(owner), [
    'User is the sole owner of the organization acme. Make another member an owner, or delete the organization first.',
  ]);
  assert.deepEqual(
    left.json().data.map(({ relationships }: { relationships: object }) => relationships),
    [{ organizations: { data: [{ id: 'acme', type: 'organizations' }] } }],
  );
});

commandsOnEachEngine('A service account has no link and cannot become an administrator', async (environment) => {
  const made = await run(environment, ...account('bot', '--service-account'));
  const refused = [
    await run(environment, 'user', 'grant-admin', 'bot'),
    await run(environment, ...account('boss', '--service-account', '--admin')),
  ];
  const shown = await tipstaff(['user', 'show', 'bot'], environment);

  assert.equal(made.json().meta, undefined);
  assert.deepEqual(refused.flatMap(detailsOf), [
    'A service account cannot be an administrator.',
    'A service account cannot be an administrator.',
  ]);
  assert.match(shown.stdout, /\nTwo-factor authentication: +enabled no, verified no\n/);
});

commandsOnEachEngine('An account that is created without a password gets a link that sets one', async (environment) => {
  await using service = await startService(environment);
  const person = await run(environment, ...account('ann'));
  const admin = await tipstaff(
    ['admin', 'create', '--username', 'root', '--email', 'root@example.com', '--json'],
    environment,
  );
  const text = await tipstaff(account('bob'), environment);

  const anonymous = clientOf(service.url);
  const set = await Promise.all(
    [person, admin].map((made) =>
      anonymous.post(
        `/account/password-reset/${capabilityIn(made.json().meta['set-password-url'])}`,
        documentOf('users', { password }),
      ),
    ),
  );
  const signedIn = [
    await sessionClientOf(service.url).signIn('ann'),
    await sessionClientOf(service.url).signIn('root'),
  ];

  assert.deepEqual(
    set.map(({ status }) => status),
    [204, 204],
  );
  assert.deepEqual(
    signedIn.map(({ status }) => status),
    [201, 201],
  );
  assert.match(text.stdout, /\nLink that sets the password: +http\S+\/set-password\/[\w-]{43}\n/);
});

commandsOnEachEngine(
  'An operator can regain access with a suspended and locked-out administrator account',
  async (environment) => {
    await using service = await startService(environment);
    const { token } = (
      await run(environment, 'admin', 'create', '--username', 'root', '--email', 'root@example.com')
    ).json().meta;
    const root = clientOf(service.url, token);
    await tipstaff(['admin', 'reset-password', 'root', '--password-stdin'], environment, { input: `${password}\n` });
    await root.post('/account/two-factor', beginning());
    await tipstaff(account('other', '--admin'), environment);
    await run(environment, 'user', 'suspend', 'root');
    const locked = await root.get('/account/details');

    const unsuspended = await run(environment, 'admin', 'unsuspend', 'root');
    const withoutTwoFactor = await run(environment, 'admin', 'reset-two-factor', 'root');
    const linked = await run(environment, 'admin', 'reset-password', 'root');
    const set = await tipstaff(['admin', 'reset-password', 'root', '--password-stdin', '--json'], environment, {
      input: `${password}\n`,
    });
    const spent = await clientOf(service.url).post(
      `/account/password-reset/${capabilityIn(linked.json().meta['set-password-url'])}`,
      documentOf('users', { password }),
    );
    const browser = sessionClientOf(service.url);
    const signedIn = await browser.signIn('root');
    await tipstaff(['admin', 'reset-password', 'root', '--password-stdin'], environment, {
      input: 'another good password\n',
    });
    const ended = await browser.get('/account/details');
    const short = await tipstaff(['admin', 'reset-password', 'root', '--password-stdin'], environment, {
      input: 'short\n',
    });

    assert.equal(locked.status, 401);
    assert.equal(attributesOf(unsuspended)['is-suspended'], false);
    assert.deepEqual(attributesOf(withoutTwoFactor)['two-factor'], { enabled: false, verified: false });
    assert.equal(set.json().meta, undefined);
    assert.equal(spent.status, 404);
    assert.deepEqual([signedIn.status, ended.status], [201, 401]);
    assert.equal((await root.get('/account/details')).status, 200);
    assert.equal(short.code, 2);
  },
);

commandsOnEachEngine(
  'An e-mail address with characters that reverse the direction of text is refused',
  async (environment) => {
    const { code, stdout, stderr } = await tipstaff(
      ['user', 'create', '--username', 'eve', '--email', 'eve\u202ec@example.com'],
      environment,
    );

    assert.equal(code, 2);
    assert.match(stderr, /characters that can be mistaken for others/);
    assert.doesNotMatch(stdout + stderr, /\u202e/);
  },
);
