// Counts the clicks and keys that a person needs for a task in the console.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { type Visit, visit } from './console.ts';
import type { Person, World } from './world.ts';

/**
 * Script that counts mouse clicks, the keys Enter and Space outside of text fields, and choices in select fields. It
 * does not count movements of the focus and typed characters. The count is kept when the document is reloaded.
 */
const counting = `if (!self.countsActs) {
  self.countsActs = true;
  const count = () => sessionStorage.setItem('acts', String(Number(sessionStorage.getItem('acts') ?? 0) + 1));
  const isText = ({ localName, type }) => localName === 'textarea' || (localName === 'input' && !['checkbox', 'radio'].includes(type));
  addEventListener('pointerdown', (event) => event.isTrusted && count(), true);
  addEventListener('keydown', (event) => {
    if (event.isTrusted && (event.key === 'Enter' || (event.key === ' ' && !isText(event.target)))) count();
  }, true);
  addEventListener('change', ({ target }) => target.localName === 'select' && count(), true);
}`;

interface Job extends Pick<Visit, 'path' | 'colors' | 'width'> {
  /** Maximum number of clicks, keys and choices. */
  readonly most: number;
}

/**
 * Opens the page on which a task begins, and runs `play`, which must wait for the result at its end. Fails if the task
 * takes more clicks than permitted.
 */
export const doJob = (
  world: Pick<World, 'url' | 'context'>,
  person: Pick<Person, 'user'>,
  { most, ...begin }: Job,
  play: (page: Page) => Promise<void>,
): Promise<void> =>
  visit(world, person, begin, async (page) => {
    await page.addInitScript({ content: counting });
    await page.evaluate(counting);
    await play(page);
    const acts = Number(await page.evaluate("sessionStorage.getItem('acts') ?? 0"));
    assert.ok(acts <= most, `the job took ${acts} clicks; at most ${most} are permitted`);
  });

/** Clicks a link of the page. */
export const followLink = (page: Page, name: string | RegExp): Promise<void> =>
  page
    .getByRole('link', { name, ...(typeof name === 'string' && { exact: true }) })
    .first()
    .click();

/** Clicks a button of the page, or of the dialog that covers it. */
export const pressButton = (page: Page, name: string | RegExp): Promise<void> =>
  page
    .getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) })
    .first()
    .click();
