// Tests of the pages on which people ask for exemptions, grant and refuse them, and approve findings.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Permission } from '../../src/kernel/permissions.ts';
import { insertExemptionRequest } from '../access/exemption-records.ts';
import { tipstaff } from '../support/command.ts';
import {
  assertAccessible,
  assertFits,
  choose,
  focused,
  follow,
  givePassword,
  loaded,
  visit,
} from '../support/console.ts';
import { documentOf } from '../support/documents.ts';
import { newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { startEveryJob } from '../support/jobs.ts';
import { newMember, newTeam } from '../support/members.ts';
import { planOf } from '../support/policy-inputs.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { newWorkspace } from '../support/workspaces.ts';
import { type Home, openWorld, type Person, type World } from '../support/world.ts';

/** Creates a member of a new team with the given permissions, who can sign in. */
async function somebody(world: World, home: Home, permissions: readonly Permission[]): Promise<Person> {
  const person = await newMember(world, home, await newTeam(world, home, permissions));
  await givePassword(world, person);
  return person;
}

/** Creates an organization with a policy that blocks a workspace's plan, and the pipeline of this workspace. */
async function openScene() {
  await using stack = new AsyncDisposableStack();
  const world = stack.use(await openWorld('sqlite'));
  stack.use(startEveryJob(world));
  const folder = stack.use(await temporaryFolder());
  const home = await world.home();
  await givePassword(world, home.owner);
  const policy = await newOpaPolicy(home, 'buckets');
  const set = await opaSet(home, 'baseline', [policy], { global: true, overridable: true });
  await newWorkspace(home, 'shop');
  const plan = join(folder.path, 'plan.json');
  await writeFile(plan, planOf({ acl: 'public-read' }));
  /** Runs the pipeline. Returns the exit status of its check, and the identifier and status of the evaluation. */
  const runPipeline = async () => {
    const { code, stderr } = await tipstaff(['check', plan, '--organization', home.name, '--workspace', 'shop'], {
      TIPSTAFF_URL: world.url,
      TIPSTAFF_TOKEN: home.owner.token,
    });
    const { body } = await home.client.get(`/organizations/${home.name}/evaluations`);
    assert.notEqual(code, 2, stderr);
    const [{ id, attributes }] = body.data;
    return { code, id: String(id), status: attributes.status };
  };
  const scene = { world, home, policy, set, base: `/app/organizations/${home.name}`, runPipeline };
  const opened = stack.move();
  return { ...scene, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

const dayLength = 86_400_000;

const attention = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

test('A person asks for an exemption in two clicks from a link, another grants it in two clicks, and the next check passes', async () => {
  await using scene = await openScene();
  const { world, home, policy, base, runPipeline } = scene;
  const developer = await somebody(world, home, ['read-workspaces']);
  const granter = await somebody(world, home, ['manage-policy-overrides', 'read-workspaces']);
  const blocked = await runPipeline();

  // The first click is on the link in the comment of the pipeline.
  await visit(world, developer, { path: `${base}/evaluations/${blocked.id}?ask=${policy}` }, async (page) => {
    const dialog = page.getByRole('dialog', { name: 'Ask for an exemption' });
    await focused(dialog.getByLabel('Reason'));
    await page.keyboard.type('Until the migration');
    await dialog.getByText('The maximum is 90 days.').waitFor();
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Send' }).click();
    await page.getByText(`An exemption from buckets was requested by ${developer.user.username}`).waitFor();
    assert.equal(await page.getByRole('button', { name: /^Ask for an exemption/ }).count(), 0);
    assert.equal(new URL(page.url()).search, '');
    await focused(page.locator('[data-linked=true]'));
    await follow(page, `${base}/evaluations/${blocked.id}?ask=${policy}`);
    await page.getByText('You have already asked for an exemption from the policy in the link.').waitFor();
    assert.equal(await dialog.count(), 0);
  });
  await visit(world, granter, { width: 390, colors: 'dark' }, async (page) => {
    const item = attention(
      page,
      `${developer.user.username} asks for an exemption from buckets for shop in ${home.name}`,
    );
    await item.getByText('Until the migration').waitFor();
    await assertAccessible(page);
    await assertFits(page);
    await item.getByRole('link').click();
    await page.getByRole('button', { name: 'Refuse' }).waitFor();
    await assertAccessible(page);
    await assertFits(page);
    await page.getByRole('button', { name: 'Grant', exact: true }).click();
    await page.getByText('The request was granted.').waitFor();
    await page.getByRole('link', { name: 'Open the exemption' }).click();
    await loaded(page, 'Exemption from buckets');
    await page.getByText('baseline: counts.').waitFor();
    await page.getByRole('link', { name: 'Open the request' }).waitFor();
    await assertAccessible(page);
    await assertFits(page);
  });
  const next = await runPipeline();
  await visit(world, developer, { path: `${base}/exceptions/requests` }, async (page) => {
    await page.getByRole('cell', { name: 'Granted' }).waitFor();
    await assertAccessible(page);
  });

  assert.deepEqual([blocked.code, next.code], [1, 0]);
});

test('An override for the same findings also overrides the next evaluation, until it is revoked', async () => {
  await using scene = await openScene();
  const { world, home, base, runPipeline } = scene;
  const overrider = await somebody(world, home, ['manage-policy-overrides', 'read-workspaces']);
  const blocked = await runPipeline();

  await visit(world, overrider, { path: `${base}/evaluations/${blocked.id}` }, async (page) => {
    await loaded(page, 'Evaluation of a plan for shop');
    await page.getByRole('button', { name: 'Override' }).click();
    const dialog = page.getByRole('dialog', { name: 'Override this evaluation?' });
    await dialog.getByLabel('Comment').fill('A fix follows');
    await dialog.getByRole('radio', { name: 'The same findings in this workspace' }).check();
    await dialog.getByText('The maximum is 7 days.').waitFor();
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Override' }).click();
    await page.getByText('Later plans with the same findings will be overridden, too.').waitFor();
  });
  const approved = await runPipeline();
  await visit(world, overrider, { path: `${base}/evaluations/${approved.id}`, width: 390 }, async (page) => {
    await loaded(page, 'Evaluation of a plan for shop');
    await page.getByText(`Overridden by an approval of ${overrider.user.username}`).waitFor();
    await page.getByText(/^Approved until .*, by .*: A fix follows$/).waitFor();
    assert.equal(await page.getByText('Blocks', { exact: true }).count(), 0);
    await assertAccessible(page);
    await assertFits(page);
    await follow(page, `${base}/exceptions/approvals`);
    await page.getByRole('link', { name: '1 finding in shop' }).waitFor();
    await assertAccessible(page);
    await assertFits(page);
    await page.getByRole('button', { name: 'Revoke the approval of 1 finding in shop' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('The approval was revoked.').waitFor();
  });
  const revoked = await runPipeline();

  assert.deepEqual([blocked.status, approved.status, revoked.status], ['failed', 'overridden', 'failed']);
});

/** Asks for an exemption from the policy through the API. Returns the identifier of the request. */
async function ask({ client }: Pick<Person, 'client'>, evaluation: string, policy: string): Promise<string> {
  const attributes = { 'policy-id': policy, 'resource-address': null, reason: 'Until the migration' };
  const document = documentOf('policy-exemption-requests', attributes);
  const { status, body } = await client.post(`/policy-evaluations/${evaluation}/exemption-requests`, document);
  assert.equal(status, 201, JSON.stringify(body));
  return body.data.id;
}

test('Others see that a request is open but not its reason, and the requester sees why it was refused', async () => {
  await using scene = await openScene();
  const { world, home, policy, base, runPipeline } = scene;
  const developer = await somebody(world, home, ['read-workspaces']);
  const other = await somebody(world, home, ['read-workspaces']);
  const { id } = await runPipeline();
  const request = await ask(developer, id, policy);

  await visit(world, other, { path: `${base}/evaluations/${id}` }, async (page) => {
    await page.getByText('A request for an exemption from buckets is open.').waitFor();
    await page.getByRole('button', { name: /^Ask for an exemption from buckets/ }).waitFor();
    const text = await page.locator('main').innerText();
    assert.doesNotMatch(text, new RegExp(`Until the migration|${developer.user.username}`));
    await page.getByRole('link', { name: 'Exceptions' }).click();
    await page.getByText('You have not asked for an exemption.').waitFor();
    assert.equal(await page.getByRole('link', { name: 'Exemptions', exact: true }).count(), 0);
  });
  await visit(world, home.owner, { path: `${base}/exceptions/requests` }, async (page) => {
    await page.getByRole('link', { name: 'buckets' }).click();
    await page.getByRole('button', { name: 'Refuse' }).click();
    const dialog = page.getByRole('dialog', { name: 'Refuse the request' });
    await dialog.getByLabel('Comment').fill('Make the bucket private');
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Refuse' }).click();
    await page.getByText('The request was refused.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Grant' }).count(), 0);
  });
  await visit(world, developer, { path: `${base}/exceptions/requests/${request}` }, async (page) => {
    await page.getByText('Make the bucket private').waitFor();
    await page.getByText(`By ${home.owner.user.username}`).waitFor();
  });
});

test('A requester cannot grant the own request, and withdraws it', async () => {
  await using scene = await openScene();
  const { world, home, policy, base, runPipeline } = scene;
  const { id } = await runPipeline();
  const request = await ask(home.owner, id, policy);

  await visit(world, home.owner, {}, async (page) => {
    await loaded(page, /^Hello/);
    assert.equal(await attention(page, 'asks for an exemption').count(), 0);
    await follow(page, `${base}/exceptions/requests/${request}`);
    await page.getByText('You cannot grant this request. Nobody can grant their own request.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Grant' }).count(), 0);
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await page.getByText('There are no requests.').waitFor();
  });
});

test('If exemptions need a request, an owner can only ask for one, at the finding', async () => {
  await using scene = await openScene();
  const { world, home, base, runPipeline } = scene;
  const rule = documentOf('organizations', { 'exemptions-need-request': true });
  assert.equal((await home.client.patch(`/organizations/${home.name}`, rule)).status, 200);
  const { id } = await runPipeline();

  await visit(world, home.owner, { path: `${base}/evaluations/${id}`, width: 390 }, async (page) => {
    const ask = page.getByRole('button', { name: 'Ask for an exemption from buckets for aws_s3_bucket.logs' });
    await ask.click();
    assert.equal(await page.getByRole('button', { name: /^Exempt/ }).count(), 0);
    const dialog = page.getByRole('dialog', { name: 'Ask for an exemption' });
    await dialog.getByLabel('Reason').fill('Until the migration');
    await assertAccessible(page);
    await assertFits(page);
    await dialog.getByRole('button', { name: 'Send' }).click();
    await page.getByText(`An exemption from buckets was requested by ${home.owner.user.username}`).waitFor();
    assert.equal(await ask.count(), 0);
    await follow(page, `${base}/exceptions`);
    await page.getByText('New exemptions are created only by granting a request.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Grant an exemption' }).count(), 0);
  });
  const { body } = await home.client.get(`/organizations/${home.name}/policy-exemption-requests`);

  assert.deepEqual(
    body.data.map(({ attributes }: { attributes: Record<string, unknown> }) => [
      attributes.status,
      attributes['resource-address'],
    ]),
    [['open', 'aws_s3_bucket.logs']],
  );
});

test('Exemptions that matched nothing for 30 days are ended together', async () => {
  await using scene = await openScene();
  const { world, home, policy } = scene;
  for (const name of ['data', 'site']) {
    const attributes = { reason: 'Migration', owner: 'shop', 'resource-address': `aws_s3_bucket.${name}` };
    const document = documentOf('policy-exemptions', attributes);
    assert.equal((await home.client.post(`/policies/${policy}/exemptions`, document)).status, 201);
  }
  world.advance(31 * dayLength);

  await visit(world, home.owner, { path: `/app/organizations/${home.name}/exceptions`, width: 390 }, async (page) => {
    await loaded(page, 'Exceptions');
    await page.getByRole('combobox', { name: 'Unused' }).selectOption('true');
    for (const name of ['data', 'site'])
      await page.getByRole('checkbox', { name: `Select Every workspace · aws_s3_bucket.${name}` }).check();
    await page.getByText('2 exemptions selected').waitFor();
    await assertAccessible(page);
    await assertFits(page);
    await page.getByRole('button', { name: 'End the selected exemptions' }).click();
    const dialog = page.getByRole('dialog', { name: 'End 2 exemptions?' });
    await dialog.getByText('buckets: Every workspace · aws_s3_bucket.data').waitFor();
    await dialog.getByRole('button', { name: 'End' }).click();
    await page.getByText('2 exemptions have ended.').waitFor();
    await page.getByText('No entry matches.').waitFor();
  });
});

test('Only members of an approver team can override, and the exemptions of others do not count', async () => {
  await using scene = await openScene();
  const { world, home, set, base, runPipeline } = scene;
  const { id } = await runPipeline();
  const team = documentOf('teams', { name: 'security', visibility: 'organization' });
  assert.equal((await home.client.post(`/organizations/${home.name}/teams`, team)).status, 201);

  await visit(world, home.owner, { path: `${base}/policy-sets/${set}/settings` }, async (page) => {
    await page.getByText('None. Everybody who can override policies').waitFor();
    await choose(page.getByRole('combobox', { name: 'Add an approver team' }), 'security', 'security');
    await page.getByRole('button', { name: 'Remove security' }).waitFor();
    await assertAccessible(page);
    await follow(page, `${base}/evaluations/${id}`);
    await page
      .getByText('Only members of the team security can override the policies of the policy set baseline.')
      .waitFor();
    assert.equal(await page.getByRole('button', { name: 'Override' }).count(), 0);
    await page.getByRole('button', { name: /^Exempt/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Exempt' });
    await dialog.getByText('Ask one of the members of the team security to grant the exemption.').waitFor();
    await dialog.getByLabel('Reason').fill('Until the migration');
    await dialog.getByLabel('Owner').fill('shop');
    await dialog.getByRole('button', { name: 'Exempt', exact: true }).click();
    await page.getByText('it does not count in: baseline').waitFor();
    await follow(page, `${base}/exceptions`);
    await page.getByRole('link', { name: 'shop · aws_s3_bucket.logs' }).click();
    await page.getByText('baseline: does not count, because nobody who granted it is an approver.').waitFor();
    await page
      .getByText('Members of the team security can grant an exemption that counts in this policy set.')
      .waitFor();
    await assertAccessible(page);
    await follow(page, `${base}/policy-sets/${set}/settings`);
    await page.getByRole('button', { name: 'Remove security' }).click();
    await page.getByText('None. Everybody who can override policies').waitFor();
  });
});

test('The start page says how many older requests it does not list', async () => {
  await using scene = await openScene();
  const { world, home, policy, base, runPipeline } = scene;
  const developer = await somebody(world, home, ['read-workspaces']);
  const { id: evaluation_id } = await runPipeline();
  const { body } = await home.client.get(`/policy-evaluations/${evaluation_id}`);
  const workspace_id = body.data.relationships.workspace.data.id;
  const of = { organization_id: home.organization.id, policy_id: policy, workspace_id, evaluation_id };
  await world.context.database.transaction(async (tx) => {
    for (let count = 0; count < 11; count++)
      await insertExemptionRequest(tx, { ...of, requester_id: developer.user.id });
  });

  await visit(world, home.owner, {}, async (page) => {
    await loaded(page, /^Hello/);
    await page.getByRole('button', { name: /^\d+ more$/ }).click();
    const item = attention(page, `1 older request for exemptions is open in ${home.name}`);
    await item.getByRole('link').click();
    await page.getByRole('link', { name: 'buckets' }).first().waitFor();
    assert.equal(new URL(page.url()).pathname, `${base}/exceptions/requests`);
  });
});
