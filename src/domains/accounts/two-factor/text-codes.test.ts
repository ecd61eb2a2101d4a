// Tests of a phone as the second factor: codes by text message at enrolment, at sign-in and as proof.
import assert from 'node:assert/strict';
import { auditOf } from '../../../../test/support/audit.ts';
import { details, pointers } from '../../../../test/support/documents.ts';
import { beginning, withCode } from '../../../../test/support/one-time-codes.ts';
import { password, type SignedIn, sessionClientOf, signedIn } from '../../../../test/support/session.ts';
import { settingsOver } from '../../../../test/support/settings.ts';
import { answer, type Handed } from '../../../../test/support/sms-provider.ts';
import { type Texting, textingOnEachEngine } from '../../../../test/support/texting.ts';
import { onEachEngine, type World } from '../../../../test/support/world.ts';
import { query } from '../../../db/query.ts';

const path = '/account/two-factor';
const phone = '+1 555 010 1234';
const second = 1_000;
const minute = 60 * second;

const withPhone = (number: unknown = phone) => beginning({ 'phone-number': number });

const codeIn = (message: Handed | undefined): string =>
  /^(\d{6}) is your code for Tipstaff\.$/.exec(message?.body ?? '')?.[1] ?? '';

/** Returns the code that was sent last. */
const lastCode = ({ provider }: Texting): string => codeIn(provider.messages.at(-1));

/** Returns a code that differs from the given one. */
const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

interface Enrolled extends SignedIn {
  readonly recoveryCodes: readonly string[];
}

/** Creates a person whose second factor is a phone. The last code is old enough for another one to be sent. */
const enrolled = async (world: World, texting: Texting): Promise<Enrolled> => {
  const person = await signedIn(world);
  await person.client.post(path, withPhone());
  const confirmed = await person.client.post(`${path}/confirm`, withCode(lastCode(texting)));
  assert.equal(confirmed.status, 200);
  world.advance(minute);
  return { ...person, recoveryCodes: confirmed.body.data.attributes.codes };
};

const signIn = ({ url }: World, { user }: SignedIn, code?: string) =>
  sessionClientOf(url).signIn(user.username, code === undefined ? {} : { 'one-time-code': code });

textingOnEachEngine(
  'A person enrols a phone with a code sent there, and gets ten recovery codes',
  async (world, texting) => {
    const { client, user } = await signedIn(world);

    const begun = await client.post(path, withPhone());
    const wrong = await client.post(`${path}/confirm`, withCode(otherThan(lastCode(texting))));
    const confirmed = await client.post(`${path}/confirm`, withCode(lastCode(texting)));
    const shown = await client.get('/account/details');

    assert.deepEqual([begun.status, wrong.status, confirmed.status], [201, 422, 200]);
    const none = { secret: null, 'otpauth-uri': null, 'qr-code': null };
    assert.deepEqual(begun.body.data.attributes, { ...none, 'phone-number': phone });
    assert.deepEqual(
      texting.provider.messages.map(({ to }) => to),
      ['+15550101234'],
    );
    assert.equal(confirmed.body.data.attributes.codes.length, 10);
    assert.deepEqual(shown.body.data.attributes['two-factor'], { enabled: true, verified: true });
    const actions = (await auditOf(world, user.id)).map(({ action }) => action);
    assert.deepEqual(actions.slice(-3), ['user.begin-two-factor', 'user.send-code', 'user.enable-two-factor']);
  },
);

textingOnEachEngine('A sign-in sends a code, which works once', async (world, texting) => {
  const person = await enrolled(world, texting);

  const answer = await signIn(world, person);
  const code = lastCode(texting);
  const answers = [
    await signIn(world, person, otherThan(code)),
    await signIn(world, person, code),
    await signIn(world, person, code),
  ];

  assert.deepEqual([answer.status, ...details(answer)], [401, 'One-time code required.']);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [401, 201, 401],
  );
  assert.equal(texting.provider.messages.length, 2);
});

textingOnEachEngine(
  'Of several concurrent sign-ins with one code from a text message, one succeeds',
  async (world, texting) => {
    const person = await enrolled(world, texting);
    await signIn(world, person);
    const code = lastCode(texting);

    const answers = await Promise.all(Array.from({ length: 4 }, () => signIn(world, person, code)));

    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 401, 401, 401]);
  },
);

textingOnEachEngine('A wrong password sends no code', async (world, texting) => {
  const { user } = await enrolled(world, texting);

  const refused = await sessionClientOf(world.url).signIn(user.username, { password: `${password}!` });

  assert.equal(refused.status, 401);
  assert.equal(texting.provider.messages.length, 1);
});

textingOnEachEngine('A code stops working after ten minutes, and when another code is sent', async (world, texting) => {
  const person = await enrolled(world, texting);
  await signIn(world, person);
  const first = lastCode(texting);
  world.advance(minute);
  await signIn(world, person);
  const next = lastCode(texting);

  const replaced = await signIn(world, person, first);
  world.advance(10 * minute + 1);
  const late = await signIn(world, person, next);

  assert.notEqual(first, next);
  assert.deepEqual([replaced.status, late.status], [401, 401]);
});

textingOnEachEngine('At most one code is sent within half a minute, and ten within an hour', async (world, texting) => {
  const person = await enrolled(world, texting);

  await Promise.all(Array.from({ length: 5 }, () => signIn(world, person)));
  const textedAtOnce = texting.provider.messages.length - 1;
  for (let count = 0; count < 12; count += 1) {
    world.advance(31 * second);
    await signIn(world, person);
  }
  const inAnHour = texting.provider.messages.length;
  const refused = await signIn(world, person);
  world.advance(60 * minute);
  const later = await signIn(world, person);

  assert.equal(textedAtOnce, 1);
  assert.equal(inAnHour, 10);
  assert.deepEqual(details(refused), [
    'One-time code required. Too many codes were sent: try again in an hour, or use a recovery code.',
  ]);
  assert.deepEqual(details(later), ['One-time code required.']);
  assert.equal(texting.provider.messages.length, 11);
});

textingOnEachEngine('Five wrong codes a minute are allowed', async (world, texting) => {
  const person = await enrolled(world, texting);
  await signIn(world, person);
  const code = lastCode(texting);

  const guesses = await Promise.all(Array.from({ length: 8 }, () => signIn(world, person, otherThan(code))));
  const right = await signIn(world, person, code);

  assert.deepEqual(guesses.map(({ status }) => status).toSorted(), [401, 401, 401, 401, 401, 429, 429, 429]);
  assert.equal(right.status, 429);
});

textingOnEachEngine(
  'While text messages are off, a recovery code still works for a sign-in',
  async (world, texting) => {
    const person = await enrolled(world, texting);
    await settingsOver(texting.admin.client, 'sms-settings').patch({ enabled: false });

    const answer = await signIn(world, person);
    const recovered = await signIn(world, person, person.recoveryCodes[0]);

    assert.deepEqual(details(answer), [
      'One-time code required. No code can be sent by SMS: ask a site administrator, or use a recovery code.',
    ]);
    assert.equal(recovered.status, 201);
  },
);

textingOnEachEngine(
  'A failure to send a code is reported, and another code can be sent immediately',
  async (world, texting) => {
    const person = await enrolled(world, texting);
    const { patch } = settingsOver(texting.admin.client, 'sms-settings');
    await patch({ 'auth-token': 'wrong' });
    const refused = await signIn(world, person);
    await patch({ 'auth-token': 'the token of the provider' });

    const answer = await signIn(world, person);
    const entered = await signIn(world, person, lastCode(texting));

    assert.deepEqual(details(refused), [
      'One-time code required. The code could not be sent by SMS: try again, or use a recovery code.',
    ]);
    assert.deepEqual(details(answer), ['One-time code required.']);
    assert.equal(entered.status, 201);
  },
);

textingOnEachEngine(
  'Another code can be requested as proof to turn off two-factor authentication',
  async (world, texting) => {
    const person = await enrolled(world, texting);

    const answer = await person.client.post(`${path}/code`);
    const soon = await person.client.post(`${path}/code`);
    const ended = await person.client.request('DELETE', path, { json: withCode(lastCode(texting)) });
    const entered = await signIn(world, person);

    assert.deepEqual([answer.status, soon.status, ended.status, entered.status], [202, 429, 204, 201]);
    assert.ok(Number(soon.headers.get('retry-after')) > 0);
    assert.equal(texting.provider.messages.length, 2);
  },
);

textingOnEachEngine(
  'A new enrolment sends a code immediately, and the previous code stops working',
  async (world, texting) => {
    const { client } = await signedIn(world);
    await client.post(path, withPhone());
    const first = lastCode(texting);

    await client.post(path, withPhone('+1 555 010 9999'));
    const old = await client.post(`${path}/confirm`, withCode(first));
    const confirmed = await client.post(`${path}/confirm`, withCode(lastCode(texting)));

    assert.deepEqual([old.status, confirmed.status], [422, 200]);
    assert.deepEqual(
      texting.provider.messages.map(({ to }) => to),
      ['+15550101234', '+15550109999'],
    );
  },
);

textingOnEachEngine('An authenticator that replaces a phone needs no code by text message', async (world, texting) => {
  const { client } = await signedIn(world);
  await client.post(path, withPhone());
  const sent = lastCode(texting);

  const begun = await client.post(path, beginning());
  const refused = await client.post(`${path}/confirm`, withCode(sent));
  const another = await client.post(`${path}/code`);

  assert.match(begun.body.data.attributes.secret, /^[A-Z2-7]{32}$/);
  assert.equal(begun.body.data.attributes['phone-number'], null);
  assert.deepEqual([refused.status, another.status], [422, 400]);
  assert.deepEqual(details(another), ['Your second factor is not a phone, so no code can be sent by SMS.']);
});

textingOnEachEngine('An invalid phone number is refused, and nothing is sent', async (world, { provider }) => {
  const { client } = await signedIn(world);

  for (const number of ['', '12', 'a phone', '+1555\r\n0100', 5, true, []]) {
    const refused = await client.post(path, withPhone(number));
    assert.deepEqual([refused.status, ...pointers(refused)], [422, '/data/attributes/phone-number'], String(number));
  }
  assert.equal(provider.messages.length, 0);
});

textingOnEachEngine(
  'If the provider refuses a number, its message is reported',
  async (world) => {
    const { client } = await signedIn(world);

    const refused = await client.post(path, withPhone());

    assert.deepEqual(
      [refused.status, ...details(refused)],
      [400, 'The SMS provider refused the message: No such number'],
    );
  },
  (_message, response) => answer(response, 400, { code: 21211, message: 'No such number' }),
);

onEachEngine('While text messages are off no phone can be enrolled', async (world) => {
  const { client } = await world.person();

  const refused = await client.post(path, withPhone());
  const shown = await client.get('/account/details');

  assert.deepEqual([refused.status, ...details(refused)], [400, 'SMS is not enabled.']);
  assert.deepEqual(shown.body.data.attributes['two-factor'], { enabled: false, verified: false });
});

const users = query()((db) => db.selectFrom('users').selectAll());
const textCodes = query()((db) => db.selectFrom('text_codes').selectAll());
const auditRecords = query()((db) => db.selectFrom('audit_records').selectAll());

textingOnEachEngine('Neither the codes nor the phone can be read in the database', async (world, texting) => {
  const person = await enrolled(world, texting);
  await signIn(world, person);

  const { database } = world.context;
  const stored = JSON.stringify([
    await database.rows(users, {}),
    await database.rows(textCodes, {}),
    await database.rows(auditRecords, {}),
  ]);

  assert.equal(texting.provider.messages.length, 2);
  for (const message of texting.provider.messages) assert.ok(!stored.includes(`"${codeIn(message)}"`));
  assert.ok(!stored.includes('0101234') && !stored.includes('010 1234'));
});
