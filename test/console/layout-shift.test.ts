// Opens every page with a reload, and checks that content that loads late moves nothing, and that the service refuses
// no request.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openConsoleScene } from '../support/console-scene.ts';
import { visitEveryPage } from '../support/every-page.ts';
import { openWorld } from '../support/world.ts';

/** Maximum layout shift score of a page. Browsers rate scores up to 0.1 as good. */
const limit = 0.05;

/**
 * Requests for records that do not exist yet. The service answers them with 404, and the pages say that there is no
 * record.
 */
const expected = [
  '404 GET /api/v2/organizations/works/authentication-token',
  '404 GET /api/v2/admin/data-retention-policy-settings',
];

test('On no page does content that loads late move other content, on desktops and phones, and no request is refused', async () => {
  await using world = await openWorld('sqlite');
  const { person, parameters } = await openConsoleScene(world);

  for (const screen of ['desktop', 'phone'] as const) {
    const reports = await visitEveryPage(world, person, { parameters, screen, isSlow: true });
    const moving = reports.filter(({ shift }) => shift >= limit);
    const lines = moving.map(({ address, shift, moved }) => [`${address} ${shift.toFixed(3)}`, ...moved].join('\n  '));
    assert.deepEqual(lines, [], screen);
    const refused = reports.flatMap((report) => report.refused.filter((request) => !expected.includes(request)));
    assert.deepEqual(refused, [], screen);
  }
});
