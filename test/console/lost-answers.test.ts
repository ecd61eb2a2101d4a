// The response to a form is lost after the service has processed the request. Sending the form again does not create a
// second record.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { createOrganization } from '../../src/domains/organizations/creation/creation.ts';
import { loaded, newPerson, visit } from '../support/console.ts';
import { openWorld, system } from '../support/world.ts';

/**
 * Makes the page lose the responses to POST requests whose address has the given ending. The service still processes
 * the requests.
 */
const loseAnswers = async (page: Page, ending: string, lose: 'answer' | 'with-502' = 'answer') => {
  const keys: (string | undefined)[] = [];
  await page.route(`**${ending}`, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    keys.push(route.request().headers()['idempotency-key']);
    await route.fetch();
    return lose === 'answer' ? route.abort() : route.fulfill({ status: 502, body: 'bad gateway' });
  });
  return { keys, end: () => page.unroute(`**${ending}`) };
};

test('A form whose response was lost is sent again with its key, and creates one record', async () => {
  await using world = await openWorld('sqlite');
  const owner = await newPerson(world, { username: 'ada', email: 'ada@example.com' });
  await createOrganization(world.context, system, { name: 'works', email: 'a@example.com' }, owner.user.id);
  const teams = async () => {
    const { body } = await owner.client.get('/organizations/works/teams');
    return body.data.map((each: { attributes: { name: string } }) => each.attributes.name).toSorted();
  };

  await visit(world, owner, { path: '/app/organizations/works/teams' }, async (page) => {
    await loaded(page, 'Teams');
    const dialog = page.getByRole('dialog');
    const send = () => dialog.getByRole('button', { name: 'Create a team' }).click();
    await page.getByRole('button', { name: 'Create a team' }).click();

    const lost = await loseAnswers(page, '/organizations/works/teams');
    await dialog.getByLabel('Name').fill('platform');
    await send();
    await dialog.getByText('The service could not be reached.').waitFor();
    await lost.end();
    const behindProxy = await loseAnswers(page, '/organizations/works/teams', 'with-502');
    await send();
    await dialog.getByRole('alert').getByText('The service answered with status 502.').waitFor();
    await behindProxy.end();
    assert.deepEqual(await teams(), ['owners', 'platform']);
    const [again] = await Promise.all([page.waitForRequest((request) => request.method() === 'POST'), send()]);
    await loaded(page, 'platform');

    const key = await again.headerValue('idempotency-key');
    assert.match(key ?? '', /^\d+-\d+-\d+-\d+$/);
    assert.deepEqual([...lost.keys, ...behindProxy.keys], [key, key]);
  });
  assert.deepEqual(await teams(), ['owners', 'platform']);
});

test('A form with other content, or after a response, has a new key', async () => {
  await using world = await openWorld('sqlite');
  const owner = await newPerson(world, { username: 'ada', email: 'ada@example.com' });
  await createOrganization(world.context, system, { name: 'works', email: 'a@example.com' }, owner.user.id);

  await visit(world, owner, { path: '/app/organizations/works/teams' }, async (page) => {
    await loaded(page, 'Teams');
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') keys.push(request.headers()['idempotency-key']);
    });
    const dialog = page.getByRole('dialog');
    const send = async (name: string) => {
      await dialog.getByLabel('Name').fill(name);
      await dialog.getByRole('button', { name: 'Create a team' }).click();
    };
    await page.getByRole('button', { name: 'Create a team' }).click();

    const lost = await loseAnswers(page, '/organizations/works/teams');
    await send('platform');
    await dialog.getByText('The service could not be reached.').waitFor();
    await lost.end();
    await send('owners');
    await dialog.getByText('Name has already been taken').waitFor();
    await send('owners ');
    await dialog.getByText(/^Name must not begin/).waitFor();
    await send('owners');
    await dialog.getByText('Name has already been taken').waitFor();

    assert.equal(keys.length, 4);
    assert.equal(new Set(keys).size, 4);
  });
});
