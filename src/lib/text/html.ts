const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for HTML and XML, both between tags and in quoted attributes. */
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

/** HTML that is safe to send, created by `html` or `safeHtml`. */
export type Html = Markup;

/** Value in an HTML template. Texts are escaped, lists are joined, and null, undefined and false are omitted. */
export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[];

const written = (value: HtmlValue): string => {
  if (value instanceof Markup) return value.toString();
  if (Array.isArray(value)) return value.map(written).join('');
  return value === null || value === undefined || value === false ? '' : escapeMarkup(String(value));
};

/**
 * Template function for HTML: html`<p title="${title}">${text}</p>`. Values are safe between tags and in quoted
 * attributes, but not in scripts or as names of elements or attributes.
 */
export const html = (parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html =>
  new Markup(parts.reduce((before, part, index) => before + written(values[index - 1]) + part));

/** Marks a text as safe HTML. It must be the output of a sanitizer. */
export const safeHtml = (sanitized: string): Html => new Markup(sanitized);
