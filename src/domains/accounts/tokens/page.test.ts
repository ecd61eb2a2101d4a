import assert from 'node:assert/strict';
import { browserOf } from '../../../../test/support/browser.ts';
import { clientOf } from '../../../../test/support/client.ts';
import { onEachEngine } from '../../../../test/support/world.ts';

const password = 'a lantern in the fog';
const path = '/app/settings/tokens';

onEachEngine('A person who follows "terraform login" signs in, and gets a token that works', async (world) => {
  const { user } = await world.person({ password });
  const browser = browserOf(world.url);

  const signIn = await browser.open(`${path}?source=terraform-login`);
  const form = await browser.send(signIn, '/sign-in', { login: user.username, password });
  const made = await browser.send(form, path, { description: 'laptop' });
  const [, token = ''] = /<code>([^<]+)<\/code>/.exec(made.source) ?? [];
  const account = await clientOf(world.url, token).get('/account/details');
  const listed = await clientOf(world.url, token).get(`/users/${user.id}/authentication-tokens`);

  assert.match(signIn.text, /Sign in/);
  assert.match(form.text, /Create an API token/);
  assert.match(made.text, /The token is shown only once/);
  assert.equal(account.body.data.id, user.id);
  const descriptions = listed.body.data.map(
    ({ attributes }: { attributes: { description: string } }) => attributes.description,
  );
  assert.ok(descriptions.includes('laptop'));
});
