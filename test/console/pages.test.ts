import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { assertAccessible, assertFits, follow, loaded, rulesOfLooks, visit } from '../support/console.ts';
import { hostile, openConsoleScene } from '../support/console-scene.ts';
import { everyAddress } from '../support/every-page.ts';
import { openWorld } from '../support/world.ts';

// biome-ignore lint/style/noProcessEnv: the person who runs the tests may want pictures
const isPictured = process.env.SCREENSHOTS === '1';
// biome-ignore lint/style/noProcessEnv: the same person may want the two looks that the suite leaves out
const isOtherLooks = process.env.OTHER_LOOKS === '1';
// biome-ignore lint/style/noProcessEnv: set for the tests of a change, which leave out the second look
const isOneLook = process.env.TEST_SHORT === '1';
const pictures = fileURLToPath(new URL('../../test-results/', import.meta.url));

/** Width and color scheme of each rendering of a page. */
const looks = {
  'desktop-light': [1280, 'light'],
  'desktop-dark': [1280, 'dark'],
  'phone-light': [360, 'light'],
  'phone-dark': [360, 'dark'],
} as const;
const allLooks = ['desktop-light', 'desktop-dark', 'phone-light', 'phone-dark'] as const;

const look = async (page: Page, name: keyof typeof looks): Promise<void> => {
  const [width, colorScheme] = looks[name];
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme });
  // The page replaces tables with cards in the next frame.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
};

const takePicture = async (page: Page, address: string, name: keyof typeof looks): Promise<void> => {
  await look(page, name);
  // File names must not contain identifiers, because identifiers differ between runs.
  const parts = address
    .slice('/app/'.length)
    .replaceAll(/-[A-Za-z0-9]{16}/g, '')
    .replaceAll(/[^\w-]+/g, '.');
  const file = parts === '' ? 'home' : parts;
  await page.screenshot({ path: join(pictures, name, `${file}.png`), fullPage: true });
};

/** Font families of the visible text. */
const fontsOf = `[...new Set([...document.body.querySelectorAll('*')]
  .filter((each) => each.checkVisibility() && each.textContent.trim() !== '')
  .map((each) => getComputedStyle(each).fontFamily))]`;

/** Times that are broken into two lines or cut off. */
const brokenTimes = `[...document.querySelectorAll('main time')]
  .filter((each) => each.checkVisibility() && each.getClientRects().length > 1)
  .map((each) => each.textContent)`;

const assertSound = async (page: Page, address: string, inTurn: readonly (keyof typeof looks)[]): Promise<void> => {
  await page.getByText('Checking…').waitFor({ state: 'detached' });
  const failures = page.getByRole('alert').filter({ hasText: /^Not (found|loaded)/ });
  assert.deepEqual(await failures.allTextContents(), [], address);
  assert.equal(await page.locator('main img, main script').count(), 0, address);
  for (const [index, name] of inTurn.entries()) {
    await look(page, name);
    await assertFits(page);
    assert.deepEqual(await page.evaluate(brokenTimes), [], address);
    await assertAccessible(page, index === 0 ? undefined : rulesOfLooks);
  }
  if (isPictured) for (const name of allLooks) await takePicture(page, address, name);
};

/** Fails if two pages have the same title, or if a title does not end with the organization and the product. */
const assertTitles = (titles: ReadonlyMap<string, string>, addresses: readonly string[]): void => {
  for (const [title, address] of titles) {
    assert.ok(title.endsWith(address.startsWith('/app/organizations/') ? ' · works · Tipstaff' : ' · Tipstaff'), title);
  }
  assert.deepEqual(
    addresses
      .filter((address) => ![...titles.values()].includes(address))
      .map((address) =>
        address
          .replace(/pol-\w+/, 'policy')
          .replace(/polset-\w+/, 'set')
          .replace(/shop-x+/, 'shop'),
      ),
    [
      '/app/organizations/works/policies/policy/history',
      '/app/works/settings/policy-sets/set',
      '/app/works/workspaces/shop',
      '/app/organizations/works/registry/network/aws',
      '/app/site/settings/oidc-sign-in',
    ],
    'old addresses show the page that replaced them, and the page of a module version has the title of the module',
  );
};

test('All pages are accessible in both color schemes, fit a phone, and run no texts by users', async () => {
  await using world = await openWorld('sqlite');
  const { person, parameters } = await openConsoleScene(world);

  await visit(world, person, { path: '/app/no/such/page' }, async (page) => {
    await loaded(page, 'Not found');
    const addresses = await everyAddress(page, parameters);
    // Each page is first rendered in the size and color scheme in which the previous page was last rendered.
    const both: (keyof typeof looks)[] = isOtherLooks
      ? ['desktop-dark', 'phone-light']
      : ['desktop-light', 'phone-dark'];
    const inTurn = isOneLook ? both.slice(0, 1) : both;
    await assertSound(page, '/app/no/such/page', inTurn);
    const shown: string[] = [];
    const titles = new Map<string, string>();
    const fonts: string[] = [];
    for (const address of [...addresses, '/app/organizations/works/registry/network/aws?version=1.0.0']) {
      await follow(page, address);
      await assertSound(page, address, inTurn.reverse());
      titles.set(await page.title(), address);
      fonts.push(...(await page.evaluate<readonly string[]>(fontsOf)));
      if (((await page.locator('main').textContent()) ?? '').includes(hostile)) shown.push(address);
    }
    assert.ok(shown.length > 10, `texts that people wrote are on ${shown.length} pages`);
    assertTitles(titles, addresses);
    assert.equal(new Set(fonts).size, 2, 'text and code have one font each');
  });
});
