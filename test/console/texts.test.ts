import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOrganization } from '../../src/domains/organizations/creation/creation.ts';
import { follow, newPerson, visit } from '../support/console.ts';
import { openWorld, system } from '../support/world.ts';

/** Texts that a person reads and that a screen reader says. */
const textsOfPage = `[...document.querySelectorAll('body *')].flatMap((element) => {
  if (element.closest('script, style, template, noscript, [data-operator-text]')) return [];
  const own = [...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data);
  const said = ['aria-label', 'placeholder', 'title', 'alt'].map((name) => element.getAttribute(name) ?? '');
  return [...own, ...said].map((text) => text.trim()).filter((text) => text !== '');
})`;

/** A text without what comes from a catalogue; one of its texts may have another in it. */
const withoutMarked = (text: string): string => {
  const rest = text.replaceAll(/⟦[^⟦⟧]*⟧/g, '');
  return rest === text ? text : withoutMarked(rest);
};

/** Rest of a text without what comes from a catalogue, and without what no language has. */
const foreign = (text: string, data: readonly string[]): string =>
  data.reduce((rest, each) => rest.replaceAll(each, ''), withoutMarked(text)).replaceAll(/[\d\s.,:;–…→*()]/g, '');

test('Every text of the pages comes from a catalogue', async () => {
  await using world = await openWorld('sqlite');
  const person = await newPerson(world, { isAdmin: true });
  await createOrganization(world.context, system, { name: 'works', email: 'a@example.com' }, person.user.id);
  const { body } = await person.client.get('/organizations/works');
  const id = body.data.attributes['external-id'];
  const data = [
    `tipstaff check plan.json --organization works --url ${world.context.baseUrl()}`,
    person.user.username,
    person.user.email,
    'works',
    'a@example.com',
    'Chrome',
    'Linux',
    'node',
    'Plus',
    id,
  ];
  const paths = [
    '/',
    '/app/organizations',
    '/app/new-organization',
    '/app/organizations/works',
    '/app/me',
    '/app/me/two-factor',
    '/app/me/sessions',
    '/app/me/tokens',
    '/app/no/such/page',
  ];
  const left: string[] = [];

  await visit(world, person, { path: '/app/no/such/page?locale=pseudo' }, async (page) => {
    await page.getByRole('heading', { level: 1, name: '⟦' }).waitFor();
    for (const path of paths) {
      await follow(page, path);
      await page
        .getByLabel(/^⟦Lóádíñg/)
        .first()
        .waitFor({ state: 'detached' });
      const texts: readonly string[] = await page.evaluate(textsOfPage);
      assert.ok(texts.length > 5, path);
      left.push(...texts.filter((text) => foreign(text, data) !== '').map((text) => `${path}: ${text}`));
    }
  });

  assert.deepEqual([...new Set(left)], []);
});
