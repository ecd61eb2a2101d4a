import assert from 'node:assert/strict';
import { browserOf } from '../../../../test/support/browser.ts';
import { bringForm, enableSso } from '../../../../test/support/saml/sso.ts';
import { answerOfStock } from '../../../../test/support/saml/stock.ts';
import { onEachEngine } from '../../../../test/support/world.ts';

onEachEngine('A standard identity provider that has only the metadata can sign people in', async (world) => {
  await enableSso(world);
  const metadata = await world.anonymous.get('//users/saml/metadata');
  const browser = browserOf(world.url);
  const away = await browser.request({ method: 'GET', path: '/users/saml/login' });

  const response = await answerOfStock(metadata, away.headers.get('location') ?? '', {
    email: 'grace@example.com',
    username: 'grace',
    groups: 'site-admins',
  });
  const answer = await bringForm(browser, { SAMLResponse: response });
  const page = await browser.open(answer.headers.get('location') ?? '');

  assert.match(page.text, /signed in as grace, a site administrator/);
});
