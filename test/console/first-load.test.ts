// Measures the first page load in a browser without a cache, and whether late content moves content that is already
// visible.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { givePassword, loaded, newPerson, visit } from '../support/console.ts';
import { creating, evaluated, newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { openWorld } from '../support/world.ts';

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
 * start page sends one more request for each additional organization, for up to six organizations.
 */
const limits = { start: [14, 200_000], evaluation: [14, 205_000], administrators: [14, 195_000] } as const;

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
