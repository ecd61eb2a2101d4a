/** Maximum number of fields in a form. Forms of this service and of identity providers have far fewer. */
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

/** Decodes the name or value of a form field. Throws if the percent-encoded bytes are not valid UTF-8. */
const unescaped = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));

const pairOf = (field: string): readonly [string, string] => {
  const mark = field.indexOf('=');
  return mark < 0 ? [unescaped(field), ''] : [unescaped(field.slice(0, mark)), unescaped(field.slice(mark + 1))];
};

/** Returns the fields of a URL-encoded form (`a=1&b=2`) in their order. Throws if the percent-encoding is invalid. */
export const formPairs = (text: string): readonly (readonly [name: string, value: string])[] =>
  text.split('&').flatMap((field) => (field === '' ? [] : [pairOf(field)]));

/**
 * Returns the fields of a URL-encoded form by name. If a field is repeated, its last value is used. Throws if the
 * percent-encoding is invalid.
 */
export const formFields = (text: string): Readonly<Record<string, string>> => Object.fromEntries(formPairs(text));
