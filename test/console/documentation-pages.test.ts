// Tests of the documentation in a real browser, with the service's content security policy.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { navigation } from '../../site/navigation.ts';
import { documentationBuild } from '../../src/domains/console/documentation-build.ts';
import { assertAccessible, assertFits, focused, newPerson, visit } from '../support/console.ts';
import { openWorld } from '../support/world.ts';

const pages = navigation
  .flatMap((section) => section.pages)
  .filter((page) => documentationBuild()?.files.has(`${page}.html`))
  .map((page) => `/docs/${page.replace(/(^|\/)index$/, '$1')}`);

/**
 * One documentation page of each type: with tables, with images, with code in each language, a long reference page, and
 * a missing page.
 */
const kinds = [
  '/docs/',
  '/docs/start/five-minutes',
  '/docs/guides/write-a-policy',
  '/docs/guides/overrides-and-exemptions',
  '/docs/ci',
  '/docs/configuration',
  '/docs/operate/hardening',
  '/docs/no-such-page',
];

/** Waits until the script of a page has started. The page's text is already visible before. */
const listens = (page: Page) => page.waitForFunction("document.querySelector('#app').__vue_app__");

/** Opens a documentation page without a session, and waits until the page's script has started. */
const read = async (path: string, play: (page: Page) => Promise<unknown>, width = 1280): Promise<void> => {
  await using world = await openWorld('sqlite');
  await visit(world, await newPerson(world), { path, width, cookie: '' }, async (page) => {
    await listens(page);
    await play(page);
  });
};

const opened = (page: Page, heading: string | RegExp): Promise<void> =>
  page.getByRole('heading', { level: 1, name: heading }).waitFor();

test('The search finds a page by a word and opens it, with the keyboard only', async () => {
  await read('/docs/', async (page) => {
    await opened(page, 'Introduction');

    await page.keyboard.press('Control+k');
    await focused(page.getByRole('dialog').getByRole('combobox'));
    await page.keyboard.type('exempt a resource');
    await page.locator('.result.selected', { hasText: 'Exempt a workspace or a resource' }).waitFor();
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await assertAccessible(page);
    }
    await page.keyboard.press('Enter');

    await opened(page, 'Overrides and exemptions');
    assert.match(page.url(), /\/docs\/guides\/overrides-and-exemptions#exempt-a-workspace-or-a-resource$/);
  });
});

test('Links, the copy button and the color scheme work with the content security policy', async () => {
  await read('/docs/start/five-minutes', async (page) => {
    await opened(page, /Getting started/);

    await page.locator('button.copy').first().click({ force: true });
    await page.locator('button.copy.copied').first().waitFor();
    await page.getByRole('switch').first().click();
    await page.locator('html.dark').waitFor();
    await page.locator('main').getByRole('link', { name: 'Concepts' }).click();
    await opened(page, 'Concepts');
    assert.equal(await page.evaluate('performance.getEntriesByType("navigation").length'), 1);

    const broken = await page.evaluate(
      `Promise.all([...document.images].map((image) => image.decode().then(() => '', () => image.src))).then((all) => all.join(''))`,
    );
    assert.equal(broken, '');
  });
});

test('No type of page has a serious accessibility problem in either color scheme, and the focus is visible', async () => {
  await read('/docs/', async (page) => {
    for (const path of kinds) {
      await page.goto(path);
      await opened(page, /./);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await assertAccessible(page);
      }
    }
    await page.goto('/docs/ci');
    await listens(page);
    for (let step = 0; step < 12; step++) {
      await page.keyboard.press('Tab');
      const outline = String(
        await page.evaluate(
          'getComputedStyle(document.activeElement).outlineStyle + getComputedStyle(document.activeElement).outlineWidth',
        ),
      );
      assert.doesNotMatch(outline, /^none|^\w+0px$/);
    }
  });
});

test('Every page fits a phone and has no table header without text', async () => {
  await read(
    '/docs/',
    async (page) => {
      for (const path of pages) {
        await page.goto(path);
        await opened(page, /./);
        await assertFits(page);
        assert.equal(await page.locator('th').filter({ hasNotText: /\S/ }).count(), 0, path);
      }
    },
    390,
  );
  assert.ok(pages.length > 25);
});
