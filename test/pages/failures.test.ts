import assert from 'node:assert/strict';
import { browserOf } from '../support/browser.ts';
import { onEachEngine } from '../support/world.ts';

onEachEngine('Who opens an address where nothing is sees a page that says so, with the way back', async ({ url }) => {
  const browser = browserOf(url, { headers: { 'x-request-id': 'seen-by-ada' } });

  const page = await browser.open('/no/such/page?<script>');

  assert.equal(page.status, 404);
  assert.equal(page.title, 'Error: Page not found · Reeve');
  assert.match(page.text, /Back to the start Request seen-by-ada$/);
});

onEachEngine('Programs, and whoever asks the API, are refused in JSON', async ({ url, anonymous }) => {
  const browser = browserOf(url);

  const byProgram = await anonymous.get('//no/such/page');
  const inTheApi = await browser.request({ method: 'GET', path: '/api/v2/no/such/page' });
  const known = await browser.request({ method: 'GET', path: '/api/v2/users/somebody' });

  for (const answer of [byProgram, inTheApi, known]) {
    assert.equal(answer.headers.get('content-type'), 'application/vnd.api+json');
  }
  assert.deepEqual([byProgram.status, inTheApi.status, known.status], [404, 404, 401]);
});
