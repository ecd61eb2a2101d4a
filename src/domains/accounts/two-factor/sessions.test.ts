// Tests of one-time codes at sign-in and during an impersonation.
import assert from 'node:assert/strict';
import { auditOf } from '../../../../test/support/audit.ts';
import { details } from '../../../../test/support/documents.ts';
import { codeAt, enrol, withCode } from '../../../../test/support/one-time-codes.ts';
import { password, sessionClientOf, signedIn } from '../../../../test/support/session.ts';
import { onEachEngine, type Person, type World } from '../../../../test/support/world.ts';

const path = '/account/two-factor';

const signIn = ({ url }: World, { user }: Person, code?: string) =>
  sessionClientOf(url).signIn(user.username, { 'one-time-code': code });

onEachEngine('With two-factor authentication on, a sign-in requires a code, which works once', async (world) => {
  const person = await world.person({ password });
  const { secret, recoveryCodes } = await enrol(world, person);
  const code = codeAt(world, secret);

  const without = await signIn(world, person);
  const used = await signIn(world, person, codeAt(world, secret, -1));
  const right = await signIn(world, person, code);
  const again = await signIn(world, person, code);
  const recovered = await signIn(world, person, recoveryCodes[0]);
  const recoveredAgain = await signIn(world, person, recoveryCodes[0]);

  const answers = [without, used, right, again, recovered, recoveredAgain];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [401, 401, 201, 401, 201, 401],
  );
  assert.deepEqual(details(without), ['One-time code required.']);
  const audit = await auditOf(world, person.user.id);
  assert.equal(audit.filter(({ action }) => action === 'user.use-recovery-code').length, 1);
});

onEachEngine('Of several concurrent sign-ins with one code, one succeeds', async (world) => {
  const person = await world.person({ password });
  const { secret } = await enrol(world, person);
  const code = codeAt(world, secret);

  const answers = await Promise.all(Array.from({ length: 4 }, () => signIn(world, person, code)));

  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 401, 401, 401]);
});

onEachEngine('Wrong codes at sign-in and in the account count together', async (world) => {
  const person = await world.person({ password });
  const { secret } = await enrol(world, person);
  const wrong = codeAt(world, secret, 1_000);
  for (let time = 0; time < 3; time += 1) await signIn(world, person, wrong);
  for (let time = 0; time < 2; time += 1) await person.client.request('DELETE', path, { json: withCode(wrong) });

  const atSignIn = await signIn(world, person, codeAt(world, secret));
  const inAccount = await person.client.request('DELETE', path, { json: withCode(codeAt(world, secret)) });

  assert.deepEqual([atSignIn.status, inAccount.status], [429, 429]);
  assert.match(atSignIn.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
});

onEachEngine('An impersonator cannot change the two-factor authentication of the target', async (world) => {
  const { browser: admin } = await signedIn(world, { isAdmin: true });
  const target = await world.person({ password });
  const { secret } = await enrol(world, target);
  const proof = () => withCode(codeAt(world, secret));
  await admin.post(`/admin/users/${target.user.id}/actions/impersonate`, { reason: 'a ticket' });

  const refused = [
    await admin.post(path),
    await admin.post(`${path}/confirm`, proof()),
    await admin.request('DELETE', path, { json: proof() }),
    await admin.post(`${path}/recovery-codes`, proof()),
  ];
  const account = await admin.get('/account/details');

  assert.deepEqual(
    refused.map(({ status }) => status),
    [403, 403, 403, 403],
  );
  assert.equal(account.body.data.id, target.user.id);
  assert.equal((await target.client.request('DELETE', path, { json: proof() })).status, 204);
});
