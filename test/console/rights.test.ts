// Tests of pages for which a person lacks the permission. These pages say which permission is needed and send no
// request that is refused, and the navigation does not show them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, assertFits, follow, givePassword, loaded, visit } from '../support/console.ts';
import { newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { newMember, newTeam } from '../support/members.ts';
import { openWorld } from '../support/world.ts';

type Denial = readonly [path: string, heading: string];

const policyPages = (policy: string, set: string): readonly Denial[] => [
  ['policies', 'Policies'],
  ['policies/new', 'Create a policy'],
  [`policies/${policy}`, 'Health'],
  [`policies/${policy}/code`, 'Code'],
  [`policies/${policy}/history`, 'History'],
  ['policy-sets', 'Policy sets'],
  ['policy-sets/new', 'Create a policy set'],
  [`policy-sets/${set}/parameters`, 'Parameters'],
  ['recorded-plans', 'Recorded plans'],
  ['run-tasks', 'Run tasks'],
];

const ownerPages: readonly Denial[] = [
  ['settings', 'Settings'],
  ['tokens', 'API tokens'],
  ['audit', 'Audit trail'],
];

const gift = (name: string) => (organization: string) =>
  `To see this page, you need ${name}. Owners of ${organization} can give it to you.`;
const onlyOwners = (organization: string) => `Only owners of ${organization} can see this page.`;
const overriding = gift('the permission “Override policies”');

/** Collects the requests that the service answers with an error. */
const failedRequests = (page: Page): string[] => {
  const failed: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
  });
  return failed;
};

const assertDenied = async (page: Page, path: string, heading: string, text: string): Promise<void> => {
  await follow(page, path);
  await loaded(page, heading);
  const main = page.getByRole('main');
  await main.getByText(text, { exact: true }).waitFor();
  assert.equal(await main.getByRole('button').count(), 0, path);
  assert.equal(await page.getByRole('alert').count(), 0, path);
};

/** Opens every page in the navigation. None of them may need a permission that the person lacks. */
const assertNavigationOpens = async (page: Page, denied: readonly string[]): Promise<void> => {
  const links = await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link').all();
  const targets = await Promise.all(links.map(async (link) => (await link.getAttribute('href')) ?? ''));
  assert.ok(targets.length > 3, targets.join(' '));
  assert.deepEqual(
    targets.filter((target) => denied.includes(target)),
    [],
  );
  for (const target of targets) {
    await follow(page, target);
    assert.equal(await page.getByText(/To see this page, you need|can see this page/).count(), 0, target);
    assert.equal(await page.getByRole('alert').count(), 0, target);
  }
};

test('A page says which permission it needs, shows neither errors nor buttons, and sends no request that is refused', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  const policy = await newOpaPolicy(home, 'buckets');
  const set = await opaSet(home, 'baseline', [policy], { global: true });
  const memberWith = async (...permissions: Parameters<typeof newTeam>[2]) =>
    newMember(world, home, await newTeam(world, home, permissions));
  const [member, author, auditor] = [
    await newMember(world, home),
    await memberWith('manage-policies'),
    await memberWith('read-workspaces', 'manage-policy-overrides'),
  ];
  for (const person of [home.owner, member, author, auditor]) await givePassword(world, person);
  const base = `/app/organizations/${home.name}`;
  const policies = policyPages(policy, set).map((each) => [...each, gift('the permission “Manage policies”')] as const);
  const owned = ownerPages.map((each) => [...each, onlyOwners] as const);
  const delegations = ['exceptions/delegations', 'Delegations', overriding] as const;
  const publication = ['publish-module', 'Publish a version', gift('the permission “Manage modules”')] as const;
  const denials = [
    [
      member,
      [
        ...policies,
        ...owned,
        delegations,
        publication,
        ['exceptions', 'Exemptions', overriding],
        ['workspaces', 'Workspaces', gift('access to workspaces, or the permission “See workspaces”')],
      ],
    ],
    [author, [...owned, delegations, publication]],
    [auditor, [...policies, ...owned, publication]],
    [home.owner, []],
  ] as const;

  for (const [person, pages] of denials)
    await visit(world, person, { path: base }, async (page) => {
      await loaded(page, home.name);
      const failed = failedRequests(page);
      for (const [path, heading, text] of pages) await assertDenied(page, `${base}/${path}`, heading, text(home.name));
      await assertNavigationOpens(
        page,
        pages.map(([path]) => `${base}/${path}`),
      );
      await assertDenied(page, '/app/site/users', 'Users', 'Only site administrators can see this page.');
      assert.deepEqual(failed, []);
    });
});

test('The sentence about the permission is also shown after a reload, in the dark and on a phone, with a link to members', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  const manager = await newMember(world, home, await newTeam(world, home, ['manage-teams']));
  await givePassword(world, manager);
  const path = `/app/organizations/${home.name}/policies/new`;

  await visit(world, manager, { path, width: 390, colors: 'dark' }, async (page) => {
    await loaded(page, 'Create a policy');
    await page.getByText('To see this page, you need the permission “Manage policies”.').waitFor();
    await page.getByText(`Owners: ${home.owner.user.username}`).waitFor();
    await assertFits(page);
    await assertAccessible(page);
    await page.getByRole('link', { name: `Members of ${home.name}` }).click();
    await loaded(page, 'Members');
  });
});

/** Responses to the request for an organization, with the text that the page then shows. */
const failures = [
  [
    500,
    { status: '500', code: 'internal-server-error', title: 'Internal server error' },
    'The service answered with status 500.',
  ],
  [
    401,
    { status: '401', code: 'two-factor-required', title: 'Unauthorized', detail: 'Turn on two-factor authentication' },
    'Turn on two-factor authentication',
  ],
] as const;

test('If the organization cannot be read, a page that needs a permission shows the error and the button “Try again”', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  await givePassword(world, home.owner);
  const address = new RegExp(`/api/v2/organizations/${home.name}$`);

  await visit(world, home.owner, { path: '/app/me' }, async (page) => {
    for (const [status, error, text] of failures) {
      const requests: string[] = [];
      await page.route(address, async (route) => {
        requests.push(route.request().url());
        await route.fulfill({ status, json: { errors: [error] } });
      });
      await page.goto(`/app/organizations/${home.name}/tokens`);
      await loaded(page, 'API tokens');
      await page.getByRole('main').getByText(text).waitFor();
      await page.waitForLoadState('networkidle');
      assert.ok(requests.length <= 2, `${requests.length} requests with status ${status}`);
      await page.unroute(address);
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('region', { name: 'Audit trail token' }).waitFor();
    }
  });
});

test('Without a network connection, a page that needs a permission says that the service cannot be reached, and not that the permission is missing', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  await givePassword(world, home.owner);
  const base = `/app/organizations/${home.name}`;

  await visit(world, home.owner, { path: `${base}/tokens` }, async (page) => {
    await loaded(page, 'API tokens');
    await page.getByRole('region', { name: 'Audit trail token' }).waitFor();
    await page.context().setOffline(true);
    await follow(page, '/app/organizations/other/tokens');
    await page.getByRole('main').getByText('The service could not be reached.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    assert.equal(await page.getByText('Only owners').count(), 0);
    await page.context().setOffline(false);
    await page.getByText('This page does not exist, or you do not have permission to see it.').waitFor();
  });
});
