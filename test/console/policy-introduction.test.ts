// Tests of the choice how a policy is introduced, in its settings and in a replay.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOrganization } from '../../src/domains/organizations/creation/creation.ts';
import { assertAccessible, assertFits, loaded, newPerson, visit } from '../support/console.ts';
import { newOpaPolicy } from '../support/evaluations.ts';
import { newPolicy } from '../support/policies.ts';
import { openWorld, system } from '../support/world.ts';

test('The introduction of a policy is chosen in its settings, with its consequence', async () => {
  await using world = await openWorld('sqlite');
  const person = await newPerson(world);
  await createOrganization(world.context, system, { name: 'shire', email: 'a@example.com' }, person.user.id);
  const home = { client: person.client, name: 'shire' };
  const [id, native] = [await newOpaPolicy(home, 'buckets'), await newPolicy(home, 'native')];
  const settingsOf = (policy: string) => `/app/organizations/shire/policies/${policy}/settings`;

  for (const [colors, width] of [
    ['light', 1280],
    ['dark', 380],
  ] as const) {
    await visit(world, person, { path: settingsOf(id), colors, width }, async (page) => {
      await loaded(page, 'buckets');
      await page
        .getByText('A plan is not blocked by findings that were present before it, only by new ones.')
        .waitFor();
      await assertFits(page);
      await assertAccessible(page);
    });
  }
  await visit(world, person, { path: settingsOf(id) }, async (page) => {
    const group = page.getByRole('radiogroup', { name: 'Introduction' });
    await group.getByRole('radio', { name: 'Only new findings' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await page.goto(`/app/organizations/shire/policies/${id}`);
    await page.getByText('Only new findings').waitFor();
    await page.goto(settingsOf(native));
    await group.getByRole('radio').first().waitFor();
    assert.equal(await group.getByRole('radio').count(), 2);
  });

  const { introduction, shadow } = (await home.client.get(`/policies/${id}`)).body.data.attributes;
  assert.deepEqual([introduction, shadow], ['enforce-new', false]);
});
