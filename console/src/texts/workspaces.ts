/** Formats a tag as `tier=prod`. If the value is empty, only the key is shown. */
export const tagText = (key: string, value: string): string => (value === '' ? key : `${key}=${value}`);
