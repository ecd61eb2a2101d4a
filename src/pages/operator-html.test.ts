import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sanitizedOperatorHtml } from './operator-html.ts';

const shown = (text: string): string | undefined => sanitizedOperatorHtml(text)?.toString();
const rich = (content: string): string => `<div class="rich">${content}</div>`;

test('A text without tags is shown as it is', () => {
  assert.equal(
    shown('1 < 2 & 3 > 2,\n"so" it\'s &amp;'),
    '<div class="own">1 &lt; 2 &amp; 3 &gt; 2,\n&quot;so&quot; it&#39;s &amp;amp;</div>',
  );
  assert.equal(shown(' \n'), undefined);
  assert.equal(shown(''), undefined);
});

test('An address in angle brackets is not a tag and is shown completely', () => {
  assert.equal(
    shown('Ask Ann <ann@example.com>, or see <https://wiki.example/a?b>'),
    '<div class="own">Ask Ann &lt;ann@example.com&gt;, or see &lt;https://wiki.example/a?b&gt;</div>',
  );
  assert.equal(shown('x <b'), '<div class="own">x &lt;b</div>');
});

test('The nesting of elements is limited, and the text is kept', () => {
  const result = shown(`${'<ul><li><b>'.repeat(1_000)}a`) ?? '';

  assert.equal(result.match(/<(?:ul|li|b)>/g)?.length, 16);
  assert.ok(result.includes('a'));
});

test('Harmless HTML is kept', () => {
  const text =
    '<h2>Help</h2><p>Ask <a href="https://a.example/?b=1&amp;c=2" title="us">us</a> or <b>them</b>.</p><ul><li>x<br /></li></ul>';

  assert.equal(shown(text), rich(text));
  assert.equal(
    shown('<a href="mailto:a@b.example">a</a> <a href="/help">b</a>'),
    rich('<a href="mailto:a@b.example">a</a> <a href="/help">b</a>'),
  );
});

const hostile: readonly (readonly [text: string, left: string])[] = [
  ['<script>alert(1)</script>a', 'a'],
  ['<b onclick="alert(1)" style="x" class="y" id="z">a</b>', '<b>a</b>'],
  ['<img src=x onerror=alert(1)>a', 'a'],
  ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
  ['<a href="  java\nscript:alert(1)">a</a>', '<a>a</a>'],
  ['<a href="data:text/html,x">a</a>', '<a>a</a>'],
  ['<a href="//evil.example">a</a>', '<a>a</a>'],
  ['<form action="/sign-in"><input name="password"><button>a</button></form>', 'a'],
  ['<iframe src="x"></iframe><object data="x"></object><embed src="x">a', 'a'],
  ['<svg><style><b title="</style><img src onerror=alert(1)>">a</b></style></svg>', ''],
  ['<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src onerror=alert(1)&gt;">', ''],
  ['<meta http-equiv="refresh" content="0;url=x"><base href="x"><link rel="x">a', 'a'],
  ['</div></main></body><p>a', '<p>a</p>'],
  ['<!-- <b>a</b> -->b', 'b'],
  ['<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
];

test('All other HTML is removed', () => {
  for (const [text, left] of hostile) {
    const result = shown(text) ?? '';
    assert.doesNotMatch(result, /<(?!\/?(?:div|a|b|p)\b)|on\w+=|javascript:|style=/i, text);
    assert.equal(result, rich(left), text);
  }
});
