import assert from 'node:assert/strict';
import { auditOf } from '../../../../test/support/audit.ts';
import { beginning, codeAt, enrol, stepLength, toNextStep } from '../../../../test/support/one-time-codes.ts';
import { password, sessionClientOf, signedIn } from '../../../../test/support/session.ts';
import { onEachEngine, type Person, system, type World } from '../../../../test/support/world.ts';
import { query } from '../../../db/query.ts';
import { auditedTransaction } from '../../audit/audit.ts';
import { disableTwoFactor, takeOneTimeCode } from './two-factor.ts';

const path = '/account/two-factor';

const recoveryCodes = query()((db) => db.selectFrom('recovery_codes').selectAll());

/** Uses up a code as a sign-in does. Returns whether the code was valid. */
const take = ({ context }: World, { user }: Person, code: string): Promise<boolean> =>
  auditedTransaction(context, system, async (tx) => {
    const audit = await takeOneTimeCode(tx, context, user.id, code);
    return { result: audit !== undefined, audit: audit ?? [] };
  });

const takeEach = async (world: World, person: Person, codes: readonly string[]): Promise<readonly boolean[]> => {
  const taken: boolean[] = [];
  for (const code of codes) taken.push(await take(world, person, code));
  return taken;
};

const takeAtOnce = (world: World, person: Person, code: string): Promise<readonly boolean[]> =>
  Promise.all(Array.from({ length: 50 }, () => take(world, person, code)));

const countOf = (answers: readonly boolean[]): number => answers.filter((answer) => answer).length;

onEachEngine('A code is accepted once, and after it only later codes', async (world) => {
  const person = await world.person();
  const { secret } = await enrol(world, person);
  const [before, now, next] = [codeAt(world, secret, -1), codeAt(world, secret), codeAt(world, secret, 1)];

  const taken = await takeEach(world, person, [now, now, before]);
  world.advance(stepLength);
  const taken2 = await takeEach(world, person, [now, next, next]);

  assert.deepEqual(taken, [true, false, false]);
  assert.deepEqual(taken2, [false, true, false]);
});

onEachEngine('The code that confirmed the enrolment is used up', async (world) => {
  const person = await world.person();
  const { secret } = await enrol(world, person);

  const taken = await takeEach(world, person, [codeAt(world, secret, -1), codeAt(world, secret)]);

  assert.deepEqual(taken, [false, true]);
});

onEachEngine('Clocks may be one step ahead or behind, but no more', async (world) => {
  const person = await world.person();
  const { secret } = await enrol(world, person);
  world.advance(10 * stepLength);

  const late = await takeEach(world, person, [codeAt(world, secret, -2), codeAt(world, secret, -1)]);
  const early = await takeEach(world, person, [codeAt(world, secret, 2), codeAt(world, secret, 1)]);

  assert.deepEqual(late, [false, true]);
  assert.deepEqual(early, [false, true]);
});

onEachEngine('Of fifty concurrent uses of one code, one succeeds', async (world) => {
  const person = await world.person();
  const { secret } = await enrol(world, person);

  const taken = await takeAtOnce(world, person, codeAt(world, secret));

  assert.equal(countOf(taken), 1);
});

onEachEngine(
  'Five wrong codes block an account for a minute, ten for ten minutes, and fifteen for an hour',
  async (world) => {
    const person = await signedIn(world);
    const { secret } = await enrol(world, person);
    const minute = 60_000;
    const guess = (code = '000000') =>
      sessionClientOf(world.url).signIn(person.user.username, { 'one-time-code': code });
    const fiveTimes = async () => {
      const statuses: number[] = [];
      for (let n = 0; n < 5; n += 1) statuses.push((await guess()).status);
      return statuses;
    };

    const first = await fiveTimes();
    world.advance(minute + 1);
    const second = await fiveTimes();
    world.advance(minute + 1);
    const closed = await guess(codeAt(world, secret));
    world.advance(8 * minute);
    const third = await fiveTimes();
    world.advance(10 * minute);
    const longer = await guess(codeAt(world, secret));
    world.advance(41 * minute);
    const open = await guess(codeAt(world, secret));

    assert.deepEqual([...first, ...second, ...third], Array(15).fill(401));
    assert.deepEqual([closed.status, longer.status, open.status], [429, 429, 201]);
    const [afterTen, afterFifteen] = [closed, longer].map(({ headers }) => Number(headers.get('retry-after')));
    assert.ok(afterTen !== undefined && afterTen > 7 * 60 && afterTen <= 8 * 60);
    assert.ok(afterFifteen !== undefined && afterFifteen > 35 * 60 && afterFifteen <= 42 * 60);
  },
);

onEachEngine('A recovery code works once, and the audit log contains its use but not the code', async (world) => {
  const person = await world.person();
  const { recoveryCodes: codes } = await enrol(world, person);
  const [first = '', second = '', third = ''] = codes;

  const taken = await takeEach(world, person, [first, first, ` ${second.toUpperCase()} `, third.replace('-', '')]);
  const audit = await auditOf(world, person.user.id);

  assert.deepEqual(taken, [true, false, true, true]);
  const left = await world.context.database.rows(recoveryCodes, {});
  assert.equal(left.length, 7);
  assert.equal(audit.filter(({ action }) => action === 'user.use-recovery-code').length, 3);
  for (const code of [first, second, third]) assert.ok(!JSON.stringify(audit).includes(code));
});

onEachEngine('Of fifty concurrent uses of one recovery code, one succeeds', async (world) => {
  const person = await world.person();
  const { recoveryCodes: codes } = await enrol(world, person);

  const taken = await takeAtOnce(world, person, codes[0] ?? '');

  assert.equal(countOf(taken), 1);
});

onEachEngine("One person's codes are not accepted for another person's account", async (world) => {
  const [ada, bob] = [await world.person(), await world.person()];
  const [adas, bobs] = [await enrol(world, ada), await enrol(world, bob)];

  const wrong = await takeEach(world, bob, [codeAt(world, adas.secret), adas.recoveryCodes[0] ?? '']);
  const right = await takeEach(world, bob, [codeAt(world, bobs.secret), bobs.recoveryCodes[0] ?? '']);

  assert.deepEqual(wrong, [false, false]);
  assert.deepEqual(right, [true, true]);
});

onEachEngine('No code is accepted while two-factor authentication is off', async (world) => {
  const [ada, bob] = [await world.person({ password }), await world.person()];
  toNextStep(world);
  const begun = await ada.client.post(path, beginning());
  const { secret } = begun.body.data.attributes;

  const taken = [await take(world, ada, codeAt(world, secret)), await take(world, bob, codeAt(world, secret))];

  assert.deepEqual(taken, [false, false]);
});

onEachEngine('Of several concurrent requests that turn off two-factor authentication, one succeeds', async (world) => {
  const person = await world.person();
  const { secret, recoveryCodes: codes } = await enrol(world, person);
  const { database } = world.context;
  const off = () => database.transaction((tx) => disableTwoFactor(tx, person.user.id));

  const disabled = await Promise.all(Array.from({ length: 20 }, off));
  const taken = await takeEach(world, person, [codeAt(world, secret), codes[0] ?? '']);

  assert.equal(countOf(disabled), 1);
  assert.deepEqual(taken, [false, false]);
  assert.deepEqual(await database.rows(recoveryCodes, {}), []);
});
