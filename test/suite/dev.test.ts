// `npm run dev`: serves the console from its sources, in front of a service that also runs from its sources.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pass } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { lendChromium } from '../support/chromium.ts';
import { assertAccessible, assertFits } from '../support/console.ts';
import { password, sessionClientOf } from '../support/session.ts';
import { temporaryFolder } from '../support/temporary.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const freePort = async (): Promise<string> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return String(typeof address === 'object' ? address?.port : address);
};

/** Waits until the service has written the one-time token to a file, and returns the token. */
const tokenIn = async (folder: string): Promise<string> => {
  for (;;) {
    const text = await readFile(join(folder, 'initial-admin-token'), 'utf8').catch(() => '');
    if (text.endsWith('\n')) return text.trim();
    await pass(50);
  }
};

const answers = async (url: string): Promise<void> => {
  while (
    !(await fetch(url).then(
      ({ status }) => status < 300,
      () => false,
    ))
  )
    await pass(50);
};

/** Script that waits for the layout to settle after a change of the window size. */
const laidOut =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 200))))';

/**
 * Fails if, in any color scheme, the page of states throws errors, is wider than the screen, or has serious
 * accessibility problems.
 */
async function assertStatesSound(url: string, cookie: string): Promise<void> {
  await using lent = await lendChromium();
  const context = await lent.browser.newContext({ extraHTTPHeaders: { cookie }, reducedMotion: 'reduce' });
  try {
    const page = await context.newPage();
    const thrown: Error[] = [];
    page.on('pageerror', (error) => thrown.push(error));
    page.setDefaultTimeout(10 * 60_000);
    await page.goto(`${url}/app/states`);
    await page.getByRole('heading', { level: 1, name: 'States' }).waitFor();
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1280, 390]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await page.evaluate(laidOut);
        await assertFits(page);
        await assertAccessible(page);
      }
    await page.getByRole('button', { name: 'Confirmation of a deletion' }).click();
    const dialog = page.getByRole('dialog');
    const [outer, button] = [
      await dialog.boundingBox(),
      await dialog.getByRole('button', { name: 'Close' }).boundingBox(),
    ];
    assert.ok(outer !== null && button !== null);
    assert.ok(button.x + button.width <= outer.x + outer.width, 'A long name pushes no button out of a dialog.');
    await assertAccessible(page);
    assert.deepEqual(thrown, []);
  } finally {
    await context.close();
  }
}

test('During development, the console loads its sources, the states have a page, and the service serves its own pages', async () => {
  await using folder = await temporaryFolder();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const environment = { TIPSTAFF_PORT: port, TIPSTAFF_DATA_DIR: folder.path };
  const child = spawn(process.execPath, ['scripts/dev.ts'], { cwd: root, env: environment, stdio: 'ignore' });
  const exited = once(child, 'exit');
  try {
    const token = await tokenIn(folder.path);
    await answers(`${url}/api/v2/ping`);
    const created = await fetch(`${url}/admin/initial-admin-user?token=${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'root', email: 'root@example.com', password }),
    });
    assert.equal(created.status, 200);
    const session = sessionClientOf(url);
    await session.signIn('root');
    const headers = { cookie: session.cookie(), accept: 'text/html' };

    const [document, own, source] = await Promise.all([
      fetch(url, { headers }),
      fetch(`${url}/sign-in`),
      fetch(`${url}/src/main.tsx`),
    ]);
    const text = await document.text();

    assert.equal(document.headers.get('content-security-policy'), null);
    assert.match(
      text,
      /<script type="module" src="\/@vite\/client"><\/script>\n<script type="module" src="\/src\/main.tsx">/,
    );
    assert.match(text, /<script id="boot" type="application\/json">/);
    assert.doesNotMatch(text, /console\/assets/);
    assert.match(own.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    assert.equal(source.status, 200);
    await assertStatesSound(url, session.cookie());
  } finally {
    child.kill('SIGTERM');
    assert.deepEqual(await exited, [0, null]);
  }
});
