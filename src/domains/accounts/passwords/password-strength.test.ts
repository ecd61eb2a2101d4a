import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newPasswordStrength } from './password-strength.ts';

const strength = newPasswordStrength();

for (const password of [
  'password1234',
  '123456789012',
  'aaaaaaaaaaaa',
  'qwertyuiop[]',
  '1q2w3e4r5t6y',
  'abcdefghijkl',
  'iloveyou1234',
  'passwordpassword',
  'P@ssw0rd1234',
  'mortimer-smith',
  'Mortimer-Smith',
  'mort@example.com',
]) {
  test(`${password} is easy to guess`, async () => {
    assert.equal(await strength.isGuessable(password, ['mortimer-smith', 'mort@example.com']), true);
  });
}

for (const password of [
  'correct horse battery',
  'a lantern in the fog',
  'xK9$mQ2vL8pZ',
  'x'.repeat(90) + 'é'.repeat(38),
]) {
  test(`${password.slice(0, 40)} is checked by its first characters`, async () => {
    const isRepeated = password.startsWith('xxx');

    assert.equal(await strength.isGuessable(password, ['mortimer-smith']), isRepeated);
  });
}

test('The longest password takes no more work than its first characters', async () => {
  const password = 'p@$$w0rd1!|4@8({[<69!1|7+0$5%2z'.repeat(5).slice(0, 128);
  const workFor = async (text: string): Promise<number> => {
    const taken: number[] = [];
    while (taken.length < 5) {
      const before = process.threadCpuUsage();
      await strength.isGuessable(text, []);
      taken.push(process.threadCpuUsage().user - before.user);
    }
    return Math.min(...taken);
  };

  const beginning = await workFor(password.slice(0, 32));
  const all = await workFor(password);

  assert.ok(all < 2 * beginning, `${all} µs, and ${beginning} µs for the beginning`);
});
