// Names of files that commands make from names of records.

/** Maximum length of a path without its end: a folder can have names of 255 bytes. */
const maxPathLength = 200;

/** A path that no other file has, also where upper and lower case are the same. */
export function freePath(start: string, end: string, taken: Set<string>): string {
  const short = start.slice(0, maxPathLength);
  for (let count = 1; ; count += 1) {
    const path = `${short}${count === 1 ? '' : `-${count}`}${end}`;
    if (taken.has(path.toLowerCase())) continue;
    taken.add(path.toLowerCase());
    return path;
  }
}
