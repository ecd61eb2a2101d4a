// Operator-defined texts on pages. They are displayed at the right position, immediately after a change, and always
// escaped.
import assert from 'node:assert/strict';
import { type Browser, browserOf, type Seen } from '../support/browser.ts';
import { settingsClient } from '../support/settings.ts';
import { onEachEngine, type World } from '../support/world.ts';

const password = 'a lantern in the fog';

const signIn = async (browser: Browser, login: string): Promise<Seen> =>
  browser.send(await browser.open('/sign-in'), '/sign-in', { login, password });

const breakPages = ({ context }: World): Promise<unknown> =>
  context.database.transaction((tx) => tx.run((db) => db.schema.alterTable('memberships').renameTo('lost')));

onEachEngine('Each text is shown at its position as soon as it is set', async (world) => {
  const { patch } = await settingsClient(world, 'customization-settings');
  const { user } = await world.person({ password });
  const browser = browserOf(world.url);
  const before = await browser.open('/sign-in');

  await patch({ footer: 'Lighthouse & Co', 'login-help': 'Ask "Tove"', 'new-user': "It's <new", error: 'Call 1-2-3' });
  await patch({ announcement: 'Away at noon & one' });
  const form = await browser.open('/sign-in');
  const start = await signIn(browser, user.username);
  const missing = await browser.open('/no/such/page');
  await breakPages(world);
  const fault = await browser.open('/');

  assert.doesNotMatch(before.source, /<aside|<footer|class="(own|rich)"/);
  for (const page of [form, missing, fault])
    assert.match(page.source, /<aside class="notice warn">.*Away at noon &amp; one.*<\/aside>\n<main>/);
  assert.match(form.text, /Forgot your password\? Ask "Tove" Lighthouse & Co$/);
  assert.match(
    start.source,
    /<template id="announcement">.*Away at noon &amp; one.*<template id="footer">.*Lighthouse &amp; Co.*<template id="new-user">.*It&#39;s &lt;new/s,
  );
  assert.doesNotMatch(missing.text, /Call 1-2-3/);
  assert.match(missing.text, /Lighthouse & Co$/);
  assert.match(fault.text, /Call 1-2-3 Back to the start page .* Lighthouse & Co$/);
});

onEachEngine('A text may contain some HTML, and nothing harmful is kept', async (world) => {
  const { patch } = await settingsClient(world, 'customization-settings');
  const footer = '<p>See <a href="https://wiki.example/tipstaff" onclick="x()">the wiki</a><script>x()</script></p>';
  await patch({ footer, 'login-help': '</main><form action="https://evil.example"><input name="password">' });

  const page = await browserOf(world.url).open('/sign-in');

  assert.ok(
    page.source.includes('<div class="rich"><p>See <a href="https://wiki.example/tipstaff">the wiki</a></p></div>'),
  );
  assert.doesNotMatch(page.source, /evil|onclick|<script/);
  assert.deepEqual(
    page.forms.map(({ action }) => action),
    ['/sign-in'],
  );
});
