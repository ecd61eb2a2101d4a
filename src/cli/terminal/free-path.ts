// Derives file names from the names of records.

/** Maximum length of a path without its ending, since file systems limit file names to 255 bytes. */
const maxPathLength = 200;

/** Returns an unused path. The comparison ignores case, for file systems that do. */
export function freePath(start: string, end: string, taken: Set<string>): string {
  const short = start.slice(0, maxPathLength);
  for (let count = 1; ; count += 1) {
    const path = `${short}${count === 1 ? '' : `-${count}`}${end}`;
    if (taken.has(path.toLowerCase())) continue;
    taken.add(path.toLowerCase());
    return path;
  }
}
