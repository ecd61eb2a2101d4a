// Measures on every page whether late content moves content that is already visible.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openConsoleScene } from '../support/console-scene.ts';
import { visitEveryPage } from '../support/every-page.ts';
import { openWorld } from '../support/world.ts';

/** Maximum layout shift score of a page. Browsers rate scores up to 0.1 as good. */
const limit = 0.05;

test('Late content moves nothing on any page, on a desktop and on a phone', async () => {
  await using world = await openWorld('sqlite');
  const { person, parameters } = await openConsoleScene(world);

  for (const screen of ['desktop', 'phone'] as const) {
    const reports = await visitEveryPage(world, person, { parameters, screen, isSlow: true });
    const moving = reports.filter(({ shift }) => shift >= limit);
    const lines = moving.map(({ address, shift, moved }) => [`${address} ${shift.toFixed(3)}`, ...moved].join('\n  '));
    assert.deepEqual(lines, [], screen);
  }
});
