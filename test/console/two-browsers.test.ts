import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { createOrganization } from '../../src/domains/organizations/creation/creation.ts';
import { follow, hasValue, newPerson, until, visit, writeCode } from '../support/console.ts';
import { documentOf } from '../support/documents.ts';
import { newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { settingsOver } from '../support/settings.ts';
import { openWorld, system, type World } from '../support/world.ts';

const organization = '/app/organizations/shire';

/** Creates a policy in a policy set, and a person who may change the policy, the set and the site settings. */
const newShire = async (world: World) => {
  const person = await newPerson(world, { isAdmin: true });
  await createOrganization(world.context, system, { name: 'shire', email: 'a@example.com' }, person.user.id);
  const home = { client: person.client, name: 'shire' };
  const policy = await newOpaPolicy(home, 'buckets');
  return { person, client: person.client, policy, set: await opaSet(home, 'baseline', [policy]) };
};

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

const conflict = (page: Page) => page.getByRole('alert').filter({ hasText: 'Another user has changed this record' });

/** Saves the form, and waits for the response. */
const save = async (page: Page): Promise<void> => {
  const answered = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await press(page, 'Save');
  assert.equal((await answered).status(), 200);
};

/** Opens a page in both browsers. */
const openBoth = async (both: readonly Page[], path: string): Promise<void> => {
  for (const page of both) await follow(page, path);
};

test('Changes of one record in two browsers are both saved, or the conflict is shown before a change is discarded', async () => {
  await using world = await openWorld('sqlite');
  const { person, client, policy, set } = await newShire(world);
  const attributesOf = async (path: string) => (await client.get(path)).body.data.attributes;

  await visit(world, person, { path: organization }, (first) =>
    visit(world, person, { path: organization }, async (second) => {
      const both = [first, second];
      const write = async (page: Page, text: string) => {
        await writeCode(page, 'Code of buckets', text, 'Control+End');
        await press(page, 'Save the code');
      };

      // The code of a policy: each saved text is a new revision.
      await openBoth(both, `${organization}/policies/${policy}/code`);
      await write(second, '# theirs\n');
      await second.getByText('The code was saved and is now active.').waitFor();
      await write(first, '# mine\n');
      await first.getByText('Another user has saved revision 2').waitFor();
      await press(first, 'Save my code as the next revision');
      await first.getByText('The code was saved and is now active.').waitFor();
      assert.equal((await client.get(`/policies/${policy}/revisions`)).body.data.length, 3);

      // The settings of a policy: values that the first person did not change stay as the second person saved them.
      await openBoth(both, `${organization}/policies/${policy}/settings`);
      await second.getByLabel('Enforcement level').selectOption('advisory');
      await save(second);
      await first.getByLabel('Description').fill('Mine');
      await press(first, 'Save');
      await conflict(first).getByText('Enforcement level: mandatory → advisory').waitFor();
      assert.notEqual((await attributesOf(`/policies/${policy}`)).description, 'Mine');
      await press(first, 'Save my changes');
      await conflict(first).waitFor({ state: 'detached' });
      const kept = await attributesOf(`/policies/${policy}`);
      assert.deepEqual([kept.description, kept['enforcement-level']], ['Mine', 'advisory']);

      // The settings of a policy set: the first person can also load the current values.
      await openBoth(both, `${organization}/policy-sets/${set}/settings`);
      await second.getByLabel('Can be overridden').check();
      await save(second);
      await first.getByLabel('Description').fill('Mine');
      await press(first, 'Save');
      await conflict(first).getByText('Can be overridden: No → Yes').waitFor();
      await press(first, 'Load the current values');
      await conflict(first).waitFor({ state: 'detached' });
      assert.ok(await first.getByLabel('Can be overridden').isChecked());
      await hasValue(first.getByLabel('Description'), '');

      // The settings of the organization: the second person saves after the first person's page has checked for changes
      // and before it writes.
      await openBoth(both, `${organization}/settings`);
      const changeBeforeWrite = async (route: Route) => {
        const changed = documentOf('organizations', { 'session-timeout': 90 });
        if (route.request().method() === 'PATCH') await client.patch('/organizations/shire', changed);
        await route.continue();
      };
      await first.route('**/organizations/shire', changeBeforeWrite);
      await first.getByLabel('Notification e-mail').fill('mine@example.com');
      await press(first, 'Save');
      await conflict(first).getByText('End idle sessions after: None → 90').waitFor();
      // The notice is at the top of the long form and must become visible, although the button is at the bottom.
      await until(first, async () => ((await conflict(first).boundingBox())?.y ?? -1) >= 0);
      await first.unroute('**/organizations/shire', changeBeforeWrite);
      await press(first, 'Save my changes');
      await conflict(first).waitFor({ state: 'detached' });
      const shire = await attributesOf('/organizations/shire');
      assert.deepEqual([shire.email, shire['session-timeout']], ['mine@example.com', 90]);

      // The settings of a team: each person's request contains only the values that this person changed.
      const { body } = await client.post('/organizations/shire/teams', documentOf('teams', { name: 'gardeners' }));
      await openBoth(both, `${organization}/teams/${body.data.id}`);
      await second.getByRole('textbox', { name: 'Name' }).fill('growers');
      await save(second);
      await first.getByLabel('Visibility').selectOption('organization');
      await save(first);
      const team = await attributesOf(`/teams/${body.data.id}`);
      assert.deepEqual([team.name, team.visibility], ['growers', 'organization']);

      // A form can also be saved without a change.
      await save(second);

      // If a field is changed during a request, the next request sends the change.
      const { promise: isEdited, resolve: edited } = Promise.withResolvers<void>();
      const waitForEdit = async (held: Route) => {
        await isEdited;
        await held.continue();
      };
      await first.route('**/teams/*', waitForEdit);
      const saved = first.waitForResponse((response) => response.request().method() === 'PATCH');
      await first.getByRole('textbox', { name: 'Name' }).fill('herbalists');
      await press(first, 'Save');
      await first.getByLabel('Visibility').selectOption('secret');
      edited();
      assert.equal((await saved).status(), 200);
      await first.unroute('**/teams/*', waitForEdit);
      await save(first);
      const edit = await attributesOf(`/teams/${body.data.id}`);
      assert.deepEqual([edit.name, edit.visibility], ['herbalists', 'secret']);

      // The site settings: the service itself detects the conflict.
      await openBoth(both, '/app/site/settings/general');
      await second.getByRole('textbox', { name: 'Largest plan that is evaluated' }).fill('45');
      await save(second);
      await first.getByRole('textbox', { name: 'Module storage per organization' }).fill('7');
      await press(first, 'Save');
      await conflict(first).getByText('Largest plan that is evaluated (MiB): 20 → 45').waitFor();
      await press(first, 'Save my changes');
      await first.getByText('The settings “General” were saved. The changes take effect immediately.').waitFor();
      const general = await settingsOver(client, 'general-settings').show();
      assert.deepEqual([general['policy-plan-size-limit'], general['module-storage-limit']], [45, 7]);
    }),
  );
});
