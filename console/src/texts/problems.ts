/** Error messages by error code. Each message contains the label of the field. */
const problemTexts = {
  required: (label: string) => `${label} can't be blank`,
  taken: (label: string) => `${label} has already been taken`,
  mismatch: (label: string) => `${label} does not match`,
};

/** Error messages that also contain a limit. */
const limited = {
  'too-short': (label: string, limit: number) => `${label} is too short (minimum is ${limit} characters)`,
  'too-long': (label: string, limit: number) => `${label} is too long (maximum is ${limit} characters)`,
  'too-many': (label: string, limit: number) => `${label} has too many elements (maximum is ${limit})`,
  'too-low': (label: string, limit: number) => `${label} must be greater than or equal to ${limit}`,
  'too-high': (label: string, limit: number) => `${label} must be less than or equal to ${limit}`,
};

const isOf = <Texts extends object>(texts: Texts, code: string): code is Extract<keyof Texts, string> =>
  Object.hasOwn(texts, code);

/**
 * Returns the message for an error code at a field with this label. Undefined if the page has to show the service's own
 * message.
 */
export function problemText(code: string, label: string, limit: number | undefined): string | undefined {
  if (isOf(problemTexts, code)) return problemTexts[code](label);
  return limit !== undefined && isOf(limited, code) ? limited[code](label, limit) : undefined;
}
