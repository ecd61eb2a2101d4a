import assert from 'node:assert/strict';
import type { Answer } from '../../../../test/support/answer.ts';
import { auditOf } from '../../../../test/support/audit.ts';
import { details, documentOf, pointers } from '../../../../test/support/documents.ts';
import { codeAt, enrol, withCode } from '../../../../test/support/one-time-codes.ts';
import { signedIn } from '../../../../test/support/session.ts';
import { onEachEngine, type Person, type World } from '../../../../test/support/world.ts';

const path = '/account/two-factor';
const codesPath = `${path}/recovery-codes`;
const password = 'correct horse battery';
const missing = (names: string) => [
  `Send ${names}. The one-time code comes from your authenticator app or your phone, or is a recovery code.`,
];
const eitherMissing = missing('one-time-code or current-password');

const withPassword = (text: string) => documentOf('two-factor-enrolments', { 'current-password': text });

const end = ({ client }: Person, json?: object): Promise<Answer> =>
  client.request('DELETE', path, json === undefined ? {} : { json });

const renew = ({ client }: Person, attributes?: object): Promise<Answer> =>
  client.post(codesPath, attributes && documentOf('recovery-codes', attributes));

/** Creates a person with a session, in which the password is accepted as proof. */
const inSession = async (world: World): Promise<Person> => {
  const person = await signedIn(world);
  return { ...person, client: person.browser };
};

onEachEngine('With a token, the password is no proof', async (world) => {
  const person = await world.person({ password });
  const { secret, recoveryCodes: codes } = await enrol(world, person);

  const refused = [
    await end(person, withPassword(password)),
    await renew(person, { 'current-password': password }),
    await end(person),
  ];
  const renewed = await renew(person, { 'one-time-code': codes[0] });
  const ended = await end(person, withCode(codeAt(world, secret)));

  for (const answer of refused) assert.deepEqual([answer.status, details(answer)], [422, missing('one-time-code')]);
  assert.deepEqual([renewed.status, ended.status], [201, 204]);
});

onEachEngine('Two-factor authentication ends with a code, a recovery code, or the password', async (world) => {
  const person = await inSession(world);
  const proofs = [
    ({ secret }: { secret: string }) => withCode(codeAt(world, secret)),
    ({ recoveryCodes }: { recoveryCodes: readonly string[] }) => withCode(recoveryCodes[3]),
    () => withPassword(password),
  ];

  const answers: number[] = [];
  for (const proof of proofs) answers.push((await end(person, proof(await enrol(world, person)))).status);
  const again = await end(person, withPassword(password));
  const actions = (await auditOf(world, person.user.id)).map(({ action }) => action);

  assert.deepEqual(answers, [204, 204, 204]);
  assert.equal(again.status, 400);
  assert.deepEqual(details(again), ['Two-factor authentication is not enabled.']);
  assert.deepEqual(actions, [
    'user.create',
    ...['user.begin-two-factor', 'user.enable-two-factor', 'user.disable-two-factor'],
    ...['user.begin-two-factor', 'user.enable-two-factor', 'user.use-recovery-code', 'user.disable-two-factor'],
    ...['user.begin-two-factor', 'user.enable-two-factor', 'user.disable-two-factor'],
  ]);
});

onEachEngine(
  'Without valid proof, two-factor authentication stays on and the refusal says what to send',
  async (world) => {
    const person = await inSession(world);
    const { secret } = await enrol(world, person);
    const used = codeAt(world, secret, -1);

    const without = [
      await end(person),
      await end(person, {}),
      await end(person, withCode(null)),
      await renew(person),
      await renew(person, {}),
    ];
    const wrong = [await end(person, withCode(used)), await renew(person, { 'one-time-code': used })];
    const wrongPassword = await end(person, withPassword('incorrect horse'));
    const number = await end(person, withCode(123_456));

    for (const answer of without) assert.deepEqual([answer.status, details(answer)], [422, eitherMissing]);
    for (const answer of [...wrong, number]) {
      assert.deepEqual([answer.status, pointers(answer)], [422, ['/data/attributes/one-time-code']]);
    }
    assert.deepEqual([wrongPassword.status, pointers(wrongPassword)], [422, ['/data/attributes/current-password']]);
    assert.equal((await end(person, withPassword(password))).status, 204);
  },
);

onEachEngine('A person without a password uses a code as proof', async (world) => {
  const person = await world.person();
  const { secret } = await enrol(world, person);

  const byPassword = await end(person, withPassword(password));
  const byCode = await end(person, withCode(codeAt(world, secret)));

  assert.deepEqual([byPassword.status, byCode.status], [422, 204]);
});

onEachEngine('An enrolment that was not confirmed is cancelled without a proof', async (world) => {
  const person = await world.person({ password });
  const begun = await person.client.post(path, withPassword(password));

  const ended = await end(person);
  const again = await end(person);
  const code = codeAt(world, begun.body.data.attributes.secret);
  const confirmed = await person.client.post(`${path}/confirm`, withCode(code));

  assert.deepEqual([ended.status, again.status, confirmed.status], [204, 400, 400]);
  const actions = (await auditOf(world, person.user.id)).map(({ action }) => action);
  assert.deepEqual(actions, ['user.create', 'user.begin-two-factor', 'user.cancel-two-factor']);
});

onEachEngine('New recovery codes replace the old ones', async (world) => {
  const person = await inSession(world);
  const { secret, recoveryCodes: old } = await enrol(world, person);

  const byCode = await renew(person, { 'one-time-code': codeAt(world, secret) });
  const byPassword = await renew(person, { 'current-password': password });
  const codes: readonly string[] = byPassword.body.data.attributes.codes;
  const replaced = [old[0], byCode.body.data.attributes.codes[0]];
  const refused = await Promise.all(replaced.map((code) => renew(person, { 'one-time-code': code })));
  const byNew = await renew(person, { 'one-time-code': codes[0] });

  assert.deepEqual([byCode.status, byPassword.status, byNew.status], [201, 201, 201]);
  assert.deepEqual([byCode.body.data.type, byCode.body.data.id], ['recovery-codes', person.user.id]);
  assert.equal(byCode.headers.get('cache-control'), 'no-store');
  assert.equal(new Set([...old, ...byCode.body.data.attributes.codes, ...codes]).size, 30);
  assert.deepEqual(
    refused.map(({ status }) => status),
    [422, 422],
  );
  const audit = await auditOf(world, person.user.id);
  assert.equal(audit.filter(({ action }) => action === 'user.renew-recovery-codes').length, 3);
  assert.ok(!codes.some((code) => JSON.stringify(audit).includes(code)));
});

onEachEngine('Recovery codes require two-factor authentication', async (world) => {
  const person = await world.person({ password });
  const off = await renew(person, { 'current-password': password });
  await person.client.post(path, withPassword(password));

  const pending = await renew(person, { 'current-password': password });

  assert.deepEqual([off.status, pending.status], [400, 400]);
  assert.deepEqual(details(off), ['Two-factor authentication is not enabled.']);
});

onEachEngine(
  'Of concurrent attempts to turn off two-factor authentication with one code, one succeeds and the others find it off',
  async (world) => {
    const person = await world.person();
    const { secret } = await enrol(world, person);
    const proof = withCode(codeAt(world, secret));

    const answers = await Promise.all(Array.from({ length: 5 }, () => end(person, proof)));

    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [204, 400, 400, 400, 400]);
  },
);

onEachEngine('Of many concurrent wrong codes, five are checked, on whatever endpoint', async (world) => {
  const person = await world.person();
  const { secret } = await enrol(world, person);
  const wrong = codeAt(world, secret, 1_000);
  const guess = (index: number) =>
    index % 2 === 0 ? end(person, withCode(wrong)) : renew(person, { 'one-time-code': wrong });

  const guesses = await Promise.all(Array.from({ length: 20 }, (_, index) => guess(index)));
  const right = await end(person, withCode(codeAt(world, secret)));
  world.advance(60_000);
  const later = await end(person, withCode(codeAt(world, secret)));

  const statuses = guesses.map(({ status }) => status).toSorted();
  assert.deepEqual(statuses, [...Array.from({ length: 5 }, () => 422), ...Array.from({ length: 15 }, () => 429)]);
  assert.deepEqual([right.status, later.status], [429, 204]);
});
