// Times in the console: exact times by keyboard, the preference of the user, and a browser whose clock is wrong.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, follow, loaded, newPerson, visit } from '../support/console.ts';
import { openWorld } from '../support/world.ts';

const hour = 3_600_000;

test('If a relative time has the focus, its exact time is shown', async () => {
  await using world = await openWorld('sqlite');
  const person = await newPerson(world);

  await visit(world, person, { path: '/app/me/tokens' }, async (page) => {
    await loaded(page, 'API tokens');
    const time = page.getByRole('table').locator('time').first();
    await time.focus();
    const tooltip = page.getByRole('tooltip');
    await tooltip.waitFor();
    const exact = await tooltip.textContent();
    await assertAccessible(page);
    await page.keyboard.press('Escape');
    await tooltip.waitFor({ state: 'detached' });

    assert.match(exact ?? '', /^[A-Z][a-z]{2} \d+, \d{4}, \d+:\d\d/);
    assert.equal(await time.getAttribute('aria-description'), exact);
    assert.equal(await page.locator('a time[tabindex], button time[tabindex]').count(), 0);
  });
});

test('A person chooses the time zone, the clock and exact times', async () => {
  await using world = await openWorld('sqlite');
  const person = await newPerson(world);

  await visit(world, person, { path: '/app/me' }, async (page) => {
    await loaded(page, 'Profile');
    const zone = page.getByRole('combobox', { name: 'Time zone' });
    await zone.fill('Tokyo');
    await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
    await page.getByRole('combobox', { name: 'Clock' }).selectOption('24 hours');
    await page.getByText(/^Now: .* GMT\+9$/).waitFor();
    await page.getByLabel('Show exact times').check();
    await assertAccessible(page);
    await follow(page, '/app/me/tokens');
    await loaded(page, 'API tokens');
    const time = page.getByRole('table').locator('time').first();
    const inTokyo = new Date(Date.parse((await time.getAttribute('datetime')) ?? '') + 9 * hour).toISOString();
    const shown = (await time.textContent()) ?? '';
    await page.reload();
    await page.getByText(shown).first().waitFor();

    assert.match(shown, /^[A-Z][a-z]{2} \d+, \d{4}, \d\d:\d\d GMT\+9$/);
    assert.ok(shown.includes(inTokyo.slice(11, 16)), `${shown} is ${inTokyo}`);

    // A day in a date field ends at midnight of the chosen zone.
    await page.getByLabel('Expires on').fill('2100-01-31');
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await page.getByRole('button', { name: 'Create a token' }).click();
    assert.equal((await sent).postDataJSON().data.attributes['expired-at'], '2100-01-31T14:59:59.000Z');
  });
});

test('A time in the past is not shown as in the future if the clock of the browser is slow', async () => {
  await using world = await openWorld('sqlite');
  const person = await newPerson(world);

  await visit(world, person, { path: '/app/me/tokens' }, async (page) => {
    await loaded(page, 'API tokens');
    await page.clock.setFixedTime(Date.now() - 3 * hour);
    await page.reload();
    await loaded(page, 'API tokens');
    const created = await page.getByRole('table').locator('time').first().textContent();

    assert.doesNotMatch(created ?? '', /^in /);
  });
});
