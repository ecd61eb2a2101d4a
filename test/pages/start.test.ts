import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOrganization } from '../../src/domains/organizations/creation/creation.ts';
import { homePage } from '../../src/domains/organizations/home/home-page.ts';
import { browserOf } from '../support/browser.ts';
import { textIn } from '../support/page.ts';
import { onEachEngine, system, type World } from '../support/world.ts';

const password = 'a lantern in the fog';

const signedIn = async ({ url }: World, login: string) => {
  const browser = browserOf(url);
  const page = await browser.send(await browser.open('/sign-in'), '/sign-in', { login, password });
  return { browser, page };
};

/** An administrator who impersonates somebody. */
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

onEachEngine('The start page shows the account and its organizations', async (world) => {
  const { user } = await world.person({ password });
  for (const name of ['zeppelin', 'Albatross']) {
    await createOrganization(world.context, system, { name, email: 'a@example.com' }, user.id);
  }
  await world.home();

  const { page } = await signedIn(world, user.username);

  assert.equal(
    page.text,
    `Reeve Hello, ${user.username} Username ${user.username} E-mail address ${user.email} Role User ` +
      'Two-factor authentication Off Organizations Albatross zeppelin Sign out',
  );
});

onEachEngine(
  'The start page shows the role of an administrator, and that a person is in no organization',
  async (world) => {
    const { user } = await world.person({ password, isAdmin: true });

    const { page } = await signedIn(world, user.username);

    assert.match(page.text, /Role Site administrator .* You are in no organization yet\./);
  },
);

onEachEngine('An e-mail address that looks like HTML is shown as it is', async (world) => {
  const email = `<script>alert(1)</script>&amp;@example.com`;
  const { user } = await world.person({ password, email });

  const { page } = await signedIn(world, user.username);

  assert.ok(page.source.includes('&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;@example.com'));
  assert.ok(page.text.includes(email));
});

onEachEngine('An impersonator sees the target and the reason, and stops with one button', async (world) => {
  const { admin, target, browser } = await impersonating(world);

  const page = await browser.open('/');
  const after = await browser.send(page, '/unimpersonate');

  assert.equal(page.title, `Hello, ${target.username} · Reeve`);
  assert.ok(page.text.includes(`You, ${admin.username} , are acting as ${target.username} .`), page.text);
  assert.ok(page.text.includes('Reason: Ticket <12>: cannot see policies'));
  assert.deepEqual([after.path, after.title], ['/', `Hello, ${admin.username} · Reeve`]);
  assert.ok(!after.text.includes('acting as'));
});

onEachEngine('When an impersonation is over, it can only be stopped', async (world) => {
  const { admin, target, browser } = await impersonating(world);
  world.advance(3_600_000);

  const page = await browser.open('/');
  const after = await browser.send(page, '/unimpersonate');

  assert.equal(page.title, 'The impersonation is over · Reeve');
  assert.ok(!page.text.includes(target.username));
  assert.equal(after.title, `Hello, ${admin.username} · Reeve`);
});

onEachEngine('A button that is pressed twice leads to the same page', async (world) => {
  const { admin, browser } = await impersonating(world);
  const page = await browser.open('/');

  await browser.send(page, '/unimpersonate');
  const back = await browser.send(page, '/unimpersonate');
  await browser.send(page, '/sign-out');
  const out = await browser.send(page, '/sign-out');
  const outAndBack = await browser.send(page, '/unimpersonate');

  assert.equal(back.title, `Hello, ${admin.username} · Reeve`);
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

test('The page counts the organizations that it does not list', () => {
  const site = { address: 'http://reeve.example.com', isSecure: false, to: (path: string) => path };
  const texts = { footer: undefined, loginHelp: undefined, error: undefined, newUser: undefined };
  const account = {
    username: 'ada',
    email: 'ada@example.com',
    wanted_email: null,
    is_admin: 0,
    is_two_factor_verified: 0,
  };
  const session = { id: 'sess-1', owner: { kind: 'user', id: 'user-1', username: 'ada', isAdmin: false } } as const;

  const page = homePage(
    { ...site, texts },
    { account, organizations: ['home'], total: 3, session, singleSignOn: undefined },
  );

  assert.match(textIn(page.body.toString()), /Organizations home and 2 more Sign out/);
});
