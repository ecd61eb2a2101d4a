// Parses comments as the review platforms do, to find texts that have an effect there.
import assert from 'node:assert/strict';
import MarkdownIt from 'markdown-it';

/**
 * Texts with a special meaning on the review platforms: mentions, references, links, quick actions, and code fences.
 */
export const actedTexts = [
  '@octo-org/everyone @root',
  '#1 !2 octo/infra#3 GH-4 ~bug %5 &6 0123456789abcdef0123456789abcdef01234567',
  'https://evil.example/ www.evil.example mail@evil.example',
  'one\n/merge\n/approve\n/close',
  'one `\n` two `` three ```\n```\n/merge\n```\n~~~',
  '`',
  '``a',
  ' a ',
  '\\`',
  '|a|b|',
  'a\\|b\\\\|@c',
  '- [ ] x',
  '--> <!-- tipstaff check -->',
  '</details>',
  '\u202eabc\u0007\u001b[31m',
  '##vso[task.complete]',
  '::error::x',
];

/** HTML elements, link targets and code of a comment. */
export interface CommentMarkup {
  /** HTML elements and comments, without duplicates. */
  readonly html: readonly string[];
  readonly links: readonly string[];
  readonly codes: readonly string[];
}

/** Parses a comment. Fails if a text outside of code has an effect, such as a mention or a quick action. */
export function markupOf(body: string): CommentMarkup {
  const tokens = new MarkdownIt({ html: true, linkify: true }).parse(body, {});
  const inline = tokens.flatMap(({ children }) => children ?? []);
  const html = [...tokens, ...inline]
    .filter(({ type }) => type.startsWith('html_'))
    .map(({ content }) => content.trim());
  assert.equal(
    inline.some(({ type }) => type === 'image'),
    false,
  );
  const plain = inline
    .filter(({ type }, index) => type === 'text' && inline[index - 1]?.type !== 'link_open')
    .map(({ content }) => content);
  for (const text of plain) assert.doesNotMatch(text, /[@#`<]|evil|script/);
  for (const line of body.split('\n')) assert.doesNotMatch(line, /^\s*\//);
  for (const text of ['##vso[', '\u202e', '\u001b']) assert.equal(body.includes(text), false);
  return {
    html: [...new Set(html)].toSorted(),
    links: inline.flatMap((token) => token.attrGet('href') ?? []).map(String),
    codes: inline.filter(({ type }) => type === 'code_inline').map(({ content }) => content),
  };
}
