// Saves data of a page as files.

/** Lets the browser save a text as a file. */
export function saveFile(name: string, text: string, type = 'application/json'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

type Value = string | number | null;

/** Formats a CSV cell. A value that a spreadsheet would interpret as a formula gets a prefix that makes it text. */
const cellOf = (value: Value): string => {
  const text = String(value ?? '');
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Formats rows as CSV (RFC 4180). The first line contains the column names. */
export const csvOf = (names: readonly string[], rows: readonly (readonly Value[])[]): string =>
  [names, ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
