import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { createOrganization } from '../../src/domains/organizations/creation/creation.ts';
import {
  assertAccessible,
  assertFits,
  cookieOf,
  focused,
  givePassword,
  hasCount,
  loaded,
  newPerson,
  visit,
} from '../support/console.ts';
import { documentOf } from '../support/documents.ts';
import { creating, evaluated, evaluationIn, harmless, newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { clientOfOwner, newMember, newTeam } from '../support/members.ts';
import { enrol } from '../support/one-time-codes.ts';
import { policyDocument } from '../support/policies.ts';
import { newKeyPair } from '../support/saml/certificate.ts';
import { deprecating, seedModule } from '../support/seeded-modules.ts';
import { settingsOver } from '../support/settings.ts';
import { newWorkspace } from '../support/workspaces.ts';
import { type Home, openWorld, system, type World } from '../support/world.ts';

/** Line of the start page about one item that needs attention. */
const line = (page: Page, text: string | RegExp) => page.getByRole('listitem').filter({ hasText: text });

const inDays = ({ context }: World, days: number): string =>
  new Date(context.clock.now() + days * 86_400_000).toISOString();

test('The start page shows what needs attention, with links to the remedies', async () => {
  await using world = await openWorld('sqlite');
  const admin = await newPerson(world, { isAdmin: true });
  const tokens = `/users/${admin.user.id}/authentication-tokens`;
  for (const [description, end] of [
    ['build server', inDays(world, 3)],
    ['laptop', inDays(world, 90)],
  ]) {
    await admin.client.post(tokens, documentOf('authentication-tokens', { description, 'expired-at': end }));
  }

  for (const days of [-3.5, 9.5])
    await settingsOver(admin.client, 'saml-settings').patch({ 'idp-cert': newKeyPair(days).certificate });

  await visit(world, admin, {}, async (page) => {
    await loaded(page, `Hello, ${admin.user.username}`);
    await page.getByText('The API token “build server” expires in').waitFor();
    // Only administrators can fix these problems.
    await page.getByText('1 user without two-factor authentication').waitFor();
    await page.getByText('A single sign-on certificate expires in 9 days').waitFor();
    const expired = line(page, 'A single sign-on certificate expired 3 days ago');
    await expired.getByText('Add a new certificate in the settings.', { exact: true }).waitFor();
    const laptop = await page.getByText('The API token “laptop”').count();
    await page.getByText('Two-factor authentication is off').waitFor();
    assert.equal(await page.getByText('API token created').count(), 0);
    await page.getByText('Recent activity').click();
    await page.getByText(`API token created, by ${admin.user.username}`).first().waitFor();
    await page.getByText(`Settings changed: SAML, by ${admin.user.username}`).first().waitFor();
    await assertAccessible(page);
    await page.getByRole('link', { name: 'Two-factor authentication is off' }).click();
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

test('If a person has more than six organizations, the start page says which of them it covers', async () => {
  await using world = await openWorld('sqlite');
  const person = await newPerson(world);
  for (let count = 1; count <= 7; count += 1) {
    const attributes = { name: `first-${count}`, email: 'ops@example.com' };
    await createOrganization(world.context, system, attributes, person.user.id);
  }

  await visit(world, person, {}, async (page) => {
    await page.getByText('Nothing needs your attention in your first 6 organizations.').waitFor();
    assert.equal((await person.client.delete('/organizations/first-7')).status, 204);
    await page.reload();
    await page.getByText('Nothing needs your attention.').waitFor();
  });
});

test('The start page names information that could not be loaded, and does not say that nothing needs attention', async () => {
  await using world = await openWorld('sqlite');
  const { owner } = await world.home();
  await givePassword(world, owner);

  await visit(world, owner, { path: '/no/such/page' }, async (page) => {
    await page.route(/\/account\/overview/, (route) => route.fulfill({ status: 500, body: '' }));
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
    await page.getByRole('link', { name: `2 blocked evaluations in ${home.name} in the last 7 days` }).click();
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
  const shownIn = (page: Page) => line(page, `network/aws 1.0.0 of ${home.name} is deprecated and in use`);

  await visit(world, home.owner, { width: 360 }, async (page) => {
    const shown = shownIn(page);
    const consumers = `${member.user.username} and organization ${home.name}`;
    await shown.getByText(`Downloaded by ${consumers}, most recently`).waitFor();
    await shown.getByText('The newest version is 2.0.0.').waitFor();
    await assertAccessible(page);
    await assertFits(page);
    assert.equal(await page.getByText('Nothing needs your attention.').count(), 0);
    await shown.getByRole('link').click();
    await loaded(page, 'network/aws');
    await page.getByText('It opens port 22.').waitFor();
  });
  await visit(world, member, {}, async (page) => {
    const text = await shownIn(page).innerText();
    assert.match(text, /network\/aws 1\.0\.0 of .+ in use\s+Downloaded .+\. The newest version is 2\.0\.0\.$/);
    assert.doesNotMatch(text, /Downloaded by|organization/);
  });
});

test('The start page shows the evaluations of the person, and counts the exemptions that expire soon', async () => {
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
  for (const [owner, days] of Object.entries({ tomorrow: 1, soon: 14, later: 30 })) {
    const exemption = {
      reason: 'Migration',
      owner,
      'expires-at': inDays(world, days),
      'resource-address': `a.${owner}`,
    };
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
    await page.getByRole('link', { name: `2 exemptions in ${home.name} end within 14 days` }).click();
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

/** Opens the start page of an owner with an organization in which a policy blocks plans. */
const withBlocked = async (
  world: World,
  play: (page: Page, scene: { readonly home: Home; readonly block: () => Promise<unknown> }) => Promise<void>,
): Promise<void> => {
  const home = await world.home();
  await givePassword(world, home.owner);
  await opaSet(home, 'baseline', [await newOpaPolicy(home, 'buckets')], { global: true });
  const path = `/organizations/${home.name}/evaluations`;
  const block = () => evaluated({ world, by: home, path }, creating);
  await block();
  await home.client.patch(
    `/organizations/${home.name}`,
    documentOf('organizations', { 'policy-exemption-max-days': null, 'policy-override-max-days': null }),
  );
  await visit(world, home.owner, {}, (page) => play(page, { home, block }));
};

test('A line that was dismissed by keyboard stays hidden until its item changes, and can be shown again', async () => {
  await using world = await openWorld('sqlite');
  await withBlocked(world, async (page, { home, block }) => {
    const blocked = line(page, `1 blocked evaluation in ${home.name} in the last 7 days`);
    const unlimited = line(page, `No maximum duration is set for exemptions and overrides in ${home.name}`);
    const dismiss = (item: Locator) => item.getByRole('button', { name: /^Dismiss: / });
    const show = page.getByRole('button', { name: 'Show 2 dismissed lines' });
    await dismiss(blocked).press('Enter');
    await focused(dismiss(unlimited));
    await page
      .getByRole('status')
      .filter({ hasText: `Dismissed: 1 blocked evaluation in ${home.name}` })
      .waitFor();
    await page.keyboard.press('Enter');
    await focused(show);
    await page.getByText('Nothing else needs your attention.').waitFor();
    await assertAccessible(page);
    await page.reload();
    await show.waitFor();
    assert.equal(await blocked.count(), 0);

    await page.keyboard.press('Tab');
    await show.press('Enter');
    await focused(dismiss(blocked));
    await page.getByRole('status').filter({ hasText: '2 lines shown again' }).waitFor();
    for (const item of [unlimited, blocked]) await dismiss(item).click();
    await block();
    await page.reload();
    await line(page, `2 blocked evaluations in ${home.name} in the last 7 days`).waitFor();
    await page.getByRole('button', { name: 'Show 1 dismissed line' }).waitFor();
    assert.equal(await unlimited.count(), 0);
    // Adds evaluations on the first of the seven days. They are no longer counted on the next day.
    await page.route(/\/account\/overview/, async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      body.data.attributes.organizations[0]['blocked-evaluations'][23] = 5;
      await route.fulfill({ response, json: body });
    });
    await page.reload();
    await dismiss(line(page, '7 blocked evaluations')).click();
    await page.unrouteAll();
    await page.reload();
    await page.getByRole('button', { name: 'Show 2 dismissed lines' }).waitFor();
    assert.equal(await line(page, 'blocked evaluation').count(), 0, 'fewer evaluations, but none of them is new');
  });
});

test('The start page shows urgent lines first, and at most eight lines until the person asks for more', async () => {
  await using world = await openWorld('sqlite');
  await withBlocked(world, async (page, { home }) => {
    const tokens = `/users/${home.owner.user.id}/authentication-tokens`;
    for (let count = 0; count < 8; count++) {
      const attributes = { description: `machine ${count}`, 'expired-at': inDays(world, 3) };
      assert.equal((await home.client.post(tokens, documentOf('authentication-tokens', attributes))).status, 201);
    }
    await page.reload();
    const lines = line(page, '').filter({ has: page.getByRole('button', { name: /^Dismiss: / }) });
    await lines.filter({ hasText: /^Urgent: 1 blocked evaluation/ }).waitFor();
    const texts = await lines.allInnerTexts();
    await page.getByRole('button', { name: '2 more' }).click();
    await focused(lines.nth(8).getByRole('button'));
    await hasCount(lines, 10);

    assert.equal(texts.length, 8);
    assert.match(texts[0] ?? '', /1 blocked evaluation/);
  });
});

test('If the overview cannot be loaded, the start page still shows the organizations and the tokens that expire', async () => {
  await using world = await openWorld('sqlite');
  await withBlocked(world, async (page, { home }) => {
    const attributes = { description: 'build server', 'expired-at': inDays(world, 3) };
    const tokens = `/users/${home.owner.user.id}/authentication-tokens`;
    await home.client.post(tokens, documentOf('authentication-tokens', attributes));
    await page.route(/\/account\/overview/, (route) => route.fulfill({ status: 500, body: '' }));
    await page.reload();
    await page.getByRole('alert').filter({ hasText: 'Not loaded' }).waitFor();
    await line(page, 'The API token “build server” expires').waitFor();
    await line(page, 'No maximum duration is set').waitFor();
    await page.getByRole('link', { name: home.name, exact: true }).waitFor();

    assert.equal(await line(page, 'blocked evaluation').count(), 0);
  });
});
