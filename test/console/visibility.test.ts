// Tests of pages for people who see only a part of an organization. The pages must not claim that nothing happened.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, assertFits, follow, givePassword, loaded, visit } from '../support/console.ts';
import { documentOf } from '../support/documents.ts';
import { creating, evaluated, inWorkspace, newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { newMember, newTeam } from '../support/members.ts';
import { grantAccess } from '../support/team-access.ts';
import { newWorkspace } from '../support/workspaces.ts';
import { openWorld, type Person, type World } from '../support/world.ts';

/**
 * Creates an organization with a blocked evaluation, an exemption and a token, and three people with different
 * permissions.
 */
async function newScene(world: World) {
  const home = await world.home();
  const member = await newMember(world, home);
  const reader = await newMember(world, home, await newTeam(world, home, ['read-workspaces']));
  for (const person of [home.owner, member, reader]) await givePassword(world, person);
  const policy = await newOpaPolicy(home, 'buckets');
  await opaSet(home, 'baseline', [policy], { global: true });
  const path = `/organizations/${home.name}/evaluations`;
  const evaluate = (by: Pick<Person, 'client'>) => evaluated({ world, by, path }, creating);
  const { id } = await evaluate(home);
  const exemption = { reason: 'agreed', owner: 'ops', 'expires-at': null, 'resource-address': 'a.b' };
  await home.client.post(`/policies/${policy}/exemptions`, documentOf('policy-exemptions', exemption));
  await home.client.post(`/organizations/${home.name}/authentication-token`, {});
  return { home, member, reader, policy, evaluation: id, evaluate, base: `/app/organizations/${home.name}` };
}

const figure = (page: Page, name: string) => page.getByRole('region', { name: 'Posture' }).getByText(name);

test('A member who sees only their own evaluations is told so, and never that no evaluations exist', async () => {
  await using world = await openWorld('sqlite');
  const { home, member, base, evaluate } = await newScene(world);
  const remedy = `You see only the evaluations that you created, that name you or your team as the author of their run, or whose workspace your team has access to. Owners of ${home.name} can give you access to more workspaces.`;

  for (const look of [{ colors: 'light' }, { colors: 'dark', width: 390 }] as const)
    await visit(world, member, { path: base, ...look }, async (page) => {
      await loaded(page, home.name);
      await figure(page, '0 evaluations that you can see').waitFor();
      await page.getByText(remedy).waitFor();
      await page.getByText('There are no evaluations that you can see in this period.').waitFor();
      await page.getByText('There are no results of policies that you can see in this period.').waitFor();
      assert.equal(await page.getByText('No plan has been evaluated').count(), 0);
      assert.equal(await page.getByText('Active exceptions').count(), 0);
      await assertFits(page);
      await assertAccessible(page);
      await follow(page, `${base}/evaluations`);
      await page.getByText('There are no evaluations that you can see.').waitFor();
      await page.getByText(remedy).waitFor();
      await assertFits(page);
      await assertAccessible(page);
      await follow(page, `${base}/exceptions/overrides`);
      await page.getByText('No evaluation that you can see is overridden.').waitFor();
      await follow(page, '/');
      const line = `${home.name}: 0 evaluations that you can see in 30 days, 0 blocked`;
      await page.getByRole('img', { name: line }).waitFor();
    });

  await evaluate(member);
  await visit(world, member, { path: base }, async (page) => {
    await figure(page, '1 evaluation that you can see').waitFor();
    await page
      .getByRole('region', { name: 'Most failed policies' })
      .getByRole('rowheader', { name: 'buckets' })
      .waitFor();
  });
});

test('The page of a record that a person may not see shows the same sentence as the page of a record that does not exist', async () => {
  await using world = await openWorld('sqlite');
  const { home, member, base, evaluation } = await newScene(world);
  const missing = 'This page does not exist, or you do not have permission to see it.';
  const remedy = `Owners of ${home.name} can give you access to workspaces, or the permission “See workspaces”.`;

  await visit(world, member, { path: '/app/no/such/page' }, async (page) => {
    await page.getByText(missing, { exact: true }).waitFor();
    for (const id of [evaluation, 'poleval-0000000000000000']) {
      await page.goto(`${base}/evaluations/${id}`);
      await page.getByText(`${missing} ${remedy}`, { exact: true }).waitFor();
      assert.equal(await page.getByRole('alert').count(), 0);
    }
    await page.goto(`${base}/projects`);
    await page.getByText(`${missing} Owners of ${home.name} can give you access to projects`).waitFor();
    for (const path of ['policies', 'workspaces', 'audit']) {
      await page.goto(`/app/organizations/nobody/${path}`);
      await page.getByText(missing, { exact: true }).waitFor();
    }
    await page.goto('/app/organizations/nobody/evaluations/poleval-0000000000000000');
    await page.getByText(missing).waitFor();
    await assertAccessible(page);
  });
});

test('The overview of an organization that a person may not see does not repeat its request', async () => {
  await using world = await openWorld('sqlite');
  const { member } = await newScene(world);
  const requests: string[] = [];

  await visit(world, member, { path: '/app/no/such/page' }, async (page) => {
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.goto('/app/organizations/nobody');
    await page.getByText('This page does not exist, or you do not have permission to see it.').waitFor();
    await page.waitForLoadState('networkidle');
    const repeated = requests.filter((path) => path === '/api/v2/organizations/nobody');
    assert.ok(repeated.length <= 2, requests.join(' '));
  });
});

test('All links on the page of a blocked evaluation lead to pages that the person can see', async () => {
  await using world = await openWorld('sqlite');
  const { home, member: author, base } = await newScene(world);
  const workspace = await newWorkspace(home, 'shop');
  const team = await newTeam(world, home, []);
  const colleague = await newMember(world, home, team);
  await givePassword(world, colleague);
  await grantAccess(world, home, { team, workspace });
  const run = { message: 'Move the logs', author: { username: author.user.username } };
  const { data } = documentOf('policy-evaluations', { run });
  const document = { data: { ...data, relationships: inWorkspace(workspace) } };
  const { id } = await evaluated(
    { world, by: home, path: `/organizations/${home.name}/evaluations`, document },
    creating,
  );
  const path = `${base}/evaluations/${id}`;

  for (const [person, title] of [
    [home.owner, 'shop · Move the logs'],
    [colleague, 'shop · Move the logs'],
    [author, 'Move the logs'],
  ] as const)
    await visit(world, person, { path }, async (page) => {
      await loaded(page, title);
      await page.getByRole('heading', { name: 'aws_s3_bucket.logs is public' }).waitFor();
      if (person !== home.owner) await page.getByText('can grant exemptions from its policies').waitFor();
      const links = await page.getByRole('main').getByRole('link').all();
      const targets = await Promise.all(links.map((link) => link.getAttribute('href')));
      for (const target of new Set(targets.filter((each) => each?.startsWith('/app/')))) {
        await follow(page, target ?? '');
        assert.equal(await page.getByText(/Not found|does not exist|you need/).count(), 0, `${target} for ${title}`);
      }
    });
});

test('If the tokens of an organization cannot be read, the page does not say that there are none', async () => {
  await using world = await openWorld('sqlite');
  const { home, base } = await newScene(world);
  const path = `${base}/tokens`;

  await visit(world, home.owner, { path }, async (page) => {
    const audit = page.getByRole('region', { name: 'Audit trail token' });
    await audit.getByText('This token does not exist.').waitFor();
    await page
      .getByRole('region', { name: 'Organization token' })
      .getByText(/^Created: /)
      .waitFor();
    await page.route(/authentication-token/, (route) => route.fulfill({ status: 500, body: '' }));
    await page.reload();
    await audit.getByText('Not loaded').waitFor();
    assert.equal(await page.getByText('This token does not exist.').count(), 0);
  });
});

test('The figures of an organization include only records that the person may see and that were loaded', async () => {
  await using world = await openWorld('sqlite');
  const { home, reader, base } = await newScene(world);

  await visit(world, reader, { path: base }, async (page) => {
    await loaded(page, home.name);
    await figure(page, '1 evaluation').waitFor();
    await figure(page, '0 that you can see').waitFor();
    await figure(page, '0 overrides with an end date. You do not have permission to see exemptions.').waitFor();
    await figure(page, 'No workspace is registered.').waitFor();
    assert.equal(await page.getByText('You see only the evaluations').count(), 0);
    await assertAccessible(page);
  });
  await visit(world, home.owner, { path: base }, async (page) => {
    await figure(page, '1 exemption, 0 overrides with an end date.').waitFor();
    await page.route(/\/posture$/, (route) => route.fulfill({ status: 500, body: '' }));
    await page.reload();
    await page.getByRole('region', { name: 'Posture' }).getByText('Not loaded').waitFor();
    assert.equal(await figure(page, 'Active exceptions').count(), 0);
  });
});
