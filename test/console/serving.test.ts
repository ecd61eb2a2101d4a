import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { consoleBuild, keptFontPath } from '../../src/domains/console/build.ts';
import { openConsole } from '../../src/domains/console/console.ts';
import { styleWith } from '../../src/pages/style.ts';
import { cookieOf, loaded, newPerson, until, visit } from '../support/console.ts';
import { sendRaw } from '../support/raw.ts';
import { password } from '../support/session.ts';
import { openWorld, system, type World } from '../support/world.ts';

const built = () => {
  const build = consoleBuild();
  assert.ok(build, 'the console is built');
  return build;
};

const assetIn = ({ url }: World, name: string, encoding: string) =>
  sendRaw(url, { method: 'GET', path: `/console/assets/${name}`, headers: { 'accept-encoding': encoding } });

test('A script is sent in an encoding that the client accepts, and may be cached forever', async () => {
  await using world = await openWorld('sqlite');
  const { script } = built();

  const [br, gzip, plain, refused] = [
    await assetIn(world, script, 'gzip, deflate, br, zstd'),
    await assetIn(world, script, 'gzip'),
    await assetIn(world, script, 'identity'),
    await assetIn(world, script, 'br;q=0'),
  ];

  const encodings = [br, gzip, plain, refused].map(({ headers }) => headers.get('content-encoding'));
  assert.deepEqual(encodings, ['br', 'gzip', null, null]);
  assert.ok(brotliDecompressSync(br.bytes).equals(plain.bytes));
  assert.ok(gunzipSync(gzip.bytes).equals(plain.bytes));
  assert.ok(refused.bytes.equals(plain.bytes));
  assert.equal(br.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  assert.equal(br.headers.get('vary'), 'accept-encoding');
  assert.equal(br.headers.get('content-type'), 'text/javascript; charset=utf-8');
  assert.equal(br.headers.get('x-content-type-options'), 'nosniff');
});

test('Only the files of the build are served', async () => {
  await using world = await openWorld('sqlite');

  for (const name of ['build.json', '..%2fbuild.json', 'none.js', `${built().script}.br`]) {
    assert.equal((await assetIn(world, name, 'br')).status, 404, name);
  }
});

test('A console page leads to the sign-in page, which leads back to it', async () => {
  await using world = await openWorld('sqlite');
  const person = await newPerson(world);
  const path = '/app/organizations?q=works&page=2';

  const away = await sendRaw(world.url, { method: 'GET', path, headers: {} });
  const cookie = await cookieOf(world, person);
  const there = await sendRaw(world.url, { method: 'GET', path, headers: { cookie } });

  assert.equal(away.status, 303);
  assert.equal(away.headers.get('location'), `/sign-in?${new URLSearchParams({ to: path })}`);
  assert.equal(there.status, 200);
});

test('If the console is not built, a page names the command that builds it', async () => {
  await using world = await openWorld('sqlite');
  const { user } = await newPerson(world);
  const session = {
    id: 'sess-1',
    owner: { kind: 'user', id: user.id, username: user.username, isAdmin: false },
  } as const;

  const { status, headers, body } = await openConsole(world.context, { ...system, session }, '/', undefined);

  assert.equal(status, 503);
  assert.equal(headers['retry-after'], '30');
  assert.match(String(body), /<code>npm run build:console<\/code>/);
});

test('The first load of the start page and of a list is at most 200 kB of compressed script', () => {
  const { assets, script, preloads, initial } = built();
  const first = [...new Set([script, ...preloads, ...initial])];

  const total = first.reduce((sum, name) => sum + (assets.get(name)?.br.length ?? Number.NaN), 0);

  assert.ok(total > 50_000, `${total} bytes`);
  assert.ok(total <= 200_000, `${total} bytes: ${first.join(', ')}`);
});

/** Starts to sum up how far the content of the page moves. */
const watchShift = `globalThis.shift = 0;
new PerformanceObserver((list) => {
  for (const { value } of list.getEntries()) globalThis.shift += value;
}).observe({ type: 'layout-shift', buffered: true });`;

/** Declarations of the typeface and of the local font that replaces it while it is loading. */
const typefaces = `[...document.fonts].map((font) =>
  [font.family.replaceAll('"', ''), font.weight, font.display, font.ascentOverride, font.descentOverride, font.lineGapOverride].join())`;

test('The sign-in page has the typeface of the console, whose file is loaded once and moves nothing', async () => {
  await using world = await openWorld('sqlite');
  const person = await newPerson(world);

  await visit(world, person, { path: '/sign-in', cookie: '' }, async (page) => {
    const files: string[] = [];
    page.on('request', (request) => request.resourceType() === 'font' && files.push(request.url()));
    await page.route('**/*.woff2', async (route) => {
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
      await route.continue();
    });
    await page.addInitScript({ content: watchShift });
    await page.reload();
    await page.evaluate('document.fonts.ready');
    await until(page, async () =>
      Boolean(
        await page.evaluate("[...document.fonts].some((font) => font.family === 'Inter' && font.status === 'loaded')"),
      ),
    );
    assert.ok(Number(await page.evaluate('shift')) < 0.05, `the layout shift is ${await page.evaluate('shift')}`);
    await page.unrouteAll({ behavior: 'wait' });
    const declared = await page.evaluate(typefaces);
    await page.getByLabel('Username').fill(person.user.username);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await loaded(page, /Hello/);
    assert.deepEqual(await page.evaluate(typefaces), declared);
    assert.equal(new Set(files).size, 1, String(files));
  });
});

test('If the build of the console is missing or damaged, the other pages have no font file, and the build is read once', () => {
  for (const read of [() => undefined, () => ({ font: undefined }), () => JSON.parse('{"font": "inter')]) {
    let reads = 0;
    const fontPath = keptFontPath(() => {
      reads += 1;
      return read();
    });

    assert.deepEqual([fontPath(), fontPath(), reads], ['', '', 1]);
  }
  assert.doesNotMatch(styleWith('').text, /@font-face/);
});

test('If the path prefix contains an ampersand, quotation marks or parentheses, browsers accept the style of pages and find the font', async () => {
  const environment = { TIPSTAFF_BASE_URL: "http://127.0.0.1:1/it's(a)&b" };
  await using world = await openWorld('sqlite', { environment });

  const { bytes, headers } = await sendRaw(world.url, { method: 'GET', path: '/sign-in', headers: {} });

  const [, style = ''] = /<style>(.*)<\/style>/s.exec(bytes.toString()) ?? [];
  assert.match(style, /url\(\/it%27s%28a%29%26b\/console\/assets\/inter-[\w-]+\.woff2\)/);
  const policy = headers.get('content-security-policy') ?? '';
  assert.ok(policy.includes(`'sha256-${hash('sha256', style, 'base64')}'`), policy);
});

test('Under a path prefix every address begins with the prefix', async () => {
  // The base URL has a path prefix, as behind a proxy that removes the prefix.
  await using world = await openWorld('sqlite', { environment: { TIPSTAFF_BASE_URL: 'http://127.0.0.1:1/tipstaff' } });
  const person = await newPerson(world);
  const cookie = await cookieOf(world, person);

  const { bytes } = await sendRaw(world.url, { method: 'GET', path: '/', headers: { cookie } });

  const page = bytes.toString();
  const signIn = await sendRaw(world.url, { method: 'GET', path: '/sign-in', headers: {} });
  assert.match(signIn.bytes.toString(), /url\(\/tipstaff\/console\/assets\/inter-/);
  const addresses = [...page.matchAll(/(?:src|href|action)="(\/[^"]*)"/g)].map(([, address = '']) => address);
  assert.ok(addresses.length >= 4, page);
  for (const address of addresses) assert.match(address, /^\/tipstaff\//);
  assert.match(page, /"prefix":"\/tipstaff"/);
});

test('The console works with a service in the other vocabulary', async () => {
  await using world = await openWorld('sqlite', { environment: { TIPSTAFF_VOCABULARY: 'terraform' } });
  const person = await newPerson(world);

  await visit(world, person, { path: '/app/me/tokens' }, async (page) => {
    await loaded(page, 'API tokens');
    await page.getByRole('textbox', { name: 'Description' }).fill('laptop');
    await page.getByRole('button', { name: 'Create a token' }).click();
    const secret = page.getByRole('status').locator('code');
    assert.match((await secret.textContent()) ?? '', /\.atlasv1\./);
  });
});
