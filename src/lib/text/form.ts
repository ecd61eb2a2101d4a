/** Maximum number of form fields, which is far more than any form of this service or of an identity provider has. */
export const maxFormFields = 32;

const ampersand = 0x26;

/** Whether a form has more than `maxFormFields` fields, including empty ones. */
export const hasTooManyFields = (bytes: Uint8Array): boolean => {
  let at = -1;
  for (let fields = 1; fields <= maxFormFields; fields += 1) {
    at = bytes.indexOf(ampersand, at + 1);
    if (at < 0) return false;
  }
  return true;
};

/** Decodes a name or value of a form. Throws if its escapes are not valid UTF-8. */
const unescaped = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));

const pairOf = (field: string): readonly [string, string] => {
  const mark = field.indexOf('=');
  return mark < 0 ? [unescaped(field), ''] : [unescaped(field.slice(0, mark)), unescaped(field.slice(mark + 1))];
};

/** Returns the fields of a URL-encoded form (`a=1&b=2`) in order. Throws on invalid escapes. */
export const formPairs = (text: string): readonly (readonly [name: string, value: string])[] =>
  text.split('&').flatMap((field) => (field === '' ? [] : [pairOf(field)]));

/** Returns the fields of a form by name. If a field is repeated, the last value is used. Throws on invalid escapes. */
export const formFields = (text: string): Readonly<Record<string, string>> => Object.fromEntries(formPairs(text));
