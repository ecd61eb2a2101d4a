// Files that the browser makes of what a page shows.

/** Has the browser save a text as a file. */
export function saveFile(name: string, text: string, type = 'application/json'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

type Value = string | number | null;

/** A value as spreadsheets read it: one that they would take for a formula is a text. */
const cellOf = (value: Value): string => {
  const text = String(value ?? '');
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Rows as CSV (RFC 4180), with the names of the columns in the first line. */
export const csvOf = (names: readonly string[], rows: readonly (readonly Value[])[]): string =>
  [names, ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
