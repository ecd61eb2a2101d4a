// Alerts, task lists and names of headings, which GitHub's Markdown has beyond CommonMark. Marked on the tokens.
import type { Token } from 'markdown-it';

/** Kinds of alerts, as they are written in `> [!NOTE]`. */
const alertKinds = ['note', 'tip', 'important', 'warning', 'caution'] as const;

export type AlertKind = (typeof alertKinds)[number];

/** Marks of a token. */
export interface Marks {
  /** Of a quotation. */
  readonly alert?: AlertKind;
  /** Of the text of an item: true if its task is done. */
  readonly isDone?: boolean;
  /** Of a heading: its name in addresses. */
  readonly slug?: string;
}

export const marksOf = ({ meta }: Token): Marks => Object(meta);

const mark = (token: Token | undefined, marks: Marks): void => {
  if (token !== undefined) token.meta = { ...marks };
};

/** Takes the beginning of a text off, with the line break after it; undefined where it begins otherwise. */
function taken({ children }: Token, beginning: RegExp): string | undefined {
  const [first, next] = children ?? [];
  const match = first?.type === 'text' ? beginning.exec(first.content) : null;
  if (first === undefined || match === null) return undefined;
  first.content = first.content.slice(match[0].length);
  if (next?.type === 'softbreak' && first.content === '') next.content = '';
  return match[1];
}

/** In lower case, without punctuation, as GitHub names headings. */
const slugOf = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');

/** A name that no heading before has. */
function unusedSlug(used: Map<string, number>, text: string): string {
  const slug = slugOf(text);
  const count = used.get(slug) ?? 0;
  used.set(slug, count + 1);
  return count === 0 ? slug : `${slug}-${count}`;
}

/** The text of an inline token as people read it. */
const plainText = ({ children }: Token): string =>
  (children ?? []).map(({ type, content }) => (type === 'text' || type === 'code_inline' ? content : '')).join('');

/** Marks an item of a list, or a quotation, by the text at its beginning. */
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

/** Marks alerts, tasks and headings; what they are written with is taken out of the texts. */
export function markTokens(tokens: readonly Token[]): void {
  const used = new Map<string, number>();
  for (const [index, token] of tokens.entries()) {
    const [parent, outer] = [tokens[index - 1], tokens[index - 2]];
    if (token.type !== 'inline') continue;
    if (parent?.type === 'heading_open') mark(parent, { slug: unusedSlug(used, plainText(token)) });
    else if (parent?.type === 'paragraph_open') markParagraph(token, outer);
  }
}
