import assert from 'node:assert/strict';
import { browserOf, type Seen } from '../support/browser.ts';
import { onEachEngine, type World } from '../support/world.ts';

const password = 'a lantern in the fog';

const whoIn = ({ text }: Seen): string | undefined => /You are signed in as ([^\s,]+?)[,.] /.exec(text)?.[1];

const signedIn = async ({ url }: World, login: string) => {
  const browser = browserOf(url);
  const page = await browser.send(await browser.open('/sign-in'), '/sign-in', { login, password });
  return { browser, page };
};

/** Creates an administrator who impersonates a user. */
const impersonating = async (world: World) => {
  const { user: admin } = await world.person({ password, isAdmin: true });
  const { user: target } = await world.person();
  const { browser } = await signedIn(world, admin.username);
  await browser.request({
    method: 'POST',
    path: `/api/v2/admin/users/${target.id}/actions/impersonate`,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify({ reason: 'Ticket <12>: cannot see policies' })),
  });
  return { admin, target, browser };
};

onEachEngine('The start page is the console, and tells browsers without scripts who is signed in', async (world) => {
  const { user } = await world.person({ password });

  const { page } = await signedIn(world, user.username);

  assert.deepEqual([page.path, page.status, page.title], ['/', 200, `Hello, ${user.username} · Tipstaff`]);
  assert.match(page.source, /<script type="module" src="\/console\/assets\/main-[\w-]+\.js"><\/script>/);
  assert.ok(page.text.includes(`You are signed in as ${user.username}.`), page.text);
});

onEachEngine('The prefixes of console addresses redirect to the start page', async (world) => {
  const { user } = await world.person({ password });
  const { browser } = await signedIn(world, user.username);

  const pages = [await browser.open('/app'), await browser.open('/app/')];

  assert.deepEqual(
    pages.map(({ path, status }) => [path, status]),
    [
      ['/', 200],
      ['/', 200],
    ],
  );
});

onEachEngine('An impersonator sees the target and the reason, and stops with one click', async (world) => {
  const { admin, target, browser } = await impersonating(world);

  const page = await browser.open('/');
  const after = await browser.send(page, '/unimpersonate');

  assert.ok(page.text.includes(`You, ${admin.username}, are acting as ${target.username}.`), page.text);
  assert.ok(page.text.includes('Reason: Ticket <12>: cannot see policies'));
  assert.deepEqual([after.path, whoIn(after)], ['/', admin.username]);
  assert.ok(!after.text.includes('acting as'));
});

onEachEngine('A finished impersonation can only be stopped', async (world) => {
  const { admin, target, browser } = await impersonating(world);
  world.advance(3_600_000);

  const page = await browser.open('/');
  const after = await browser.send(page, '/unimpersonate');

  assert.equal(page.title, 'The impersonation has ended · Tipstaff');
  assert.ok(!page.text.includes(target.username));
  assert.equal(whoIn(after), admin.username);
});

onEachEngine('A button that is clicked twice leads to the same page', async (world) => {
  const { admin, browser } = await impersonating(world);
  const page = await browser.open('/');

  await browser.send(page, '/unimpersonate');
  const back = await browser.send(page, '/unimpersonate');
  await browser.send(page, '/sign-out');
  const out = await browser.send(page, '/sign-out');
  const outAndBack = await browser.send(page, '/unimpersonate');

  assert.equal(whoIn(back), admin.username);
  assert.deepEqual([out.path, out.status], ['/sign-in', 200]);
  assert.deepEqual([outAndBack.path, outAndBack.status], ['/sign-in', 200]);
});

onEachEngine('A session that ended elsewhere leads to the sign-in page', async (world) => {
  const { user } = await world.person({ password });
  const { browser } = await signedIn(world, user.username);
  const { browser: other } = await signedIn(world, user.username);
  await other.request({ method: 'DELETE', path: '/api/v2/account/sessions' });

  const page = await browser.open('/');

  assert.equal(page.path, '/sign-in');
});
