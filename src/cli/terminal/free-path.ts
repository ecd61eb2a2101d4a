// Derives file names from the names of records.

/** Maximum length of a path without its extension, in characters. File systems limit file names to 255 bytes. */
const maxPathLength = 200;

/**
 * Returns a path that is not yet used. Paths are compared case-insensitively, because some file systems ignore case.
 */
export function freePath(start: string, end: string, taken: Set<string>): string {
  const short = start.slice(0, maxPathLength);
  for (let count = 1; ; count += 1) {
    const path = `${short}${count === 1 ? '' : `-${count}`}${end}`;
    if (taken.has(path.toLowerCase())) continue;
    taken.add(path.toLowerCase());
    return path;
  }
}
