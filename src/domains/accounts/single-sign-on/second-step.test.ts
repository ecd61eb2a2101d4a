// Tests of required second factors after single sign-on, and of single sign-on that replaces the password.
import assert from 'node:assert/strict';
import { auditOf } from '../../../../test/support/audit.ts';
import { browserOf, type Seen, seen } from '../../../../test/support/browser.ts';
import { clientOf } from '../../../../test/support/client.ts';
import { documentOf } from '../../../../test/support/documents.ts';
import { codeAt, enrol, toNextStep } from '../../../../test/support/one-time-codes.ts';
import { password, sessionClientOf, signedIn } from '../../../../test/support/session.ts';
import { onEachProtocol, type SignInScene } from '../../../../test/support/sign-in-scene.ts';
import { onEachEngine, tokenOf } from '../../../../test/support/world.ts';
import { runOnce } from '../../../runtime/jobs/jobs.ts';
import { ssoRequiredSince } from '../identity-providers/sign-in-state.ts';
import { getUser } from '../users/users.ts';
import { passwordSessionEnd } from './password-sessions.ts';

/** Signs in Alice through the provider once and enrols her second factor. Returns its secret. */
const enrolled = async ({ world, enter }: SignInScene): Promise<string> => {
  await enter();
  const user = await getUser(world.context, 'alice');
  const token = await tokenOf(world.context, user.id);
  return (await enrol(world, { user, token, client: clientOf(world.url, token) })).secret;
};

/** The page that is shown after the sign-in at the provider. */
const afterProvider = async ({ world, signIn }: SignInScene, browser = browserOf(world.url)): Promise<Seen> => {
  const { answer } = await signIn({}, browser);
  return seen(answer, '/', []);
};

onEachProtocol(
  'Single sign-on satisfies the required second factor unless the settings say otherwise',
  async (scene) => {
    const { world, settings, signIn } = scene;
    await enrolled(scene);

    const satisfied = await signIn();
    await settings.patch({ 'sso-satisfies-two-factor': false });
    const browser = browserOf(world.url);
    const page = await afterProvider(scene, browser);

    assert.equal(satisfied.answer.status, 303);
    assert.deepEqual([page.status, page.title], [200, 'One-time code · Tipstaff']);
    assert.equal(browser.cookies.has('tipstaff_session'), false);
  },
);

onEachProtocol("After the account's one-time code the session opens, and the provider can end it", async (scene) => {
  const { world, settings, codePath, signOutAddress } = scene;
  await settings.patch({ 'sso-satisfies-two-factor': false });
  const secret = await enrolled(scene);
  const browser = browserOf(world.url);
  const page = await afterProvider(scene, browser);

  const wrong = await browser.send(page, codePath, { code: '000000' });
  const forged = await browser.send(page, codePath, { code: codeAt(world, secret), ticket: 'forged' });
  const right = await browser.send(wrong, codePath, { code: codeAt(world, secret) });
  const out = await browser.send(right, '/sign-out');
  const again = await browser.open('/sign-in');

  assert.deepEqual([wrong.status, wrong.title], [401, 'Error: One-time code · Tipstaff']);
  assert.match(wrong.text, /The one-time code is wrong or was already used/);
  assert.equal(forged.title, 'Sign in · Tipstaff');
  assert.equal(right.title, 'Hello, alice · Tipstaff');
  assert.ok((out.headers.get('refresh') ?? out.source).includes(signOutAddress));
  assert.ok([...browser.cookies.keys()].includes('tipstaff_provider'), again.source);
});

onEachProtocol('A code is accepted once, even for another sign-in of the same person', async (scene) => {
  const { world, settings, codePath } = scene;
  await settings.patch({ 'sso-satisfies-two-factor': false });
  const secret = await enrolled(scene);
  const [one, other] = [browserOf(world.url), browserOf(world.url)];
  const [first, second] = [await afterProvider(scene, one), await afterProvider(scene, other)];
  const code = codeAt(world, secret);

  const right = await one.send(first, codePath, { code });
  const again = await other.send(second, codePath, { code });
  toNextStep(world);
  const next = await other.send(again, codePath, { code: codeAt(world, secret) });

  assert.deepEqual([right.title, next.title], Array(2).fill('Hello, alice · Tipstaff'));
  assert.equal(again.status, 401);
});

onEachProtocol('A ticket expires after five minutes', async (scene) => {
  const { world, settings, codePath } = scene;
  await settings.patch({ 'sso-satisfies-two-factor': false });
  const secret = await enrolled(scene);
  const browser = browserOf(world.url);
  const page = await afterProvider(scene, browser);

  world.advance(5 * 60_000);
  const late = await browser.send(page, codePath, { code: codeAt(world, secret) });

  assert.equal(late.title, 'Sign in · Tipstaff');
  assert.equal(browser.cookies.has('tipstaff_session'), false);
});

onEachProtocol('If single sign-on is required, only administrators can sign in with a password', async (scene) => {
  const { world, settings } = scene;
  const [person, admin] = [await signedIn(world), await signedIn(world, { isAdmin: true })];
  await settings.patch({ 'sso-required': true });
  const signIn = (name: string) => sessionClientOf(world.url).signIn(name);

  const refused = await signIn(person.user.username);
  const wrong = await sessionClientOf(world.url).signIn(person.user.username, { password: 'not the right one' });
  const local = await signIn(admin.user.username);
  await settings.patch({ 'sso-required': false });
  world.advance(1);
  const again = await signIn(person.user.username);

  assert.deepEqual([refused.status, local.status, again.status], [401, 201, 201]);
  assert.deepEqual(refused.body, wrong.body);
});

onEachProtocol(
  'If single sign-on is required, sessions that were opened with a password end permanently, except those of administrators',
  async ({ world, settings, signIn }) => {
    const [person, admin] = [await signedIn(world), await signedIn(world, { isAdmin: true })];
    const { browser: alice } = await signIn();
    const status = async ({ browser }: typeof person) => (await browser.get('/account/details')).status;

    const before = [await status(person), await status(admin)];
    await settings.patch({ 'sso-required': true });
    const required = [await status(person), await status(admin), (await alice.open('/')).path];
    const byToken = await person.client.get('/account/details');
    await settings.patch({ enabled: false });
    const off = await status(person);
    world.advance(1);
    assert.equal((await person.browser.signIn(person.user.username)).status, 201);
    const listed = async () => (await person.browser.get('/account/sessions')).body.data.length;
    const counts = [await listed()];
    const job = passwordSessionEnd(world.context, () => ssoRequiredSince(world.context));
    const turns = [await runOnce(world.context, job), await runOnce(world.context, job)];
    counts.push(await listed());
    const ended = (await auditOf(world, person.user.id)).filter(({ action }) => action === 'user.end-sessions');

    assert.deepEqual([before, required, off], [[200, 200], [401, 200, '/'], 401]);
    assert.equal(byToken.status, 200);
    assert.deepEqual(
      [counts, turns],
      [
        [2, 1],
        [true, false],
      ],
    );
    assert.deepEqual(
      ended.map(({ actor, change }) => [actor.kind, change]),
      [['system', { before: { sessions: 1 }, after: { reason: 'sso-required' } }]],
    );
    assert.deepEqual([await status(person), await status(admin)], [200, 200]);
  },
);

onEachEngine('A service account cannot sign in', async (world) => {
  const { user } = await world.person({ isServiceAccount: true, password });

  const answer = await world.anonymous.post('/session', documentOf('sessions', { username: user.username, password }));

  assert.equal(answer.status, 401);
});
