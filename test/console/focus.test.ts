import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { createOrganization } from '../../src/domains/organizations/creation/creation.ts';
import { focused, follow, loaded, newPerson, visit } from '../support/console.ts';
import { documentOf } from '../support/documents.ts';
import { openWorld, system } from '../support/world.ts';

/**
 * The first button is busy until the service has counted the records that would be deleted. The dialog's button is busy
 * until the service has refused the request.
 */
const fromBusyButtons = async (page: Page): Promise<void> => {
  const button = page.getByRole('button', { name: 'Delete the organization' });
  await button.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete works?' });
  await focused(dialog.getByRole('textbox'));
  await page.route('**/organizations/works', (route) => route.abort());
  await dialog.getByRole('textbox').fill('works');
  await dialog.getByRole('button', { name: 'Delete the organization' }).press('Enter');
  await dialog.getByRole('alert').waitFor();
  await focused(dialog.getByRole('button', { name: 'Delete the organization' }));
  await page.unroute('**/organizations/works');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await focused(button);
};

/** While a form is open, the command palette does not open on top of it. */
const fromForm = async (page: Page): Promise<void> => {
  await follow(page, '/app/organizations/works/teams');
  const create = page.getByRole('button', { name: 'Create a team' });
  await create.press('Enter');
  const form = page.getByRole('dialog', { name: 'Create a team' });
  await focused(form.getByLabel('Name'));
  await page.keyboard.press('ControlOrMeta+K');
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  await focused(create);
  await page.keyboard.press('ControlOrMeta+K');
  await focused(page.getByRole('combobox', { name: 'Find pages, records, settings and actions' }));
  await page.keyboard.press('Escape');
  await focused(create);
};

/** The first dialog closes and a second one opens before the first dialog's animation has ended. */
const whileDialogsMove = async (page: Page): Promise<void> => {
  await follow(page, '/app/me/tokens');
  const revoke = page.getByRole('button', { name: 'Delete the token laptop' });
  await revoke.focus();
  await page.evaluate(`(() => {
    const button = document.activeElement;
    const escape = () => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    button.click();
    return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
      escape();
      button.click();
      done();
    })));
  })()`);
  const dialog = page.getByRole('dialog', { name: /laptop/ });
  await focused(dialog.locator('*'));
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await focused(revoke);
};

/** The button that opened the dialog is removed together with its table row. */
const fromRemovedRow = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Delete the token laptop' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: /laptop/ });
  await dialog.getByRole('button', { name: 'Delete the token' }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await focused(page.getByRole('heading', { level: 1, name: 'API tokens' }));
};

for (const moves of [true, false]) {
  test(`When a dialog closes, the focus returns to the element that opened it, ${moves ? 'with motion' : 'without motion'}`, async () => {
    await using world = await openWorld('sqlite');
    const owner = await newPerson(world);
    await createOrganization(world.context, system, { name: 'works', email: 'a@example.com' }, owner.user.id);
    const laptop = documentOf('authentication-tokens', { description: 'laptop' });
    await owner.client.post(`/users/${owner.user.id}/authentication-tokens`, laptop);

    await visit(world, owner, { path: '/app/organizations/works/settings', moves }, async (page) => {
      await loaded(page, 'Settings');
      for (const step of [fromBusyButtons, fromForm, whileDialogsMove, fromRemovedRow]) await step(page);
    });
  });
}
