// Tests of the documentation pages as the service sends them.
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { openDocumentation } from '../../src/domains/console/documentation.ts';
import { documentationBuild } from '../../src/domains/console/documentation-build.ts';
import { readProgramFile } from '../../src/kernel/program-files.ts';
import { sendRaw } from '../support/raw.ts';
import { openWorld, type World } from '../support/world.ts';

const pages = globSync('**/*.md', { cwd: fileURLToPath(new URL('../../docs', import.meta.url)) })
  .filter((path) => !path.startsWith('decisions/'))
  .map((path) => path.replace(/\.md$/, ''));

const built = () => {
  const build = documentationBuild();
  assert.ok(build, 'the documentation is built');
  return build;
};

const open = ({ url }: World, path: string, headers: Readonly<Record<string, string>> = {}) =>
  sendRaw(url, { method: 'GET', path, headers });

test('Every document is available as a page, as plain Markdown, and in the list for programs', async () => {
  await using world = await openWorld('sqlite');

  const list = (await open(world, '/docs/llms.txt')).bytes.toString();
  const listed = [...list.matchAll(/\]\((\/docs\/[^)]*\.md)\)/g)].map(([, path = '']) => path);
  const answers = await Promise.all(listed.map((path) => open(world, path)));
  const html = await Promise.all(listed.map((path) => open(world, path.replace(/(index)?\.md$/, ''))));

  assert.deepEqual(listed.toSorted(), pages.map((page) => `/docs/${page}.md`).toSorted());
  for (const [index, { status, headers, bytes }] of answers.entries()) {
    const path = listed[index] ?? '';
    assert.deepEqual([status, headers.get('content-type')], [200, 'text/markdown; charset=utf-8'], path);
    assert.match(bytes.toString(), /^# /, path);
    assert.deepEqual(
      [html[index]?.status, html[index]?.headers.get('content-type')],
      [200, 'text/html; charset=utf-8'],
    );
  }
});

test('A file is sent in an encoding that the client accepts, and a page only if it has changed', async () => {
  await using world = await openWorld('sqlite');

  const [br, gzip, plain] = [
    await open(world, '/docs/cli', { 'accept-encoding': 'gzip, br' }),
    await open(world, '/docs/cli', { 'accept-encoding': 'gzip' }),
    await open(world, '/docs/cli', { 'accept-encoding': 'identity' }),
  ];
  const again = await open(world, '/docs/cli', { 'if-none-match': br.headers.get('etag') ?? '' });
  const [script = ''] = /\/docs\/assets\/[\w./-]+\.js/.exec(plain.bytes.toString()) ?? [];
  const asset = await open(world, script);

  assert.ok(brotliDecompressSync(br.bytes).equals(plain.bytes));
  assert.ok(gunzipSync(gzip.bytes).equals(plain.bytes));
  assert.equal(br.headers.get('cache-control'), 'no-cache');
  assert.equal(again.status, 304);
  assert.equal(asset.headers.get('cache-control'), 'public, max-age=31536000, immutable');
});

test('The address without a slash redirects to the start page, and an unknown address shows an error page', async () => {
  await using world = await openWorld('sqlite');

  const start = await open(world, '/docs');
  const answers = await Promise.all(
    ['/docs/none', '/docs/..%2fbuild.json', '/docs/cli.html.br', '/docs/assets/none.js'].map((path) =>
      open(world, path),
    ),
  );

  assert.deepEqual([start.status, start.headers.get('location')], [303, '/docs/']);
  for (const { status, headers } of answers) {
    assert.deepEqual([status, headers.get('content-type')], [404, 'text/html; charset=utf-8']);
  }
});

test('Under a path prefix every address begins with the prefix, also in scripts', async () => {
  // The base URL has a path prefix, as behind a proxy that removes the prefix.
  await using world = await openWorld('sqlite', { environment: { TIPSTAFF_BASE_URL: 'http://127.0.0.1:1/tipstaff' } });
  const texts = [...built().files].filter((name) => /\.(html|js|css|txt)$/.test(name));

  for (const name of texts) {
    const { bytes } = await open(world, `/docs/${name}`, { 'accept-encoding': 'br' });
    const text = brotliDecompressSync(bytes).toString();
    assert.doesNotMatch(text, /(?<!\/tipstaff)\/docs\/(assets|guides|start|vp-icons)/, name);
  }
  assert.ok(texts.length > 100);
});

test('Until the documentation is built, a page that reloads itself says so', async () => {
  await using world = await openWorld('sqlite');

  const { status, headers, body } = await openDocumentation(world.context, { headers: {} }, 'cli', undefined);

  assert.deepEqual([status, headers['retry-after'], headers.refresh], [503, '10', '10']);
  assert.match(String(body), /is not built yet.*<code>npm run docs<\/code>/s);
});

test('The compressed documentation has at most 3 MB', (t) => {
  const total = [...built().files].reduce(
    (sum, name) => sum + readProgramFile(`site/dist/packed/${name}.br`).length,
    0,
  );

  t.diagnostic(`${built().files.size} files, ${total} bytes`);
  assert.ok(total > 100_000 && total <= 3_000_000, `${total} bytes`);
});
