// Measures the first page load in a browser without a cache, and whether late content moves content that is already
// visible.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { createOrganization } from '../../src/domains/organizations/creation/creation.ts';
import { follow, givePassword, loaded, newPerson, until, visit } from '../support/console.ts';
import { documentOf } from '../support/documents.ts';
import { creating, evaluated, harmless, newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { asking, newStopped } from '../support/exemption-requests.ts';
import { clientOfOwner } from '../support/members.ts';
import { deprecating, seedModule } from '../support/seeded-modules.ts';
import { openWorld, type Person, system, type World } from '../support/world.ts';

const watchShifts = `self.shifts = 0;
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) self.shifts += value;
}).observe({ type: 'layout-shift', buffered: true });`;

/** Page without scripts, from which the browser opens the measured page. */
const elsewhere = '/no/such/page';

interface Load {
  readonly requests: number;
  /** Size in bytes of the responses on the wire, with headers and without the font. */
  readonly bytes: number;
  readonly fontBytes: number;
  /** Sum of the page's layout shift scores. */
  readonly shift: number;
}

async function loadOf(page: Page, path: string, heading: RegExp): Promise<Load> {
  await page.addInitScript({ content: watchShifts });
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const fonts = new Set<string>();
  const sizes = new Map<string, number>();
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Font') fonts.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => sizes.set(requestId, encodedDataLength));
  await page.goto(path);
  await loaded(page, heading);
  await page.waitForLoadState('networkidle');
  await page.evaluate('document.fonts.ready.then(() => new Promise(requestAnimationFrame))');
  const sum = (ids: readonly string[]) => ids.reduce((total, id) => total + (sizes.get(id) ?? 0), 0);
  return {
    requests: sizes.size,
    bytes: sum([...sizes.keys()].filter((id) => !fonts.has(id))),
    fontBytes: sum([...fonts]),
    shift: Number(await page.evaluate('self.shifts')),
  };
}

/**
 * Maximum number of requests, and maximum number of bytes without the font, that a page may load without a cache. The
 * number of requests of the start page does not depend on the number of organizations.
 */
const limits = {
  start: [10, 185_000],
  evaluation: [14, 205_000],
  administrators: [13, 190_000],
  threeOrganizations: [13, 190_000],
} as const;

function assertWithin(load: Load, [requests, bytes]: readonly [requests: number, bytes: number]): void {
  assert.ok(load.requests <= requests && load.bytes <= bytes, JSON.stringify(load));
  assert.ok(load.shift < 0.05, JSON.stringify(load));
}

test('The first page takes a dozen requests and less than 205 kB without the font, and late content moves nothing', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  await givePassword(world, home.owner);
  const admin = await newPerson(world, { isAdmin: true });
  await opaSet(home, 'baseline', [await newOpaPolicy(home, 'buckets')], { global: true });
  const path = `/organizations/${home.name}/evaluations`;
  const { id } = await evaluated({ world, by: home, path }, creating);
  const evaluation = `/app${path}/${id}`;

  for (const width of [1280, 390]) {
    await visit(world, home.owner, { path: elsewhere, width }, async (page) => {
      const load = await loadOf(page, '/', /Hello/);
      assertWithin(load, limits.start);
      assert.ok(load.fontBytes > 0 && load.fontBytes <= 50_000, JSON.stringify(load));
    });
    await visit(world, home.owner, { path: elsewhere, width }, async (page) => {
      const load = await loadOf(page, evaluation, /Evaluation/);
      assertWithin(load, limits.evaluation);
    });
    await visit(world, admin, { path: elsewhere, width }, async (page) => {
      const load = await loadOf(page, '/', /Hello/);
      assertWithin(load, limits.administrators);
    });
  }
});

/** Creates an organization of an administrator with evaluations, exceptions and a deprecated module in use. */
const fill = async (world: World, owner: Person, name: string): Promise<void> => {
  const organization = await createOrganization(
    world.context,
    system,
    { name, email: 'home@example.com' },
    owner.user.id,
  );
  const home = { organization, name, owner, client: owner.client };
  const { policy, member, evaluation } = await newStopped(world, home);
  for (const plan of [creating, harmless])
    await evaluated({ world, by: home, path: `/organizations/${name}/evaluations` }, plan);
  assert.equal((await asking(member, evaluation, policy)).status, 201);
  const soon = new Date(world.context.clock.now() + 86_400_000).toISOString();
  const exemption = { reason: 'Migration', owner: 'network', 'expires-at': soon, 'resource-address': 'a.b' };
  await owner.client.post(`/policies/${policy}/exemptions`, documentOf('policy-exemptions', exemption));
  const { path, address } = await seedModule(world, home, { name: 'network', versions: ['1.0.0', '2.0.0'] });
  await owner.client.patch(`${path}/1.0.0`, deprecating({ reason: 'It opens port 22.' }));
  const consumer = await clientOfOwner(world, { kind: 'organization', id: organization.id });
  await consumer.get(`//api/registry/v1/modules/${address}/1.0.0/download`);
};

test('The start page of an administrator with three organizations needs no more requests than that of another user', async () => {
  await using world = await openWorld('sqlite');
  const admin = await newPerson(world, { isAdmin: true });
  for (const name of ['gondor', 'rohan', 'shire']) await fill(world, admin, name);

  for (const width of [1280, 390]) {
    await visit(world, admin, { path: elsewhere, width }, async (page) => {
      const load = await loadOf(page, '/', /Hello/);
      await page.getByText('2 blocked evaluations in shire in the last 7 days').waitFor();
      assertWithin(load, limits.threeOrganizations);
    });
  }
});

/** Maximum time in ms for which a page waits until it is shown. Its timers expire only if the test says so. */
const maxWait = 10_000;
const holdMaxWait = `self.expire = [];
const start = self.setTimeout;
self.setTimeout = (act, delay, ...rest) => (delay === ${maxWait} ? -self.expire.push(act) : start(act, delay, ...rest));`;

test('The page is hidden while the organization is loading, and is shown after the maximum wait', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  await givePassword(world, home.owner);
  const address = `/app/organizations/${home.name}`;

  await visit(world, home.owner, { path: address }, async (page) => {
    await loaded(page, home.name);
    const { promise: end, resolve } = Promise.withResolvers<void>();
    await page.route(new RegExp(`/api/v2/organizations/${home.name}$`), async (route) => {
      await end;
      await route.continue();
    });
    await page.addInitScript({ content: holdMaxWait });
    await page.goto(`${address}/members`);
    await page.getByRole('status', { name: 'Loading…' }).first().waitFor();
    const heading = page.getByRole('heading', { level: 1, name: 'Members' });
    assert.equal(await heading.count(), 0);
    await until(page, async () => Number(await page.evaluate('self.expire.length')) > 0);
    await page.evaluate('self.expire.forEach((act) => act())');
    await heading.waitFor();
    // A page that belongs to no organization does not wait for one.
    await page.goto('/app/me');
    await page.getByRole('heading', { level: 1 }).waitFor();
    resolve();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});

test('Without a network, the start page says that information is missing, and shows what was loaded before', async () => {
  await using world = await openWorld('sqlite');
  const { owner, name } = await world.home();
  await givePassword(world, owner);

  await visit(world, owner, { path: '/app/me' }, async (page) => {
    await loaded(page, /./);
    const failure = page.getByRole('alert').getByText('The service could not be reached.', { exact: false });
    const organization = page.getByRole('main').getByRole('link', { name, exact: true });
    // At first, the overview is not loaded. The second time, it was loaded before.
    for (let count = 0; count < 2; count += 1) {
      await page.context().setOffline(true);
      await follow(page, '/');
      await failure.first().waitFor();
      await organization.waitFor();
      assert.equal(await page.getByText('Nothing needs your attention.').count(), 0);
      await page.context().setOffline(false);
      await page.getByText('Nothing needs your attention.').waitFor();
      await organization.waitFor();
      assert.equal(await failure.count(), 0);
      await follow(page, '/app/me');
    }
  });
});
