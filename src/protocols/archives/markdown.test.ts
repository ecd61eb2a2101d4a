import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sanitizedMarkdown } from './markdown.ts';

test('Markdown becomes HTML below the headings of a page', () => {
  const text = [
    '# Network\n\nMakes a *network*, **quickly**:\n\n```hcl\nmodule "a" {}\n```\n\n3. three\n4. four\n',
    '| Name | Default |\n| --- | :-: |\n| cidr | `<none>` |\n\n> Mind [the gap](https://example.com/?a=1&b=2).\n',
  ].join('\n');

  assert.equal(
    sanitizedMarkdown(text),
    [
      '<h3>Network</h3>\n<p>Makes a <em>network</em>, <strong>quickly</strong>:</p>',
      '<pre><code>module "a" {}\n</code></pre>\n<ol start="3">\n<li>three</li>\n<li>four</li>\n</ol>',
      '<table>\n<thead>\n<tr>\n<th>Name</th>\n<th>Default</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>cidr</td>',
      '<td><code>&lt;none&gt;</code></td>\n</tr>\n</tbody>\n</table>\n<blockquote>\n<p>Mind <a href="https://example.com/?a=1&amp;b=2" rel="nofollow noopener noreferrer">the gap</a>.</p>\n</blockquote>\n',
    ].join('\n'),
  );
});

const harmless: Readonly<Record<string, readonly [string, string]>> = {
  'a relative link': [
    '[a](docs/a.md) [b](/sign-out) [c](#inputs) [d](//evil.example)',
    '<span>a</span> <span>b</span> <span>c</span> <span>d</span>',
  ],
  'a link with another scheme': [
    '[a](javascript:alert(1)) <a href="JaVaScRiPt:alert(1)">b</a> <a href="data:text/html,x">c</a> [d](vbscript:x)',
    '[a](javascript:alert(1)) <span>b</span> <span>c</span> [d](vbscript:x)',
  ],
  'an image': [
    '![the *plan*](https://evil.example/pixel.png) <img src="x" alt="a &lt;b>" onerror="x">',
    'the *plan* <span>a &lt;b&gt;</span>',
  ],
  'an image in a link': [
    '[![build](https://evil.example/b.svg)](https://example.com/)',
    '<a href="https://example.com/" rel="nofollow noopener noreferrer">build</a>',
  ],
  'a script': ['a<script>alert(1)</script><style>p{}</style><svg onload=alert(1)>', 'a'],
  'an attribute': ['<b id="main" class="notice" style="position:fixed" onclick="x">b</b>', '<strong>b</strong>'],
  'an anchor as documentation tools write it': ['<a name="input_x"></a> x<br/>y', '<span></span> x<br />y'],
  'a form': ['<button formaction="/sign-out">b</button><input name="x" autofocus><select><option>c</select>', 'b'],
};

for (const [what, [text, shown]] of Object.entries(harmless)) {
  test(`${what} in a text is shown without harm`, () => {
    assert.equal(sanitizedMarkdown(`x ${text}`), `<p>x ${shown}</p>\n`);
  });
}

test('An element that is not closed ends with the text, and a stray end is dropped', () => {
  assert.equal(sanitizedMarkdown('</div></main><ul><li>a'), '<ul><li>a</li></ul>');
});

const tag = /<(\/?)([a-z0-9]+)((?: [a-z]+="[^"<>]*")*)( \/)?>/g;

test('Whatever the text, only harmless elements and attributes come out', () => {
  const piece = fc.constantFrom(
    ...['<', '>', '"', "'", '`', '*', '_', '[', ']', '(', ')', '!', '\n', ' ', '#', '|', '-', '&lt;', '&#106;', '\\'],
    ...['<a href=', 'javascript:', '<img src=', '<svg/onload=', '<!--', '-->', '<![CDATA[', '</p>', '<table>', 'x'],
  );

  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const result = sanitizedMarkdown(pieces.join(''));
      const rest = result.replaceAll(tag, (_all, _end, name, attributes) => {
        assert.match(
          name,
          /^(a|blockquote|br|code|del|em|h[3-6]|hr|li|ol|p|pre|s|span|strong|t[dhr]|tbody|thead|table|ul)$/,
        );
        assert.match(
          attributes,
          /^(| href="(https?:\/\/|mailto:)[^"]*"( rel="nofollow noopener noreferrer")| start="\d+")$/,
        );
        return '';
      });
      assert.doesNotMatch(rest, /[<>]/);
    }),
    { numRuns: 2_000 },
  );
});

const long = (text: string): string => text.repeat(Math.ceil(131_072 / text.length));

test('A text that is very long, deep or wide takes little time, and is cut', () => {
  const texts = [
    ...['>', '> ', '- ', '1. ', '[', '[a](', '![', '*a **a ', 'a**b', '_a __b ', '~~a ', '<', '<!--', '<a ', '<b>'].map(
      long,
    ),
    ...['a\n=\n', '* a\n  > b\n', '[a]: b\n', '&amp', '\\', 'a@', '`', '|a'].map(long),
    `|${'a|'.repeat(200)}\n|${'-|'.repeat(200)}\n${long('x\n')}`,
    `${'['.repeat(60_000)}${']'.repeat(60_000)}`,
    Array.from({ length: 500 }, (_, depth) => `${' '.repeat(depth * 2)}- a`).join('\n'),
  ];

  for (const text of texts) {
    const start = process.cpuUsage();
    const result = sanitizedMarkdown(`${text}\n\nend\n`);
    const { user } = process.cpuUsage(start);

    assert.ok(result.length < 2_000_000, text.slice(0, 20));
    assert.ok(user < 5_000_000, `${text.slice(0, 20)}: ${user} µs`);
  }
  assert.ok(sanitizedMarkdown(`${long('a ')}a`).endsWith('<p>The text is longer and was cut here.</p>\n'));
});
