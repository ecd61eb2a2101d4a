// Extends CommonMark with GitHub's alerts, task lists and heading anchors by annotating the parser's tokens.
import type { Token } from 'markdown-it';

/** Types of alerts, written as `> [!NOTE]`. */
const alertKinds = ['note', 'tip', 'important', 'warning', 'caution'] as const;

export type AlertKind = (typeof alertKinds)[number];

/** Annotations of a token. */
export interface Marks {
  /** Type of alert, for a block quote. */
  readonly alert?: AlertKind;
  /** Whether the task is done, for the text of a task list item. */
  readonly isDone?: boolean;
  /** Anchor name, for a heading. */
  readonly slug?: string;
}

export const marksOf = ({ meta }: Token): Marks => Object(meta);

const mark = (token: Token | undefined, marks: Marks): void => {
  if (token !== undefined) token.meta = { ...marks };
};

/**
 * Removes a matching beginning of a text, including the line break after it, and returns the match; undefined if the
 * text does not match.
 */
function taken({ children }: Token, beginning: RegExp): string | undefined {
  const [first, next] = children ?? [];
  const match = first?.type === 'text' ? beginning.exec(first.content) : null;
  if (first === undefined || match === null) return undefined;
  first.content = first.content.slice(match[0].length);
  if (next?.type === 'softbreak' && first.content === '') next.content = '';
  return match[1];
}

/** Converts text to lower case without punctuation, as GitHub does for heading anchors. */
const slugOf = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');

/** Returns an anchor name that no earlier heading uses. */
function unusedSlug(used: Map<string, number>, text: string): string {
  const slug = slugOf(text);
  const count = used.get(slug) ?? 0;
  used.set(slug, count + 1);
  return count === 0 ? slug : `${slug}-${count}`;
}

/** Returns the visible text of an inline token. */
const plainText = ({ children }: Token): string =>
  (children ?? []).map(({ type, content }) => (type === 'text' || type === 'code_inline' ? content : '')).join('');

/** Annotates a task list item or an alert, which are recognized by the beginning of their text. */
function markParagraph(text: Token, outer: Token | undefined): void {
  if (outer?.type === 'list_item_open') {
    const box = taken(text, /^\[([ xX])\] /);
    if (box !== undefined) mark(text, { isDone: box !== ' ' });
  }
  if (outer?.type === 'blockquote_open') {
    const alert = alertKinds.find((kind) => taken(text, new RegExp(`^\\[!(${kind.toUpperCase()})\\]$`)) !== undefined);
    if (alert !== undefined) mark(outer, { alert });
  }
}

/** Annotates alerts, tasks and headings, and removes their markup from the texts. */
export function markTokens(tokens: readonly Token[]): void {
  const used = new Map<string, number>();
  for (const [index, token] of tokens.entries()) {
    const [parent, outer] = [tokens[index - 1], tokens[index - 2]];
    if (token.type !== 'inline') continue;
    if (parent?.type === 'heading_open') mark(parent, { slug: unusedSlug(used, plainText(token)) });
    else if (parent?.type === 'paragraph_open') markParagraph(token, outer);
  }
}
