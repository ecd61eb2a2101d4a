import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, assertFits, cookieOf, givePassword, loaded, newPerson, visit } from '../support/console.ts';
import { documentOf } from '../support/documents.ts';
import { creating, evaluated, evaluationIn, harmless, newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { clientOfOwner, newMember, newTeam } from '../support/members.ts';
import { enrol } from '../support/one-time-codes.ts';
import { policyDocument } from '../support/policies.ts';
import { newKeyPair } from '../support/saml/certificate.ts';
import { deprecating, seedModule } from '../support/seeded-modules.ts';
import { settingsOver } from '../support/settings.ts';
import { newWorkspace } from '../support/workspaces.ts';
import { openWorld } from '../support/world.ts';

test('The start page shows what needs attention, with links to the remedies', async () => {
  await using world = await openWorld('sqlite');
  const admin = await newPerson(world, { isAdmin: true });
  const tokens = `/users/${admin.user.id}/authentication-tokens`;
  const inDays = (days: number) => new Date(world.context.clock.now() + days * 86_400_000).toISOString();
  for (const [description, end] of [
    ['build server', inDays(3)],
    ['laptop', inDays(90)],
  ]) {
    await admin.client.post(tokens, documentOf('authentication-tokens', { description, 'expired-at': end }));
  }

  await settingsOver(admin.client, 'saml-settings').patch({ 'idp-cert': newKeyPair(10).certificate });

  await visit(world, admin, {}, async (page) => {
    await loaded(page, `Hello, ${admin.user.username}`);
    await page.getByText('The API token “build server” expires in').waitFor();
    // Only administrators can fix these problems.
    await page.getByText('1 user without two-factor authentication').waitFor();
    await page.getByText('A single sign-on certificate expires in 9 days').waitFor();
    const laptop = await page.getByText('The API token “laptop”').count();
    await page.getByText('Two-factor authentication is off').waitFor();
    assert.equal(await page.getByText('API token created').count(), 0);
    await page.getByText('Recent activity').click();
    await page.getByText(`API token created, by ${admin.user.username}`).first().waitFor();
    await page.getByText(`Settings changed: SAML, by ${admin.user.username}`).waitFor();
    await assertAccessible(page);
    await page
      .getByRole('alert')
      .filter({ hasText: 'Two-factor authentication is off' })
      .getByRole('link', { name: 'Open' })
      .click();
    await loaded(page, 'Two-factor authentication');

    assert.equal(laptop, 0);
  });
});

test('The start page and the audit trail name the team whose token was used', async () => {
  await using world = await openWorld('sqlite');
  const admin = await newPerson(world, { isAdmin: true });
  const home = await world.home();
  const team = await newTeam(world, home, ['manage-policies']);
  const client = await clientOfOwner(world, { kind: 'team', id: team, organizationId: home.organization.id });
  const created = await client.post(
    `/organizations/${home.name}/policies`,
    policyDocument({ name: 'buckets', 'enforcement-level': 'advisory' }),
  );
  assert.equal(created.status, 200);
  const name = `${(await home.client.get(`/teams/${team}`)).body.data.attributes.name} (team)`;

  await visit(world, admin, {}, async (page) => {
    await page.getByText('Recent activity').click();
    await page.getByText(`Policy created: buckets, by ${name}`).waitFor();
    await page.goto('/app/site/audit');
    await loaded(page, 'Audit trail');
    const row = page.getByRole('row').filter({ hasText: 'buckets' });
    await row.getByRole('button', { name }).click();
    await row.waitFor();

    assert.equal(new URL(page.url()).searchParams.get('filter'), JSON.stringify({ actor: team }));
  });
});

test('The start page does not say that all is well if administrators have something to fix', async () => {
  await using world = await openWorld('sqlite');
  const [admin] = [await newPerson(world, { isAdmin: true }), await newPerson(world)];
  const cookie = await cookieOf(world, admin);
  await enrol(world, admin);

  await visit(world, admin, { cookie }, async (page) => {
    await page.getByText('1 user without two-factor authentication').waitFor();
    assert.equal(await page.getByText('Nothing needs your attention.').count(), 0);
  });
});

test('The start page tells a person without tasks that nothing needs attention, and shows no audit trail', async () => {
  await using world = await openWorld('sqlite');
  const person = await newPerson(world);

  await visit(world, person, {}, async (page) => {
    await loaded(page, `Hello, ${person.user.username}`);
    await page.getByText('Nothing needs your attention.').waitFor();
    await page.getByText('You are not a member of an organization yet.').waitFor();
    assert.equal(await page.getByText('Recent activity').count(), 0);
  });
});

test('The start page names information that could not be loaded, and does not say that nothing needs attention', async () => {
  await using world = await openWorld('sqlite');
  const { owner } = await world.home();
  await givePassword(world, owner);

  await visit(world, owner, { path: '/no/such/page' }, async (page) => {
    await page.route(/\/evaluations/, (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto('/');
    const failure = page.getByRole('alert').filter({ hasText: 'Not loaded' });
    await failure.getByText('The service answered with status 500.').waitFor();
    await page.getByRole('heading', { name: 'Your organizations' }).waitFor();
    assert.equal(await page.getByText('Nothing needs your attention.').count(), 0);
    await page.unrouteAll();
    await failure.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Nothing needs your attention.').waitFor();
    assert.equal(await failure.count(), 0);
  });
});

test('The start page counts the same blocked evaluations as the overview, and links to them', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  await givePassword(world, home.owner);
  await opaSet(home, 'baseline', [await newOpaPolicy(home, 'buckets')], { global: true });
  const path = `/organizations/${home.name}/evaluations`;
  for (const plan of [creating, 'no plan', harmless]) await evaluated({ world, by: home, path }, plan);

  await visit(world, home.owner, { path: `/app/organizations/${home.name}` }, async (page) => {
    await page.getByText('2 evaluations', { exact: true }).waitFor();
    await page.goto('/');
    const alert = page
      .getByRole('alert')
      .filter({ hasText: `2 blocked evaluations in ${home.name} in the last 7 days` });
    await alert.getByRole('link', { name: 'Open' }).click();
    await page.getByText('2 in total').waitFor();
    const rows = page.getByRole('table', { name: 'evaluations' }).getByRole('row');
    await rows.filter({ hasText: 'Failed' }).first().waitFor();
    await rows.filter({ hasText: 'Errored' }).first().waitFor();
    assert.equal(await page.getByRole('combobox', { name: 'Blocked' }).inputValue(), 'true');
  });
});

test('The start page names an organization that requires a second factor, and says if the account has no e-mail address', async () => {
  await using world = await openWorld('postgres');
  const home = await world.home();
  await enrol(world, home.owner);
  const mandatory = documentOf('organizations', { 'collaborator-auth-policy': 'two_factor_mandatory' });
  assert.equal((await home.client.patch(`/organizations/${home.name}`, mandatory)).status, 200);
  const member = await newMember(world, home);
  await givePassword(world, member, { email: 'x@no-address.invalid' });

  await visit(world, member, {}, async (page) => {
    await loaded(page, `Hello, ${member.user.username}`);
    await page.getByText(`Two-factor authentication is required for ${home.name}`).waitFor();
    await page.getByText('Your account has no e-mail address').waitFor();
  });
});

test('The start page shows deprecated modules in use, with the consumers for managers, and links to them', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  const member = await newMember(world, home);
  for (const person of [home.owner, member]) await givePassword(world, person);
  const { path, address } = await seedModule(world, home, { name: 'network', versions: ['1.0.0', '2.0.0'] });
  await home.client.patch(`${path}/1.0.0`, deprecating({ reason: 'It opens port 22.' }));
  const organization = await clientOfOwner(world, { kind: 'organization', id: home.organization.id });
  for (const client of [organization, member.client]) {
    await client.get(`//api/registry/v1/modules/${address}/1.0.0/download`);
    world.advance(1_000);
  }
  const shownIn = (page: Page) =>
    page.getByRole('alert').filter({ hasText: `1 deprecated module version of ${home.name} is in use` });

  await visit(world, home.owner, { width: 360 }, async (page) => {
    const shown = shownIn(page);
    const consumers = `${member.user.username}, organization ${home.name}`;
    await shown.getByText(`Downloaded by ${consumers}, most recently`).waitFor();
    await shown.getByText('The newest version is 2.0.0.').waitFor();
    await assertAccessible(page);
    await assertFits(page);
    assert.equal(await page.getByText('Nothing needs your attention.').count(), 0);
    await shown.getByRole('link', { name: 'network/aws 1.0.0' }).click();
    await loaded(page, 'network/aws');
    await page.getByText('It opens port 22.').waitFor();
  });
  await visit(world, member, {}, async (page) => {
    const text = await shownIn(page).innerText();
    assert.match(text, /network\/aws 1\.0\.0\s+Downloaded .+\. The newest version is 2\.0\.0\.$/);
    assert.doesNotMatch(text, /Downloaded by|organization/);
  });
});

test('The start page begins with the evaluations of the person, and counts the exemptions that expire soon', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  const [member, other] = [await newMember(world, home), await newMember(world, home)];
  const granter = await newMember(world, home, await newTeam(world, home, ['manage-policy-overrides']));
  for (const person of [home.owner, member, other, granter]) await givePassword(world, person);
  const policy = await newOpaPolicy(home, 'buckets');
  await opaSet(home, 'baseline', [policy], { global: true });
  const document = evaluationIn(await newWorkspace(home, 'shop'));
  const path = `/organizations/${home.name}/evaluations`;
  await evaluated({ world, by: member, path, document }, creating);
  const inDays = (days: number) => new Date(world.context.clock.now() + days * 86_400_000).toISOString();
  for (const [owner, days] of Object.entries({ tomorrow: 1, soon: 14, later: 30 })) {
    const exemption = { reason: 'Migration', owner, 'expires-at': inDays(days), 'resource-address': `a.${owner}` };
    const { status } = await home.client.post(
      `/policies/${policy}/exemptions`,
      documentOf('policy-exemptions', exemption),
    );
    assert.equal(status, 201);
  }

  await visit(world, member, { width: 360 }, async (page) => {
    await loaded(page, /Hello/);
    await page.getByRole('heading', { name: 'Latest evaluations that you created' }).waitFor();
    await page.getByText('1 blocked evaluation that you can see').waitFor();
    await assertAccessible(page);
    await assertFits(page);
    await page.getByRole('link', { name: /^A plan for/ }).click();
    await loaded(page, /Evaluation of a plan/);
  });
  await visit(world, home.owner, {}, async (page) => {
    await loaded(page, /Hello/);
    // The list shows evaluations by other people, because this person created none.
    await page.getByRole('heading', { name: 'Latest evaluations', exact: true }).waitFor();
    await page.getByRole('link', { name: 'A plan for shop' }).waitFor();
  });
  // This person granted none of the exemptions.
  await visit(world, granter, { width: 360 }, async (page) => {
    const ending = page.getByRole('alert').filter({ hasText: `2 exemptions in ${home.name} end within 14 days` });
    await ending.getByRole('link', { name: 'Open' }).click();
    await loaded(page, 'Exceptions');
    for (const name of ['tomorrow', 'soon']) await page.getByText(`Every workspace · a.${name}`).waitFor();
    assert.equal(await page.getByText('a.later').count(), 0);
    await assertAccessible(page);
    await assertFits(page);
  });
  await visit(world, other, {}, async (page) => {
    await page.getByText('Nothing needs your attention.').waitFor();
    assert.equal(await page.getByRole('heading', { name: /evaluations/ }).count(), 0);
  });
});
