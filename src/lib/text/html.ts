const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for HTML and XML, between tags and in quoted attributes. */
export const escapeMarkup = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');

class Markup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** HTML that is safe to send; made by `html` and `safeHtml`. */
export type Html = Markup;

/** A value of a template: texts are escaped, lists are joined, absent values are omitted. */
export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[];

const written = (value: HtmlValue): string => {
  if (value instanceof Markup) return value.toString();
  if (Array.isArray(value)) return value.map(written).join('');
  return value === null || value === undefined || value === false ? '' : escapeMarkup(String(value));
};

/**
 * Writes HTML: html`<p title="${title}">${text}</p>`. A value may stand between tags and inside a quoted attribute,
 * where no text can end the element or the attribute; not in a script, nor as an attribute's or an element's name.
 */
export const html = (parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html =>
  new Markup(parts.reduce((before, part, index) => before + written(values[index - 1]) + part));

/** Marks text as HTML; only for the output of a sanitiser. */
export const safeHtml = (sanitized: string): Html => new Markup(sanitized);
