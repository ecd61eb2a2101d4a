/** Decodes a name or a value of a form; throws when its escapes are not UTF-8. */
const unescaped = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));

const pairOf = (field: string): readonly [string, string] => {
  const mark = field.indexOf('=');
  return mark < 0 ? [unescaped(field), ''] : [unescaped(field.slice(0, mark)), unescaped(field.slice(mark + 1))];
};

/** The fields of a URL-encoded form (`a=1&b=2`), in order. Throws on invalid escapes. */
export const formPairs = (text: string): readonly (readonly [name: string, value: string])[] =>
  text.split('&').flatMap((field) => (field === '' ? [] : [pairOf(field)]));

/** The fields of a form by name; of a repeated one the last counts. Throws on invalid escapes. */
export const formFields = (text: string): Readonly<Record<string, string>> => Object.fromEntries(formPairs(text));
