/** The text of a tag: `tier=prod`, or its key alone. */
export const tagText = (key: string, value: string): string => (value === '' ? key : `${key}=${value}`);
