// Behind a proxy that removes a path prefix from requests, every link in a response contains the prefix.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../support/answer.ts';
import { type Cell, cellsOf, exchange, sharingOf } from './matrix.ts';
import { openScene, openScenes } from './scene.ts';
import { openStage } from './stage.ts';

const [origin, prefix] = ['http://127.0.0.1:1', '/governance'];

/** For each row of the table, one cell whose request succeeds. */
const cells: readonly Cell[] = cellsOf('all')
  .filter(({ expected }) => expected < 400)
  .filter(({ name }, index, all) => all.findIndex((each) => each.name === name) === index);

const isWithout = (link: string): boolean =>
  link.startsWith('/') ? !link.startsWith(`${prefix}/`) : link.startsWith(origin) && !link.startsWith(origin + prefix);

/**
 * Returns all strings in a JSON value, each with the name of the innermost member that contains it. Examples are
 * skipped, because they contain addresses of another service.
 */
function textsIn(value: unknown, name = ''): readonly (readonly [name: string, text: string])[] {
  if (typeof value === 'string') return [[name, value]];
  return Object.entries(Object(value))
    .filter(([key]) => !['example', 'examples'].includes(key))
    .flatMap(([key, each]) => textsIn(each, name === 'links' || Array.isArray(value) ? name : key));
}

const ofService = /^\/(?:api|app|object|users|registry|sign-in)\//;

/**
 * Returns the links in a response: members of documents whose names mark them as links, all addresses of the service,
 * and link targets in pages.
 */
function linksIn({ headers, body, bytes }: Answer): readonly string[] {
  const fields = ['location', 'link', 'x-terraform-get'].flatMap((name) => headers.get(name) ?? []);
  const isHtml = headers.get('content-type')?.startsWith('text/html') === true;
  const onPage = isHtml
    ? [...bytes.toString().matchAll(/\s(?:href|src|action)="([^"#][^"]*)"/g)].map(([, link = '']) => link)
    : [];
  const texts = isHtml ? [] : textsIn(body);
  const inDocument = texts.flatMap(([name, text]) =>
    name === 'links' || text.startsWith(origin) || ofService.test(text) ? [text] : [],
  );
  return [...fields, ...onPage, ...inDocument];
}

test('Every link contains the path prefix that a proxy removes', async (t) => {
  await using stage = await openStage('sqlite', 'all', { TIPSTAFF_BASE_URL: `${origin}${prefix}/` });
  const shared = await openScene(stage);
  const changing = cells.filter((cell) => sharingOf(cell) === 'alone');
  const scenes = (await openScenes(stage, changing.length)).values();
  const wrong: string[] = [];
  let count = 0;

  for (const cell of cells) {
    const scene = sharingOf(cell) === 'alone' ? scenes.next().value : shared;
    const { answer } = await exchange(
      cell.row.sent.scene ? await openScene(stage, cell.row.sent.scene) : (scene ?? shared),
      cell,
    );
    const links = linksIn(answer);
    count += links.length;
    wrong.push(...links.filter(isWithout).map((link) => `${cell.name}: ${link}`));
  }

  t.diagnostic(`${count} links of ${cells.length} routes`);
  assert.deepEqual([...new Set(wrong)], []);
  assert.ok(count > 500);
});
