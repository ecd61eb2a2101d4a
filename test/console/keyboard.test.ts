import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { createOrganization } from '../../src/domains/organizations/creation/creation.ts';
import { chosenOption, focused, focusedWithin, loaded, newPerson, visit } from '../support/console.ts';
import { password } from '../support/session.ts';
import { openWorld, system } from '../support/world.ts';

/** Presses a key until an element has the focus. */
const moveTo = async (page: Page, target: Locator, key = 'Tab'): Promise<void> => {
  await target.waitFor();
  for (const _ of Array(60)) {
    await page.keyboard.press(key);
    if ((await target.and(page.locator(':focus')).count()) === 1) return;
  }
  assert.fail(`${key} does not lead to ${target}`);
};

const enter = async (page: Page, target: Locator, key = 'Tab'): Promise<void> => {
  await moveTo(page, target, key);
  await page.keyboard.press('Enter');
};

/** Waits until the opened page is loaded. Keyboard navigation starts at the page heading. */
const onPage = async (page: Page, name: string): Promise<void> => {
  await loaded(page, name);
  await focused(page.getByRole('heading', { level: 1, name }));
};

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

/** Opens a page with the command palette. */
const find = async (page: Page, name: string): Promise<void> => {
  await page.keyboard.press('Control+K');
  await focused(page.getByRole('combobox', { name: 'Find pages, records, settings and actions' }));
  await page.keyboard.type(name);
  // The palette lists the pages of an organization only after the organization is loaded.
  await chosenOption(page, new RegExp(`^${name} `));
  await page.keyboard.press('Enter');
  await onPage(page, name);
};

const signIn = async (page: Page): Promise<void> => {
  await moveTo(page, page.getByLabel('Username'));
  await page.keyboard.type('ada');
  await moveTo(page, page.getByLabel('Password'));
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await loaded(page, 'Hello, ada');
};

const makePolicy = async (page: Page): Promise<void> => {
  await find(page, 'Policies');
  await enter(page, page.getByRole('link', { name: 'Create a policy' }));
  await onPage(page, 'Create a policy');
  await moveTo(page, page.getByLabel('Name'));
  await page.keyboard.type('buckets');
  await moveTo(page, page.getByRole('radio', { name: 'Every workspace' }));
  await page.keyboard.press('ArrowUp');
  await focused(page.getByRole('radio', { name: 'Nothing yet', checked: true }));
  await page.keyboard.press('Enter');
  await onPage(page, 'buckets');
  await enter(page, page.getByRole('link', { name: 'Code', exact: true }));
  await onPage(page, 'buckets');
  await moveTo(page, page.getByRole('textbox', { name: 'Code of buckets' }));
  await page.keyboard.press('Control+End');
  await page.keyboard.type('# mine');
  await page.getByText('No problems found.').waitFor();
  await enter(page, button(page, 'Save the code'));
  await page.getByText('The code was saved and is now active.').waitFor();
};

const makeSet = async (page: Page): Promise<void> => {
  await find(page, 'Policy sets');
  await enter(page, page.getByRole('link', { name: 'Create a policy set' }));
  await onPage(page, 'Create a policy set');
  await moveTo(page, page.getByLabel('Name'));
  await page.keyboard.type('baseline');
  await page.keyboard.press('Enter');
  await onPage(page, 'baseline');
  await moveTo(page, page.locator('input[aria-label="Add to: Policies"]'));
  const searched = page.waitForResponse(/policies\?.*=buck/);
  await page.keyboard.type('buck');
  await searched;
  await page.getByRole('option', { name: 'buckets' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await chosenOption(page, 'buckets');
  await page.keyboard.press('Enter');
  await button(page, 'Remove buckets').waitFor();
};

const makeTeam = async (page: Page): Promise<void> => {
  await find(page, 'Teams');
  const create = page.locator('main').getByRole('button', { name: 'Create a team' });
  const dialog = page.getByRole('dialog');
  await enter(page, create);
  await focused(dialog.getByLabel('Name'));
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await focused(create);
  await page.keyboard.press('Enter');
  await focused(dialog.getByLabel('Name'));
  await page.keyboard.type('operations');
  await page.keyboard.press('Enter');
  await onPage(page, 'operations');
  await moveTo(page, page.getByRole('switch', { name: 'Manage policies' }));
  await page.keyboard.press('Space');
  await page.getByText('operations now has the permission “Manage policies”.').waitFor();
};

const suspend = async (page: Page): Promise<void> => {
  await find(page, 'Users');
  const menu = button(page, 'Actions for bob');
  const dialog = page.getByRole('dialog');
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'bob' }) });
  await enter(page, menu);
  await focusedWithin(page.getByRole('menu'));
  await enter(page, page.getByRole('menuitem', { name: 'Suspend' }), 'ArrowDown');
  await focusedWithin(dialog);
  await enter(page, dialog.getByRole('button', { name: 'Suspend' }));
  await row.getByText('Suspended').waitFor();
  await focused(menu);
  await page.keyboard.press('Enter');
  await focusedWithin(page.getByRole('menu'));
  await enter(page, page.getByRole('menuitem', { name: 'Reactivate' }), 'ArrowDown');
  await focusedWithin(dialog);
  await enter(page, dialog.getByRole('button', { name: 'Reactivate' }));
  await row.getByText('Active').waitFor();
};

/** Script that records which elements start an animation, for longer than one frame. */
const watchMotion = `self.moved = [];
for (const kind of ['transitionrun', 'animationstart'])
  document.addEventListener(kind, ({ target }) => {
    const moving = target.getAnimations({ subtree: true }).filter(({ effect }) => effect.getComputedTiming().activeDuration > 16);
    if (moving.length > 0) self.moved.push(kind + ' ' + target.className);
  }, true);`;

test('A person signs in and uses four pages with only the keyboard, and nothing moves with reduced motion', async () => {
  await using world = await openWorld('sqlite');
  const person = await newPerson(world, { username: 'ada', email: 'ada@example.com', isAdmin: true });
  await newPerson(world, { username: 'bob', email: 'bob@example.com' });
  await createOrganization(world.context, system, { name: 'works', email: 'a@example.com' }, person.user.id);

  await visit(world, person, { path: '/sign-in', cookie: '' }, async (page) => {
    await signIn(page);
    await page.evaluate(watchMotion);
    await find(page, 'works');
    await makePolicy(page);
    await makeSet(page);
    await makeTeam(page);
    await suspend(page);
    assert.deepEqual(await page.evaluate('self.moved'), []);
  });
});
