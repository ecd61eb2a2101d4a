// Description of a module, taken from its README.
import { shortened, storableText, visibleLine } from '../../lib/text/text.ts';

/** Maximum length of a description in characters. */
const maxDescription = 200;

/** Number of characters at the start of a README in which the description is searched. */
const searched = 8_192;

/** Matches blocks that are not paragraphs: headings in HTML, lists, quotations, tables, rules and link targets. */
const otherBlock = /^(?:<h[1-6]|[-*+] |\d+[.)] |>|\||[-*_=]{3,}$|\[[^[\]]*\]:)/i;

/** Matches the line under the text of a heading. */
const headingLine = /\n[=-]+\s*$/;

/** Markup to replace, in this order. */
const markup: readonly (readonly [RegExp, string])[] = [
  [/<(https?:[^<>\s]*)>/g, '$1'],
  [/<[^<>]*>/g, ''],
  [/!\[[^[\]]*\](?:\([^()]*\)|\[[^[\]]*\])/g, ''],
  [/\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, '$1'],
  [/\*\*|__|[`*]/g, ''],
  [/(?<!\w)_([^_]+)_(?!\w)/g, '$1'],
  [/\s+/g, ' '],
];

/**
 * Returns the first paragraph of a README in Markdown as plain text, shortened to 200 characters. Null if the start of
 * the README contains no paragraph.
 */
export function descriptionIn(readme: string | null): string | null {
  const start = (readme ?? '')
    .slice(0, searched)
    .replaceAll('\r\n', '\n')
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replaceAll(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replaceAll(/^```[\s\S]*?(?:^```|$(?![\s\S]))/gm, '')
    .replaceAll(/^#.*$/gm, '\n');
  for (const block of start.split(/\n\s*\n/)) {
    const text = paragraphIn(block.trim());
    if (text !== '') return shortened(visibleLine(storableText(text)), maxDescription);
  }
  return null;
}

/** Returns a block of Markdown as plain text. Empty if the block is not a paragraph. */
function paragraphIn(block: string): string {
  if (otherBlock.test(block) || headingLine.test(block)) return '';
  return markup.reduce((text, [pattern, replacement]) => text.replaceAll(pattern, replacement), block).trim();
}
