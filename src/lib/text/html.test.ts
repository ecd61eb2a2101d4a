import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { html } from './html.ts';

/** Generates texts that contain many characters with a meaning in HTML. */
const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('<', '>', '"', "'", '&', '&amp;', '&#39;', '</p>', '-->', '=', '`', ' ', '\0', 'a'))
    .map((pieces) => pieces.join('')),
);

const entities = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' } as const;
const read = (markup: string): string =>
  Object.entries(entities).reduce((text, [entity, character]) => text.replaceAll(entity, character), markup);

test('No text can end its element or attribute, and each is read back unchanged', () => {
  const property = fc.property(texts, texts, texts, (title, other, content) => {
    const page = html`<p title="${title}" lang='${other}'>${content}</p>`.toString();

    const parts = /^<p title="([^"<>]*)" lang='([^'<>]*)'>([^<>]*)<\/p>$/.exec(page);
    assert.deepEqual(parts?.slice(1).map(read), [title, other, content]);
  });

  fc.assert(property, { numRuns: 2_000 });
});

test('In any template, only texts are escaped, and only once', () => {
  const property = fc.property(fc.array(texts), (items) => {
    const list = html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`;

    assert.equal(html`${list}`.toString(), list.toString());
    assert.equal(list.toString().split('<li>').length, items.length + 1);
  });

  fc.assert(property);
});

test('Absent values are omitted, and numbers are written unchanged', () => {
  const page = html`[${null}${undefined}${false}${''}${[]}${[null, [0, 'a', [html`<b>`]]]}]`;

  assert.equal(page.toString(), '[0a<b>]');
});

test('An object that only looks like HTML is treated as text', () => {
  const forged = Object.assign(JSON.parse('{"text":"<script>"}'), { toString: () => '<script>' });

  assert.equal(html`${forged}`.toString(), '&lt;script&gt;');
});
