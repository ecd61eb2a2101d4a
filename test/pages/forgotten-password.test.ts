// Forgotten passwords in a browser: from the sign-in page to the next sign-in.
import assert from 'node:assert/strict';
import { browserOf } from '../support/browser.ts';
import { linkIn, mailingOnEachEngine } from '../support/mail.ts';
import { signedIn } from '../support/session.ts';
import { onEachEngine } from '../support/world.ts';

const password = 'a lantern in the fog';

mailingOnEachEngine('A person who has forgotten the password gets a link by mail', async (world, { delivered }) => {
  const { user } = await signedIn(world);
  const browser = browserOf(world.url);

  const signIn = await browser.open('/sign-in');
  const form = await browser.open('/forgot-password');
  const known = await browser.send(form, '/forgot-password', { email: ` ${user.email} ` });
  const unknown = await browser.send(form, '/forgot-password', { email: 'nobody@example.com' });
  const [mail, ...others] = await delivered();
  assert.ok(mail);
  const choice = await browser.open(linkIn(mail).slice(world.url.length));
  const again = await browser.send(choice, '/set-password/', { password, repeated: password });
  const start = await browser.send(again, '/sign-in', { login: user.username, password });

  assert.ok(signIn.source.includes('<a href="/forgot-password">Forgot your password?</a>'));
  assert.equal(known.title, 'Check your mail · Tipstaff');
  assert.equal(unknown.source, known.source);
  assert.deepEqual([mail.to, others.length], [[user.email], 0]);
  assert.equal(start.title, `Hello, ${user.username} · Tipstaff`);
});

onEachEngine('While mail is off, the page says whom to ask', async (world) => {
  const page = await browserOf(world.url).open('/forgot-password');

  assert.equal(page.status, 200);
  assert.deepEqual(page.forms, []);
  assert.match(page.text, /This service sends no mail\. Ask your administrator .* support@example\.com/);
});
