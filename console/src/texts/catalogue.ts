// Every text of the console stands in a catalogue. In the pseudo-locale each text is marked, so that a test sees what
// does not come from one.

type Texts = Readonly<Record<string, string | ((...values: never[]) => string)>>;

const isPseudo = new URLSearchParams(location.search).get('locale') === 'pseudo';

const accents: Readonly<Record<string, string>> = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú', c: 'ç', n: 'ñ', s: 'š' };

/** A text as it is shown: itself, or marked and a third longer in the pseudo-locale. */
export function localized(text: string): string {
  if (!isPseudo) return text;
  const strange = text.replaceAll(/[aeioucns]/g, (letter) => accents[letter] ?? letter);
  return `⟦${strange}${'~'.repeat(Math.ceil(text.length / 3))}⟧`;
}

/** The texts of one area by their names; those with values are functions. */
export const catalogue = <const All extends Texts>(texts: All): All =>
  new Proxy(texts, {
    get: (all, name) => {
      const text: unknown = Reflect.get(all, name);
      if (typeof text === 'string') return localized(text);
      return typeof text === 'function' ? (...values: unknown[]) => localized(String(text(...values))) : text;
    },
  });
