import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { auditOf } from '../../../../test/support/audit.ts';
import { details, pointers } from '../../../../test/support/documents.ts';
import { clientOfOwner } from '../../../../test/support/members.ts';
import { beginning, codeAt, enrol, withCode } from '../../../../test/support/one-time-codes.ts';
import { password, signedIn } from '../../../../test/support/session.ts';
import { onEachEngine, type World } from '../../../../test/support/world.ts';
import { query } from '../../../db/query.ts';

const path = '/account/two-factor';
const confirmPath = `${path}/confirm`;

const users = query()((db) => db.selectFrom('users').selectAll());
const recoveryCodes = query()((db) => db.selectFrom('recovery_codes').selectAll());
const auditRecords = query()((db) => db.selectFrom('audit_records').selectAll());

const stored = async ({ context: { database } }: World) => ({
  users: await database.rows(users, {}),
  recoveryCodes: await database.rows(recoveryCodes, {}),
  auditRecords: await database.rows(auditRecords, {}),
});

/** Contents of all files in the data folder. With PostgreSQL, the database is not in this folder. */
const filesOf = async ({ context: { config } }: World): Promise<string> => {
  const entries = await readdir(config.dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const contents = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'latin1')));
  return contents.join('\n');
};

onEachEngine(
  'A person enrols an authenticator with a secret and a first code, and gets ten recovery codes',
  async (world) => {
    const { client, user } = await world.person({ username: 'Ada.L', password });

    const begun = await client.post(path, beginning());
    const { secret, 'otpauth-uri': address, 'qr-code': image } = begun.body.data.attributes;
    const confirmed = await client.post(confirmPath, withCode(codeAt(world, secret)));

    assert.deepEqual([begun.status, confirmed.status], [201, 200]);
    assert.deepEqual([begun.body.data.type, begun.body.data.id], ['two-factor-enrolments', user.id]);
    assert.match(secret, /^[A-Z2-7]{32}$/);
    assert.equal(new URL(address).searchParams.get('secret'), secret);
    assert.match(address, /^otpauth:\/\/totp\/Tipstaff:Ada\.L\?/);
    assert.match(image, /^<svg [^>]*>(<(rect|path) [^<>]*\/>)+<\/svg>$/);
    assert.deepEqual([confirmed.body.data.type, confirmed.body.data.id], ['recovery-codes', user.id]);
    const { codes } = confirmed.body.data.attributes;
    assert.equal(new Set(codes).size, 10);
    for (const code of codes) assert.match(code, /^[a-z2-7]{8}(-[a-z2-7]{8}){2}$/);
    const caching = [begun, confirmed].map(({ headers }) => headers.get('cache-control'));
    assert.deepEqual(caching, ['no-store', 'no-store']);
  },
);

onEachEngine('The audit log contains the enrolment, and neither it nor the database shows secrets', async (world) => {
  const person = await world.person();
  const { secret, recoveryCodes: codes } = await enrol(world, person);

  const rows = JSON.stringify(await stored(world));
  const files = await filesOf(world);
  const actions = (await auditOf(world, person.user.id)).map(({ action }) => action);

  for (const text of [secret, ...codes, ...codes.map((code) => code.replace('-', ''))]) {
    assert.ok(!rows.includes(text));
    assert.ok(!files.includes(text));
  }
  assert.equal(files.includes(person.user.username), world.engine === 'sqlite');
  assert.deepEqual(actions, ['user.create', 'user.begin-two-factor', 'user.enable-two-factor']);
});

onEachEngine(
  'A stolen token cannot lock out its owner, because a request with a token also requires the password',
  async (world) => {
    const { client, browser, user } = await signedIn(world);

    const without = await client.post(path);
    const wrong = await client.post(path, beginning({ 'current-password': 'not the password at all' }));
    const right = await client.post(path, beginning());
    const signedInOnly = await browser.post(path);

    assert.deepEqual(
      [without, wrong, right, signedInOnly].map(({ status }) => status),
      [422, 422, 201, 201],
    );
    for (const answer of [without, wrong]) assert.deepEqual(pointers(answer), ['/data/attributes/current-password']);
    const actions = (await auditOf(world, user.id)).map(({ action }) => action);
    assert.equal(actions.filter((action) => action === 'user.begin-two-factor').length, 2);
  },
);

onEachEngine('A secret that is encrypted for one account cannot be decrypted for another', async (world) => {
  const [ada, bob] = [await world.person(), await world.person()];
  const { secret } = await enrol(world, ada);
  const sealed = (await stored(world)).users.find(({ id }) => id === ada.user.id)?.two_factor_secret ?? null;
  await world.context.database.transaction((tx) =>
    tx.run((db) => db.updateTable('users').set({ two_factor_secret: sealed }).where('id', '=', bob.user.id)),
  );

  const confirmed = await bob.client.post(confirmPath, withCode(codeAt(world, secret)));

  assert.equal(confirmed.status, 500);
  assert.equal((await bob.client.delete(path)).status, 204);
});

onEachEngine('An unconfirmed enrolment is replaced by the next one', async (world) => {
  const { client } = await world.person({ password });
  const first = await client.post(path, beginning());
  const second = await client.post(path, beginning());
  const secrets = [first, second].map(({ body }) => body.data.attributes.secret);

  const byFirst = await client.post(confirmPath, withCode(codeAt(world, secrets[0])));
  const bySecond = await client.post(confirmPath, withCode(codeAt(world, secrets[1])));

  assert.notEqual(secrets[0], secrets[1]);
  assert.deepEqual([second.status, byFirst.status, bySecond.status], [201, 422, 200]);
});

onEachEngine(
  'Enrolment can be neither started nor confirmed while two-factor authentication is on, and only a started enrolment can be confirmed',
  async (world) => {
    const [ada, bob] = [await world.person(), await world.person()];
    const { secret } = await enrol(world, ada);

    const begun = await ada.client.post(path);
    const confirmed = await ada.client.post(confirmPath, withCode(codeAt(world, secret)));
    const early = await bob.client.post(confirmPath, withCode('123456'));

    assert.deepEqual([begun.status, confirmed.status, early.status], [400, 400, 400]);
    const alreadyOn = ['Two-factor authentication is already enabled.'];
    assert.deepEqual([details(begun), details(confirmed)], [alreadyOn, alreadyOn]);
    assert.deepEqual(details(early), ['There is no two-factor enrolment to confirm. Start an enrolment first.']);
  },
);

onEachEngine('A code that is wrong, missing, or not a string is refused with a pointer', async (world) => {
  const { client } = await world.person({ password });
  const begun = await client.post(path, beginning());
  const right = codeAt(world, begun.body.data.attributes.secret);
  const digits = right.split('').map((digit) => String((Number(digit) + 5) % 10));
  const codes = [digits.join(''), `${right}0`, '', Number(`1${right}`), null, undefined];

  const answers = [];
  for (const code of codes) answers.push(await client.post(confirmPath, withCode(code)));
  const amongSpaces = await client.post(confirmPath, withCode(`  ${right}\n`));

  for (const answer of answers) {
    assert.equal(answer.status, 422);
    assert.deepEqual(pointers(answer), ['/data/attributes/one-time-code']);
  }
  assert.equal(amongSpaces.status, 200);
});

onEachEngine('After five wrong codes even the right one has to wait until the minute is over', async (world) => {
  const { client } = await world.person({ password });
  const begun = await client.post(path, beginning());
  const { secret } = begun.body.data.attributes;
  const wrong = codeAt(world, secret, 1_000);

  const failures = [];
  for (let time = 0; time < 5; time += 1) failures.push(await client.post(confirmPath, withCode(wrong)));
  const refused = await client.post(confirmPath, withCode(codeAt(world, secret)));
  world.advance(60_000);
  const confirmed = await client.post(confirmPath, withCode(codeAt(world, secret)));

  assert.deepEqual(new Set(failures.map(({ status }) => status)), new Set([422]));
  assert.equal(refused.status, 429);
  assert.equal(refused.body.errors[0].title, 'too many requests');
  const wait = Number(refused.headers.get('retry-after'));
  assert.ok(Number.isInteger(wait) && wait > 0 && wait <= 60, `Retry-After is ${wait}`);
  assert.equal(confirmed.status, 200);
});

onEachEngine('Of concurrent confirmations one succeeds, and its recovery codes are valid', async (world) => {
  const { client, user } = await world.person({ password });
  const begun = await client.post(path, beginning());
  const code = codeAt(world, begun.body.data.attributes.secret);

  const answers = await Promise.all(Array.from({ length: 5 }, () => client.post(confirmPath, withCode(code))));
  const actions = (await auditOf(world, user.id)).map(({ action }) => action);

  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400, 400, 400, 400]);
  assert.equal(actions.filter((action) => action === 'user.enable-two-factor').length, 1);
  assert.equal((await stored(world)).recoveryCodes.length, 10);
});

onEachEngine(
  'Only people have two-factor authentication: other tokens get 404, and requests without a token 401',
  async (world) => {
    const { organization } = await world.home();
    const ownerClient = await clientOfOwner(world, { kind: 'organization', id: organization.id });
    const clients = [ownerClient, world.anonymous];

    const answers = await Promise.all(
      clients.map(async (client) => [
        (await client.post(path)).status,
        (await client.post(confirmPath, withCode('123456'))).status,
        (await client.delete(path)).status,
        (await client.post(`${path}/recovery-codes`)).status,
      ]),
    );

    assert.deepEqual(answers, [
      [404, 404, 404, 404],
      [401, 401, 401, 401],
    ]);
  },
);
