// Tests that the console names the masked values because of which a replay cannot compare a plan.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOrganization } from '../../src/domains/organizations/creation/creation.ts';
import { organizationByKey } from '../../src/domains/organizations/organizations/store.ts';
import { replayJob } from '../../src/domains/policies/replays/job.ts';
import { runOnce } from '../../src/runtime/jobs/jobs.ts';
import { assertAccessible, assertFits, newPerson, visit, writeCode } from '../support/console.ts';
import { documentOf } from '../support/documents.ts';
import { newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { evaluatedPlan, planOf, recordInputs } from '../support/policy-inputs.ts';
import { openWorld, system } from '../support/world.ts';

const pathOf = (policy: string) => `/app/organizations/shire/policies/${policy}`;

const code = `package buckets

deny contains message if {
	some each in input.plan.resource_changes
	each.change.after.acl == "public-read"
	message := sprintf("%s is public", [each.address])
}
`;

test('A replay names the masked values because of which a plan cannot be compared', async () => {
  await using world = await openWorld('sqlite');
  const owner = await newPerson(world);
  await createOrganization(world.context, system, { name: 'shire', email: 'a@example.com' }, owner.user.id);
  const organization = await world.context.database.first(organizationByKey, { key: 'shire' });
  assert.ok(organization !== undefined);
  const home = { organization, name: 'shire', owner, client: owner.client };
  const reading = code.replace('acl == "public-read"', 'password == "admin"');
  const id = await newOpaPolicy(home, 'buckets', { source: code });
  await opaSet(home, 'baseline', [id], { global: true });
  await recordInputs(home, 30);
  await evaluatedPlan(world, home, planOf({ acl: 'public-read', password: 'secret-secret' }, { password: true }));
  const created = await home.client.post(`/policies/${id}/replays`, documentOf('policy-replays', { code: reading }));
  await runOnce(world.context, replayJob(world.context));

  for (const look of [
    { colors: 'light', width: 1400 },
    { colors: 'dark', width: 390 },
  ] as const)
    await visit(world, home.owner, { path: `${pathOf(id)}/replays/${created.body.data.id}`, ...look }, async (page) => {
      await page
        .getByText('values that are masked in the recorded input: aws_s3_bucket.logs (after.password).')
        .waitFor();
      await page.getByRole('img', { name: 'Result: Not replayable 1' }).waitFor();
      assert.equal(await page.getByText('is public').count(), 0);
      await assertAccessible(page);
      await assertFits(page);
    });

  await visit(world, home.owner, { path: `${pathOf(id)}/code` }, async (page) => {
    await writeCode(page, 'Code of buckets', reading);
    await page.getByRole('button', { name: 'Replay with recorded plans' }).click();
    await page.getByText('0 of 1 plan replayed…').waitFor();
    await runOnce(world.context, replayJob(world.context));
    await page.getByText('1 cannot be compared because of masked values', { exact: false }).waitFor();
  });
});
