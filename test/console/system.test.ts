import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobNames } from '../../console/src/texts/job-names.ts';
import { jobsOf } from '../../src/domains/index.ts';
import { jobParts, jobStatuses } from '../../src/domains/instance/index.ts';
import { startHeartbeat } from '../../src/runtime/jobs/heartbeat.ts';
import { startJobs } from '../../src/runtime/jobs/jobs.ts';
import { openReceiver, streamOnce, streamTo } from '../support/audit-receiver.ts';
import { assertAccessible, assertFits, loaded, newPerson, until, visit } from '../support/console.ts';
import { neglect } from '../support/neglect.ts';
import { openWorld } from '../support/world.ts';

test('Every job of the service has a name in the console, and no other job has one', async () => {
  await using world = await openWorld('sqlite');

  const names = jobsOf(world.context).map(({ name }) => name);

  assert.deepEqual(names.sort(), Object.keys(jobNames).sort());
});

test('An administrator sees the problems of the service, and finds them from the start page', async () => {
  await using world = await openWorld('sqlite', { environment: { TIPSTAFF_VOCABULARY: 'terraform' } });
  const admin = await newPerson(world, { isAdmin: true });
  const { context } = world;
  await context.database.transaction(neglect);
  const failing = async () => {
    throw Object.assign(new Error('a secret'), { code: '<img src=x onerror=alert(1)>' });
  };
  const silent = { info: () => undefined, error: () => undefined };
  await using _jobs = startJobs({ ...jobParts(context), log: silent }, [
    { name: 'failing', intervalMilliseconds: 1, run: failing },
    { name: 'idle', intervalMilliseconds: 3_600_000, isDue: async () => false, run: failing },
  ]);
  await using _presence = startHeartbeat({ ...context, jobStatuses: jobStatuses(context) });

  await visit(world, admin, { width: 360 }, async (page) => {
    const line = (text: string | RegExp) => page.getByRole('listitem').filter({ hasText: text });
    await line('A clock was wrong when these jobs ran: audit-sealing.').waitFor();
    await line(/failing: Failed [\d,]+ times in a row\s*<img src=x onerror=alert\(1\)>/).waitFor();
    await line('A clock was wrong').getByRole('link').click();
    await loaded(page, 'System');
    await page.getByText('There are problems.').waitFor();
    await assertFits(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    const row = page.getByRole('table', { name: 'Findings' }).getByRole('row').filter({ hasText: 'Mail' });
    await row.getByText('Problem').waitFor();
    await page.getByRole('table', { name: 'Instances' }).getByRole('row').nth(1).waitFor();
    const jobs = page.getByRole('table', { name: 'Jobs' });
    await jobs.getByRole('row', { name: /^failing .* Every 0\.001 seconds$/ }).waitFor();
    await jobs.getByRole('row', { name: /^idle OK .* in (59 minutes|1 hour)$/ }).waitFor();
    await page.setViewportSize({ width: 800, height: 900 });
    await page.getByRole('group', { name: 'Jobs' }).press('ArrowRight');
    await until(page, async () => (await page.evaluate('document.activeElement.scrollLeft > 0')) === true);
    await page.setViewportSize({ width: 1280, height: 900 });
    const examined = page.waitForResponse(/\/admin\/system-status$/);
    await page.getByRole('button', { name: 'Check again' }).click();
    assert.equal((await examined).status(), 200);
    await page.getByRole('button', { name: 'Check again', disabled: false }).waitFor();
    await assertAccessible(page);

    assert.equal(await page.getByText(/SQLite \d+\.\d+/).count(), 1);
    assert.equal(await page.getByText('a secret').count(), 0);
  });
});

test('A service whose audit stream fails is not shown as healthy', async () => {
  await using world = await openWorld('sqlite');
  const admin = await newPerson(world, { isAdmin: true });
  await using receiver = await openReceiver();
  await streamTo(world, receiver);
  receiver.behave((request) => request.socket.destroy());
  for (const pause of [0, 60_000]) {
    world.advance(pause);
    await streamOnce(world);
  }

  for (const look of [{ colors: 'light' }, { colors: 'dark', width: 360 }] as const)
    await visit(world, admin, { path: '/app/site/system', ...look }, async (page) => {
      await loaded(page, 'System');
      await page.getByRole('status').getByText('The service works, but some checks need attention.').waitFor();
      await page
        .getByText(
          'The receiver of the audit stream did not accept records in 2 attempts. The connection failed (ECONNRESET).',
        )
        .waitFor();
      assert.equal(await page.getByText('No problems were found.').count(), 0);
      await assertFits(page);
      await assertAccessible(page);
    });
});
