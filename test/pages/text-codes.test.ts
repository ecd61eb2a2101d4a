// Sign-in in a browser with a phone as the second factor.
import assert from 'node:assert/strict';
import { browserOf } from '../support/browser.ts';
import { beginning, withCode } from '../support/one-time-codes.ts';
import { password, signedIn } from '../support/session.ts';
import { settingsOver } from '../support/settings.ts';
import { type Texting, textingOnEachEngine } from '../support/texting.ts';
import type { World } from '../support/world.ts';

const lastCode = ({ provider }: Texting): string => provider.messages.at(-1)?.body.slice(0, 6) ?? '';

/** Creates a user whose second factor is a phone. */
const enrolled = async (world: World, texting: Texting) => {
  const { client, user } = await signedIn(world);
  const phone = beginning({ 'phone-number': '+15550101234' });
  await client.post('/account/two-factor', phone);
  await client.post('/account/two-factor/confirm', withCode(lastCode(texting)));
  world.advance(60_000);
  return user;
};

textingOnEachEngine('The second page accepts the code that was sent to the phone', async (world, texting) => {
  const { username } = await enrolled(world, texting);
  const browser = browserOf(world.url);

  const page = await browser.send(await browser.open('/sign-in'), '/sign-in', { login: username, password });
  const start = await browser.send(page, '/sign-in/code', { code: lastCode(texting) });

  assert.deepEqual([page.status, page.title], [200, 'One-time code · Tipstaff']);
  assert.equal(texting.provider.messages.length, 2);
  assert.deepEqual([start.path, start.status], ['/', 200]);
});

textingOnEachEngine('The second page says if no code could be sent', async (world, texting) => {
  const { username } = await enrolled(world, texting);
  await settingsOver(texting.admin.client, 'sms-settings').patch({ enabled: false });
  const browser = browserOf(world.url);

  const page = await browser.send(await browser.open('/sign-in'), '/sign-in', { login: username, password });

  assert.match(page.text, /No code can be sent by SMS: ask a site administrator, or use a recovery code\./);
  assert.deepEqual(Object.keys(page.forms[0]?.fields ?? {}), ['code', 'ticket']);
});
