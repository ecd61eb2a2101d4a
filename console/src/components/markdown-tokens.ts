// Extends CommonMark with GitHub's alerts, task lists and heading anchors. They are added to the parser's tokens as
// annotations.
import type { Token } from 'markdown-it';

/** Types of alerts. An alert starts with a line such as `> [!NOTE]`. */
const alertKinds = ['note', 'tip', 'important', 'warning', 'caution'] as const;

export type AlertKind = (typeof alertKinds)[number];

/** Annotations on a token. */
export interface Marks {
  /** Type of the alert. Set on block quotes that are alerts. */
  readonly alert?: AlertKind;
  /** Whether the task is done. Set on the text of a task list item. */
  readonly isDone?: boolean;
  /** Name of the anchor. Set on headings. */
  readonly slug?: string;
}

export const marksOf = ({ meta }: Token): Marks => Object(meta);

const mark = (token: Token | undefined, marks: Marks): void => {
  if (token !== undefined) token.meta = { ...marks };
};

/**
 * If the text begins with a match of `beginning`, removes the match and the line break after it, and returns the match.
 * Otherwise returns undefined.
 */
function taken({ children }: Token, beginning: RegExp): string | undefined {
  const [first, next] = children ?? [];
  const match = first?.type === 'text' ? beginning.exec(first.content) : null;
  if (first === undefined || match === null) return undefined;
  first.content = first.content.slice(match[0].length);
  if (next?.type === 'softbreak' && first.content === '') next.content = '';
  return match[1];
}

/** Converts text to a heading anchor as GitHub does: lower case, without punctuation. */
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

/** Annotates a paragraph that begins like a task list item or an alert. */
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

/** Annotates alerts, task list items and headings, and removes the markup of alerts and tasks from their texts. */
export function markTokens(tokens: readonly Token[]): void {
  const used = new Map<string, number>();
  for (const [index, token] of tokens.entries()) {
    const [parent, outer] = [tokens[index - 1], tokens[index - 2]];
    if (token.type !== 'inline') continue;
    if (parent?.type === 'heading_open') mark(parent, { slug: unusedSlug(used, plainText(token)) });
    else if (parent?.type === 'paragraph_open') markParagraph(token, outer);
  }
}
