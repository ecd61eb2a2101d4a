/** Formats a tag: `tier=prod`, or only the key if the value is empty. */
export const tagText = (key: string, value: string): string => (value === '' ? key : `${key}=${value}`);
